import MediaCore
import VideoCoding

extension DNGWriter {
  static func samplesDirectory(
    _ samples: [UInt16], _ coding: BayerCoding, _ format: VideoFormat
  ) -> TIFFDirectory {
    let (width, height) = (UInt32(clamping: format.width), UInt32(clamping: format.height))
    let data = data(samples, coding)
    var raw = TIFFDirectory()
    raw[0x00fe] = .long([0])  // the main image
    raw[0x0100] = .long([width])
    raw[0x0101] = .long([height])
    raw[0x0102] = .short([coding.bitsPerSample == 8 ? 8 : 16])
    raw[0x0103] = .short([1])  // not compressed
    raw[0x0106] = .short([32803])  // colour filter array
    raw[0x0111] = .offset(of: data)
    raw[0x0115] = .short([1])
    raw[0x0116] = .long([height])
    raw[0x0117] = .long([UInt32(clamping: data.count)])
    raw[0x011c] = .short([1])
    raw[0x828d] = .short([2, 2])
    raw[0x828e] = .byte(coding.pattern.colors.map { UInt8($0.rawValue) })
    raw[0xc616] = .byte([0, 1, 2])  // CFAPlaneColor: red, green, blue
    raw[0xc617] = .short([1])  // CFALayout: rectangular
    setLevels(coding, format.light, &raw)
    raw[0xc61e] = .rational([(1, 1), (1, 1)])  // DefaultScale
    raw[0xc61f] = .long([0, 0])  // DefaultCropOrigin
    raw[0xc620] = .long([width, height])  // DefaultCropSize
    raw[0xc62d] = .long([0])  // BayerGreenSplit: both greens are alike
    raw[0xc65c] = .rational([(1, 1)])  // BestQualityScale
    raw[0xc68d] = .long([0, 0, height, width])  // ActiveArea: top, left, bottom, right
    return raw
  }

  /// Bytes, or big-endian words as the rest of the file.
  private static func data(_ samples: [UInt16], _ coding: BayerCoding) -> [UInt8] {
    if coding.bitsPerSample == 8 { return samples.map { UInt8(truncatingIfNeeded: $0) } }
    return [UInt8](unsafeUninitializedCapacity: 2 * samples.count) { target, count in  // two bytes a sample
      samples.withUnsafeBufferPointer { samples in
        let bytes = UnsafeMutableRawBufferPointer(target)
        for index in samples.indices {
          bytes.storeBytes(of: samples[index].bigEndian, toByteOffset: 2 &* index, as: UInt16.self)
        }
      }
      count = target.count
    }
  }

  /// Black and white. Where samples follow a curve, the table that undoes it has the levels in it already.
  private static func setLevels(_ coding: BayerCoding, _ light: LightCoding, _ raw: inout TIFFDirectory) {
    let white = coding.maximumSample
    raw[0xc619] = .short([1, 1])  // BlackLevelRepeatDim
    if light == .linear {
      raw[0xc61a] = .rational([(0, 256)])
      raw[0xc61d] = .long([UInt32(clamping: white)])
      return
    }
    raw[0xc618] = .short(
      (0...white).map { UInt16((65_535 * LightCurve.linear(Double($0) / Double(white))).rounded()) })
    raw[0xc61a] = .rational([(0, 1)])
    raw[0xc61d] = .long([65_535])
  }
}
