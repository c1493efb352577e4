import Testing

@testable import SceneJudging

/// What ffmpeg sends as grey maps is taken apart the same however it arrives.
@Suite struct GrayMapReaderTests {
  private static let first = Array("P5\n2 3\n255\n".utf8) + [1, 2, 3, 4, 5, 0x0a]
  private static let second = Array("P5 1 1 255\n".utf8) + [9]

  private func read(_ pieces: [[UInt8]]) throws -> [GrayPicture] {
    let reader = GrayMapReader()
    var pictures: [GrayPicture] = []
    for piece in pieces { try reader.add(piece, file: "movie") { pictures.append($0) } }
    return pictures
  }

  @Test("pictures are the same in pieces of any size", arguments: 1...18)
  func pieces(size: Int) throws {
    let stream = Self.first + Self.second + Self.first
    let pieces = stride(from: 0, to: stream.count, by: size).map { Array(stream[$0..<min($0 + size, stream.count)]) }
    let pictures = try read(pieces)
    #expect(pictures.map(\.pixels) == [[1, 2, 3, 4, 5, 0x0a], [9], [1, 2, 3, 4, 5, 0x0a]])
    #expect(pictures.map(\.width) == [2, 1, 2] && pictures.map(\.height) == [3, 1, 3])
  }

  @Test("a picture that is not all there is not handed on")
  func cut() throws {
    #expect(try read([Array(Self.first.dropLast())]).isEmpty)
    #expect(try read([Array(Self.first.prefix(6))]).isEmpty)
  }

  @Test(
    "what is no grey map is refused",
    arguments: [
      "P6\n2 3\n255\n", "P5\n2 3\n65535\n", "P5\n0 3\n255\n", "P5\n99999 3\n255\n", String(repeating: "P", count: 80),
    ])
  func refused(_ text: String) {
    let error = #expect(throws: ProbeError.self) { try read([Array(text.utf8)]) }
    #expect(error?.code == .unexpectedOutput && error?.file == "movie")
  }
}
