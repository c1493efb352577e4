/// Turns samples as devices deliver them into floating point from −1 to 1, and back to 16 bits.
///
/// 16-bit samples survive the way there and back unchanged. Bytes are little-endian, as the formats say.
public enum PCMConverter {
  /// Returns the samples of a chunk, interleaved as they are.
  /// - Throws: ``MediaCore/CodingError`` with `.truncated` when the chunk holds fewer frames than it says.
  public static func floats(of chunk: AudioChunk) throws(CodingError) -> [Float] {
    try chunk.storage.withBytes { (bytes) throws(CodingError) in
      let (needed, overflow) = chunk.frameCount.multipliedReportingOverflow(by: chunk.format.frameBytes)
      guard !overflow, needed >= 0, needed <= bytes.count else {
        throw CodingError(
          .truncated, context: "\(chunk.format)",
          message: "A chunk of \(chunk.frameCount) frames has only \(bytes.count) bytes. Treat the rest as lost.")
      }
      return floats(of: UnsafeRawBufferPointer(rebasing: bytes[..<needed]), as: chunk.format.sampleFormat)
    }
  }

  /// Returns the samples in `bytes`; a last incomplete one is left out.
  public static func floats(of bytes: UnsafeRawBufferPointer, as format: SampleFormat) -> [Float] {
    let count = bytes.count / format.bytes
    guard count > 0, let start = bytes.baseAddress else { return [] }
    // Products that cannot overflow, and are not checked: several samples are converted at a time.
    return [Float](unsafeUninitializedCapacity: count) { result, initialized in
      switch format {
      case .s16:
        for index in 0..<count {
          result[index] = Float(start.loadUnaligned(fromByteOffset: 2 &* index, as: Int16.self)) / 32_768
        }
      case .s32:
        for index in 0..<count {
          let sample = start.loadUnaligned(fromByteOffset: 4 &* index, as: Int32.self)
          result[index] = Float(Double(sample) / 2_147_483_648)
        }
      case .float:
        UnsafeMutableRawBufferPointer(result).copyMemory(from: UnsafeRawBufferPointer(start: start, count: 4 * count))
      }
      initialized = count
    }
  }

  /// Returns a sample as 16 bits: rounded, halves to the even one, and clipped outside −1 to 1. NaN becomes 0.
  @inline(__always)
  public static func int16(_ sample: Float) -> Int16 {
    let scaled = sample * 32_768
    let above = scaled > -32_768 ? scaled : -32_768
    // Beside 1.5 × 2²³ a float has whole numbers only: the sum is rounded as it is to be, and its last bits are the
    // result. Larger floats have larger bits, infinity too. No step of this branches or traps, so that several samples
    // are converted at a time.
    let whole = Int32(bitPattern: (above + 12_582_912).bitPattern) &- 0x4b40_0000
    let clipped = Int16(truncatingIfNeeded: max(-32_768, min(32_767, whole)))
    return sample == sample ? clipped : 0
  }

  /// Appends samples as 16-bit little-endian bytes: rounded to the nearest, clipped outside −1 to 1.
  public static func appendInt16Bytes(of samples: Span<Float>, to bytes: inout [UInt8]) {
    // On the stack, because appending a whole block is a plain copy.
    withUnsafeTemporaryAllocation(of: Int16.self, capacity: 2048) { block in
      samples.withUnsafeBufferPointer { samples in
        for start in stride(from: 0, to: samples.count, by: block.count) {
          let stretch = UnsafeBufferPointer(rebasing: samples[start..<min(start + block.count, samples.count)])
          for index in 0..<stretch.count { block[index] = int16(stretch[index]) }
          bytes.append(contentsOf: UnsafeRawBufferPointer(start: block.baseAddress, count: 2 * stretch.count))
        }
      }
    }
  }
}
