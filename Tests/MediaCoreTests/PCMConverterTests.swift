import MediaCore
import Testing

struct PCMConverterTests {
  private func chunk(_ format: SampleFormat, channels: Int = 1, frames: Int, _ bytes: [UInt8]) -> AudioChunk {
    AudioChunk(
      format: AudioFormat(sampleRate: 48_000, channelCount: channels, sampleFormat: format), position: 0,
      frameCount: frames, time: .zero, isFiller: false,
      storage: bytes.withUnsafeBytes { FrameStorage(copying: $0) })
  }

  private func bytes<Sample>(_ samples: [Sample]) -> [UInt8] { samples.withUnsafeBytes { Array($0) } }

  @Test("every 16-bit value survives the way to floats and back")
  func int16RoundTrip() throws {
    let samples = (Int16.min...Int16.max).map { $0 }
    let floats = try PCMConverter.floats(of: chunk(.s16, frames: samples.count, bytes(samples)))
    #expect(floats.count == samples.count)
    #expect(floats.first == -1 && floats[32_768] == 0 && floats[32_769] == 1 / 32_768)
    var result: [UInt8] = []
    PCMConverter.appendInt16Bytes(of: floats.span, to: &result)
    #expect(result == bytes(samples))
  }

  @Test("32-bit and floating-point samples mean the same as 16-bit ones")
  func otherFormats() throws {
    let values: [Int16] = [0, 1, -1, 1000, -1000, .max, .min]
    let expected = values.map { Float($0) / 32_768 }
    for (format, source) in [
      (SampleFormat.s16, bytes(values)), (.s32, bytes(values.map { Int32($0) << 16 })), (.float, bytes(expected)),
    ] {
      let floats = try PCMConverter.floats(of: chunk(format, frames: values.count, source))
      #expect(floats == expected)
      var result: [UInt8] = [7]
      PCMConverter.appendInt16Bytes(of: floats.span, to: &result)
      #expect(result == [7] + bytes(values))
    }
  }

  @Test("samples may lie at any address, and a last incomplete one is left out", arguments: SampleFormat.allCases)
  func misaligned(format: SampleFormat) {
    let values = (0..<5000).map { Int16(truncatingIfNeeded: $0 &* 37) }
    let source =
      switch format {
      case .s16: bytes(values)
      case .s32: bytes(values.map { Int32($0) << 16 })
      case .float: bytes(values.map { Float($0) / 32_768 })
      }
    let floats = ([0xff] + source + [1]).withUnsafeBytes {
      PCMConverter.floats(of: UnsafeRawBufferPointer(rebasing: $0[1...]), as: format)
    }
    #expect(floats == values.map { Float($0) / 32_768 })
  }

  @Test("what lies outside −1 to 1 is clipped")
  func clipping() {
    let loud: [Float] = [-2, 2, -1, 1, .infinity, -.infinity, -.greatestFiniteMagnitude, .greatestFiniteMagnitude]
    var result: [UInt8] = []
    PCMConverter.appendInt16Bytes(of: loud.span, to: &result)
    #expect(result == bytes([.min, .max, .min, .max, .max, .min, .min, .max] as [Int16]))
  }

  @Test("a chunk with fewer bytes than frames is an error", arguments: SampleFormat.allCases)
  func truncated(format: SampleFormat) throws {
    for frames in [3, -1, Int.max, Int.min] {
      let chunk = chunk(format, channels: 2, frames: frames, [UInt8](repeating: 0, count: 2 * 2 * format.bytes + 1))
      let error = try #require(throws: CodingError.self) { try PCMConverter.floats(of: chunk) }
      #expect(error.code == .truncated)
    }
  }
}
