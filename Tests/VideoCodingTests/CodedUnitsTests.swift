import MediaCore
import TestSupport
import Testing

@testable import VideoCoding

/// What shows of damaged units without decoding them.
@Suite struct CodedUnitsTests {
  private func damage(
    _ units: [[UInt8]], behind: [UInt8] = [], lengthBytes: Int = 4, codec: VideoCodec = .h264
  ) -> Int? {
    let bytes = units.flatMap { unit in
      (0..<lengthBytes).reversed().map { UInt8(truncatingIfNeeded: unit.count >> (8 * $0)) } + unit
    }
    return (bytes + behind).withUnsafeBytes { CodedUnits.damage(in: $0, lengthBytes: lengthBytes, codec: codec) }
  }

  @Test("units that encoders make are right: of any length, with zeros as they may stand, and filling behind them")
  func right() {
    #expect(damage([]) == nil)
    #expect(damage([[0x65, 1, 2, 3], [0x41]]) == nil)
    #expect(damage([[0x65, 0, 0, 3, 0, 0, 3, 1, 0, 7, 0, 0, 0xff]]) == nil)
    #expect(damage([[0x65, 0x80, 0, 0, 0, 0, 0]]) == nil)
    #expect(damage([[0x65, 0x80]], behind: [0, 0, 0, 0, 9, 9]) == nil)
    #expect(damage([[0x65, 0x80]], lengthBytes: 2) == nil)
  }

  @Test("zeros in a unit, lengths that do not fit and a cut unit are told with their place", arguments: [2, 4])
  func wrong(lengthBytes: Int) {
    let start = lengthBytes
    #expect(damage([[0x65, 7, 0, 0, 0, 7]], lengthBytes: lengthBytes) == start + 2)
    #expect(damage([[0x65, 7, 0, 0, 1, 7]], lengthBytes: lengthBytes) == start + 2)
    #expect(damage([[0x65, 7, 7, 0, 0, 2, 7]], lengthBytes: lengthBytes) == start + 3)
    #expect(damage([[0x65], [0x41] + Array(repeating: 0, count: 100)], lengthBytes: lengthBytes) == 2 * start + 2)
    #expect(damage([[0x65]], behind: [1], lengthBytes: lengthBytes) == start + 1)
    #expect(damage([[0x65]], behind: [9, 9, 9, 9, 9], lengthBytes: lengthBytes) == start + 1)
    #expect(damage([[]], lengthBytes: lengthBytes) == 0)
  }

  @Test("headers of units that cannot be are told")
  func headers() {
    #expect(damage([[0x65], [0xc1, 1]]) == 9)
    #expect(damage([[0x26, 1, 9], [0x02, 0, 9]], codec: .hevc) == 11)
    #expect(damage([[0x26, 1, 9], [0x02, 7, 9]], codec: .hevc) == nil)
  }

  @Test("a stretch of zeros shows wherever it lies")
  func anywhere() {
    let unit = (0..<400).map { UInt8(truncatingIfNeeded: $0 * 7 % 251 + 3) }
    #expect(damage([unit]) == nil)
    for place in 1..<300 {
      var holed = unit
      holed.replaceSubrange(place..<place + 5, with: [0, 0, 0, 0, 0])
      #expect(damage([holed]) == 4 + place)
    }
  }

  @Test(
    "a pattern that repeats in a slice is found, and those of texts and filling are none",
    arguments: [
      (1, 512), (3, 512), (4, 512), (11, 1600), (16, 600), (20, 512), (27, 512), (48, 512), (255, 512), (512, 1024),
      (4096, 8192),
    ])
  func repetition(period: Int, length: Int) {
    var random = SeededRandom(seed: 5)
    func place(_ type: UInt8, _ codec: VideoCodec, repeats: Bool) -> Int? {
      var unit = (0..<12_000).map { _ in UInt8.random(in: 1...255, using: &random) }
      unit[0] = codec == .h264 ? type : type << 1
      if repeats { for index in 3000 + period..<3000 + length { unit[index] = unit[index - period] } }
      let bytes = [0, 0, UInt8(unit.count >> 8), UInt8(unit.count & 0xff)] + unit
      return bytes.withUnsafeBytes { CodedUnits.strayBytes(in: $0, lengthBytes: 4, codec: codec)?.place }
    }
    for (type, codec) in [(5, VideoCodec.h264), (1, .hevc)] as [(UInt8, VideoCodec)] {
      #expect(place(type, codec, repeats: false) == nil)
      // A byte before it may be the same by chance.
      #expect((3002...3004).contains(place(type, codec, repeats: true) ?? 0))
    }
    for (type, codec) in [(6, VideoCodec.h264), (12, .h264), (38, .hevc), (39, .hevc)] as [(UInt8, VideoCodec)] {
      #expect(place(type, codec, repeats: true) == nil)
    }
  }

  @Test("text in a slice is found, with either of H.264's coders; what fills up a slice, and empty rows, are none")
  func text() {
    var random = SeededRandom(seed: 6)
    let noise = (0..<3000).map { _ in UInt8.random(in: 1...255, using: &random) }
    func found(_ middle: [UInt8], behind: [UInt8], isArithmetic: Bool = true) -> StrayBytes? {
      let unit = [0x65] + noise + middle + behind
      let bytes = [0, 0, UInt8(unit.count >> 8), UInt8(unit.count & 0xff)] + unit
      return bytes.withUnsafeBytes {
        CodedUnits.strayBytes(in: $0, lengthBytes: 4, codec: .h264, isArithmetic: isArithmetic)
      }
    }
    let text = (0..<300).map { _ in UInt8.random(in: 0x20...0x7e, using: &random) }
    for isArithmetic in [true, false] {
      #expect(found(text, behind: noise, isArithmetic: isArithmetic)?.kind == .text)
      #expect(found(Array(text.prefix(200)), behind: noise, isArithmetic: isArithmetic) == nil)
      #expect(found([UInt8](repeating: 0x28, count: 300), behind: noise, isArithmetic: isArithmetic) == nil)
    }
    #expect(found([0x80], behind: (0..<900).map { $0 % 3 == 2 ? 3 : 0 }) == nil)
    // 68 rows of 7 bytes.
    #expect(found((0..<476).map { [0x5a, 0x19, 0xc3, 0x11, 0x77, 0x41, 0x80][$0 % 7] }, behind: noise) == nil)
  }
}
