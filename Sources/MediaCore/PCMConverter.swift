/// Turns samples as devices deliver them into floating point from −1 to 1, and back to 16 bits.
///
/// 16-bit samples survive the way there and back unchanged. Bytes are little-endian, as the formats say.
public enum PCMConverter {
  /// Samples converted at a time, in memory of the stack: appending whole blocks is a plain copy.
  private static let blockSamples = 2048

  /// Appends the samples of a chunk, interleaved as they are.
  /// - Throws: ``MediaCore/CodingError`` with `.truncated` when the chunk holds fewer frames than it says.
  public static func appendFloats(of chunk: AudioChunk, to samples: inout [Float]) throws(CodingError) {
    try chunk.storage.withBytes { (bytes) throws(CodingError) in
      let used = try checked(bytes, frameCount: chunk.frameCount, format: chunk.format)
      appendFloats(of: used, as: chunk.format.sampleFormat, to: &samples)
    }
  }

  /// Appends the samples in `bytes`; a last incomplete one is left out.
  public static func appendFloats(
    of bytes: UnsafeRawBufferPointer, as format: SampleFormat, to samples: inout [Float]
  ) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: blockSamples) { result in
      forEachBlock(of: bytes, sampleBytes: format.bytes) { block, count in
        switch format {
        case .s16:
          let source = block.assumingMemoryBound(to: Int16.self)
          for index in 0..<count { result[index] = Float(source[index]) / 32_768 }
        case .s32:
          let source = block.assumingMemoryBound(to: Int32.self)
          for index in 0..<count { result[index] = Float(Double(source[index]) / 2_147_483_648) }
        case .float:
          UnsafeMutableRawBufferPointer(result).copyMemory(from: UnsafeRawBufferPointer(start: block, count: 4 * count))
        }
        samples.append(contentsOf: result[..<count])
      }
    }
  }

  /// Returns a sample as 16 bits: rounded, halves to the even one, and clipped outside −1 to 1. NaN becomes 0.
  @inline(__always)
  public static func int16(_ sample: Float) -> Int16 {
    let scaled = sample * 32_768
    let above = scaled > -32_768 ? scaled : -32_768
    let clipped = above < 32_767 ? above : 32_767
    // Beside 1.5 × 2²³ a float has whole numbers only: the sum is rounded as it is to be, and its last bits are the
    // result. No step of this branches or traps, so that several samples are converted at a time.
    let rounded = (scaled == scaled ? clipped : 0) + 12_582_912
    return Int16(truncatingIfNeeded: rounded.bitPattern)
  }

  /// Appends samples as 16-bit little-endian bytes: rounded to the nearest, clipped outside −1 to 1.
  public static func appendInt16Bytes(of samples: Span<Float>, to bytes: inout [UInt8]) {
    samples.withUnsafeBytes { source in
      withUnsafeTemporaryAllocation(of: Int16.self, capacity: blockSamples) { result in
        forEachBlock(of: source, sampleBytes: 4) { block, count in
          let source = block.assumingMemoryBound(to: Float.self)
          for index in 0..<count { result[index] = int16(source[index]) }
          bytes.append(contentsOf: UnsafeRawBufferPointer(result)[..<(2 * count)])
        }
      }
    }
  }

  /// Calls `body` with one stretch of samples after another, each copied to where its type may lie.
  private static func forEachBlock(
    of bytes: UnsafeRawBufferPointer, sampleBytes: Int, _ body: (UnsafeRawPointer, Int) -> Void
  ) {
    withUnsafeTemporaryAllocation(byteCount: blockSamples * sampleBytes, alignment: 16) { aligned in
      guard let start = aligned.baseAddress else { return }
      let total = bytes.count / sampleBytes
      var done = 0
      while done < total {
        let count = min(blockSamples, total - done)
        let range = (done * sampleBytes)..<((done + count) * sampleBytes)
        aligned.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
        body(UnsafeRawPointer(start), count)
        done += count
      }
    }
  }

  private static func checked(
    _ bytes: UnsafeRawBufferPointer, frameCount: Int, format: AudioFormat
  ) throws(CodingError) -> UnsafeRawBufferPointer {
    let (needed, overflow) = frameCount.multipliedReportingOverflow(by: format.frameBytes)
    guard !overflow, needed >= 0, needed <= bytes.count else {
      throw CodingError(
        .truncated, context: "\(format)",
        message: "A chunk of \(frameCount) frames has only \(bytes.count) bytes. Treat the rest as lost.")
    }
    return UnsafeRawBufferPointer(rebasing: bytes[..<needed])
  }
}
