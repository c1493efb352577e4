import MediaCore

/// Tables that move a picture between video range and full range, sample by sample.
struct RangeTables {
  private let luma: [UInt8]
  private let chroma: [UInt8]

  /// Tables towards `range`. ITU-R BT.601 puts luma on 16…235 and colour differences on 16…240 in video range.
  init(to range: ColorRange) {
    func table(_ map: (Int) -> Int) -> [UInt8] {
      var bytes = [UInt8]()
      bytes.reserveCapacity(1024)
      for value in 0..<256 {
        let mapped = UInt8(clamping: map(value))
        for _ in 0..<4 { bytes.append(mapped) }
      }
      return bytes
    }
    func scaled(_ value: Int, by top: Int, over bottom: Int) -> Int {
      let product = value * top * 2
      return (product + (product < 0 ? -bottom : bottom)) / (2 * bottom)
    }
    switch range {
    case .full:
      luma = table { scaled($0 - 16, by: 255, over: 219) }
      chroma = table { scaled($0 - 128, by: 255, over: 224) + 128 }
    case .video:
      luma = table { scaled($0, by: 219, over: 255) + 16 }
      chroma = table { scaled($0 - 128, by: 224, over: 255) + 128 }
    }
  }

  /// Rewrites planes in place. Their strides are multiples of four.
  func apply(to planes: PlaneTriple, lumaHeight: Int, chromaHeight: Int) {
    LibYuv.mapPlane(planes.luma, height: lumaHeight, table: luma)
    LibYuv.mapPlane(planes.cb, height: chromaHeight, table: chroma)
    LibYuv.mapPlane(planes.cr, height: chromaHeight, table: chroma)
  }
}
