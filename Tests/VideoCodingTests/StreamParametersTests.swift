import MediaCore
import Testing

@testable import VideoCoding

/// What parameter sets tell of the pictures.
@Suite struct StreamParametersTests {
  /// The payload of an `hvcC` with one picture parameter set, up to the offsets of the two colours: ITU-T H.265, 7.3.2.3.
  private func record(blue: Int, red: Int) -> [UInt8] {
    func signed(_ value: Int) -> String {
      let code = String(1 + (value > 0 ? 2 * value - 1 : -2 * value), radix: 2)
      return String(repeating: "0", count: code.count - 1) + code
    }
    // Numbers 0 and 0, flags and extra bits, two counts and the quality of 0, and three more flags.
    var bits = "11" + "0000000" + "111" + "000" + signed(blue) + signed(red) + "0000000001"
    bits += String(repeating: "0", count: (8 - bits.count % 8) % 8)
    let payload = stride(from: 0, to: bits.count, by: 8).map { place in
      UInt8(bits.dropFirst(place).prefix(8), radix: 2) ?? 0
    }
    let unit: [UInt8] = [34 << 1, 1] + payload
    return [UInt8](repeating: 0, count: 22) + [1, 0x80 | 34, 0, 1, 0, UInt8(unit.count)] + unit
  }

  @Test("colours that are coded by two measures are told", arguments: [(2, 2), (0, 0), (-6, -6), (-2, 2), (6, 0)])
  func chroma(blue: Int, red: Int) {
    let problem = StreamParameters(record: record(blue: blue, red: red), codec: .hevc).chromaProblem
    #expect((problem == nil) == (blue == red))
    #expect(problem?.contains("(\(blue)) than red (\(red))") != false)
  }
}
