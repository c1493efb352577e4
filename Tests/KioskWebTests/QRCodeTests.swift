import TestSupport
import Testing

@testable import KioskWeb

/// QR codes are read by a program that others wrote.
@Suite struct QRCodeTests {
  private static let zbar = ForeignTool("zbarimg", package: "zbar-tools")

  @Test(
    "texts of all lengths are read back", .foreignPrograms, arguments: [1, 14, 26, 40, 62, 84, 106, 122, 152, 180, 213])
  func codes(length: Int) throws {
    let alphabet = Array("http://192.168.1.5:8080/share/aZ9-_~")
    let text = String((0..<length).map { alphabet[$0 * 7 % alphabet.count] })
    let code = try QRCode(text)
    let (scale, margin) = (4, 4)
    let side = (code.side + 2 * margin) * scale
    var picture = Array("P5 \(side) \(side) 255\n".utf8)
    for y in 0..<side {
      for x in 0..<side {
        let (column, row) = (x / scale - margin, y / scale - margin)
        let isInside = (0..<code.side).contains(column) && (0..<code.side).contains(row)
        picture.append(isInside && code.isDark(column, row) ? 0 : 255)
      }
    }
    let folder = try TemporaryFolder()
    let path = try folder.write(picture, as: "code.pgm")
    let output = try Self.zbar.run(["--nodbus", "--raw", "-q", "-Sdisable", "-Sqrcode.enable", path])
    #expect(output.lines == [text], "\(code.side) modules in a row")
  }

  @Test("what is too long is refused, and the picture has its margin")
  func limits() throws {
    #expect(throws: WebFailure.self) { try QRCode(String(repeating: "a", count: 214)) }
    let code = try QRCode("abc")
    #expect(code.side == 21 && code.svg.contains("viewBox=\"0 0 29 29\""))
  }
}
