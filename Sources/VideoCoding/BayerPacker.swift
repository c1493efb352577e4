import MediaCore

/// Writes rows of samples as raw formats have them: the other direction of ``BayerUnpacker``.
struct BayerPacker {
  let coding: BayerCoding
  let light: LightCoding
  /// The sample for each of the 256 levels of a picture.
  private let samples: [UInt16]

  /// Creates a packer of levels that are ready to be shown, moved to what `light` says.
  init(_ coding: BayerCoding, light: LightCoding) {
    (self.coding, self.light) = (coding, light)
    let maximum = Double(coding.maximumSample)
    samples = (0...255).map { level in
      let value = Double(level) / 255
      return UInt16((maximum * (light == .linear ? LightCurve.linear(value) : value)).rounded())
    }
  }

  /// Packs one row of levels, of which `width` can be read and `coding.rowBytes(width:)` bytes written. What is left
  /// of a last group becomes zero.
  func pack(_ levels: UnsafePointer<UInt8>, to target: UnsafeMutableRawPointer, width: Int) {
    let bytes = target.assumingMemoryBound(to: UInt8.self)
    samples.withUnsafeBufferPointer { samples in
      switch (coding.packing, coding.bitsPerSample) {
      case (.mipi, 10): packGroups(of: 4, low: 2, levels, samples, to: bytes, width: width)
      case (.mipi, 12): packGroups(of: 2, low: 4, levels, samples, to: bytes, width: width)
      case (_, 8): for x in 0..<width { bytes[x] = UInt8(truncatingIfNeeded: samples[Int(levels[x])]) }
      default:
        for x in 0..<width {
          target.storeBytes(of: samples[Int(levels[x])].littleEndian, toByteOffset: 2 &* x, as: UInt16.self)
        }
      }
    }
  }

  private func packGroups(
    of size: Int, low: Int, _ levels: UnsafePointer<UInt8>, _ samples: UnsafeBufferPointer<UInt16>,
    to target: UnsafeMutablePointer<UInt8>, width: Int
  ) {
    var group = target
    var x = 0
    while x < width {
      var rest: UInt16 = 0
      for index in 0..<size {
        let sample = x &+ index < width ? samples[Int(levels[x &+ index])] : 0
        group[index] = UInt8(truncatingIfNeeded: sample >> UInt16(truncatingIfNeeded: low))
        rest |= (sample & (1 << UInt16(truncatingIfNeeded: low) &- 1)) << UInt16(truncatingIfNeeded: low &* index)
      }
      group[size] = UInt8(truncatingIfNeeded: rest)
      group += size &+ 1
      x &+= size
    }
  }
}
