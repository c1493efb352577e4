import ByteCoding
import Foundation
import ISOBoxes
import TestSupport
import Testing

/// Whole movies, box by box.
struct WholeMovieTests {
  @Test("every box of a movie comes out as it went in, of a phone's too")
  func lossless() throws {
    let paths = LivePhotoFixtures.paths(".mov")
    #expect(!paths.isEmpty)
    for path in paths {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      let boxes = try BoxDecoder.boxes(in: bytes)
      var writer = ByteWriter(capacity: bytes.count)
      for box in boxes { writer.bytes(try box.encoded()) }
      // Compared outside of the macro, which would list millions of differences.
      let isSame = writer.contents == bytes
      #expect(isSame, "\(path)")
      let movie = try #require(boxes.containers("moov").first)
      let dump = movie.dump()
      #expect(dump.contains("com.apple.quicktime.content.identifier"), "\(path)")
      #expect(Self.knownBoxes.allSatisfy { dump.contains("'\($0)'") }, "\(path)")
    }
  }

  private static let knownBoxes = ["mvhd", "tkhd", "tapt", "elst", "hdlr", "stsd", "mebx", "keyd", "stco"]
}
