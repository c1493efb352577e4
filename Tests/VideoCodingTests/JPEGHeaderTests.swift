import MediaCore
import Testing
import VideoCoding

struct JPEGHeaderTests {
  private func header(_ bytes: [UInt8]) throws -> JPEGHeader {
    try bytes.withUnsafeBytes { try JPEGHeader(reading: $0) }
  }

  private func code(_ bytes: [UInt8]) throws -> CodingError.Code {
    try #require(throws: CodingError.self) { try header(bytes) }.code
  }

  private let frame: [UInt8] = [0xff, 0xc0, 0, 17, 8, 0, 48, 0, 64, 3, 1, 0x21, 0, 2, 0x11, 1, 3, 0x11, 1]
  private let scan: [UInt8] = [0xff, 0xda, 0, 2]

  @Test("size and tables are read from the segments")
  func fields() throws {
    let huffman: [UInt8] = [0xff, 0xc4, 0, 2]
    let plain = try header([0xff, 0xd8] + frame + scan)
    #expect([plain.width, plain.height] == [64, 48])
    #expect(!plain.definesHuffmanTables && !plain.definesQuantizationTables)
    #expect(try header([0xff, 0xd8] + huffman + frame + scan).definesHuffmanTables)
    var progressive = frame
    progressive[1] = 0xc2
    #expect(try header([0xff, 0xd8, 0xff, 0xff] + progressive + scan).width == 64)
  }

  @Test("broken headers are errors of the right kind")
  func broken() throws {
    let whole = [0xff, 0xd8] + frame + scan
    for count in 4..<whole.count { #expect(try code(Array(whole[..<count])) == .truncated) }
    #expect(try code([0xff, 0xd8] + scan) == .malformed)
    #expect(try code([0xff, 0xd8] + frame + frame + scan) == .malformed)
    #expect(try code([0xff, 0xd8, 0xff, 0xe0, 0, 1] + frame + scan) == .malformed)
    #expect(try code([0xff, 0xd8, 0x00] + frame + scan) == .malformed)
    #expect(try code([0xff, 0xd8, 0xff, 0xd9, 0, 0]) == .truncated)
    #expect(try code([0x89, 0x50, 0x4e, 0x47]) == .malformed)
    var empty = whole
    empty[10] = 0
    #expect(try code(empty) == .malformed)
    var many = whole
    many[11] = 200
    #expect(try code(many) == .malformed)
  }
}
