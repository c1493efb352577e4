import ByteCoding
import Foundation
import ISOBoxes
import Testing

/// Movies of real phones are not part of the project; `LIVECAM_FIXTURES` names a folder that holds some.
struct PhoneMovieTests {
  @Test("every box of a phone's movie comes out as it went in")
  func lossless() throws {
    guard let folder = ProcessInfo.processInfo.environment["LIVECAM_FIXTURES"] else {
      print("skipped: LIVECAM_FIXTURES names no folder with phone movies")
      return
    }
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.lowercased().hasSuffix(".mov") }
    #expect(!names.isEmpty, "no movie in \(folder)")
    for name in names {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
      let boxes = try BoxDecoder.boxes(in: bytes)
      var writer = ByteWriter(capacity: bytes.count)
      for box in boxes { writer.bytes(try box.encoded()) }
      // Compared outside of the macro, which would list millions of differences.
      let isSame = writer.contents == bytes
      #expect(isSame, "\(name)")
      let movie = try #require(boxes.containers("moov").first)
      let dump = movie.dump()
      #expect(dump.contains("com.apple.quicktime.content.identifier"), "\(name)")
      #expect(Self.knownBoxes.allSatisfy { dump.contains("'\($0)'") }, "\(name)")
    }
  }

  private static let knownBoxes = ["mvhd", "tkhd", "tapt", "elst", "hdlr", "stsd", "mebx", "keyd", "stco"]
}
