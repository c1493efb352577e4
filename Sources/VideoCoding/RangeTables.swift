import MediaCore

/// Tables that move a picture between video range and full range, sample by sample.
struct RangeTables {
  private let luma: [UInt8]
  private let chroma: [UInt8]

  private static let (full, video) = (RangeTables(to: .full), RangeTables(to: .video))

  static func towards(_ range: ColorRange) -> RangeTables { range == .full ? full : video }

  /// ITU-R BT.601 puts luma on 16…235 and colour differences on 16…240 in video range.
  private init(to range: ColorRange) {
    func table(_ map: (Int) -> Int) -> [UInt8] {
      (0..<256).flatMap { [UInt8](repeating: UInt8(clamping: map($0)), count: 4) }
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

  func apply(to planes: PlaneTriple) {
    planes.luma.map(by: luma)
    planes.cb.map(by: chroma)
    planes.cr.map(by: chroma)
  }
}
