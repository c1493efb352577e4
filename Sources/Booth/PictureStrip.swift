import MediaCore
import VideoCoding

/// Several stills on one picture, one below the other, as booths print them.
enum PictureStrip {
  private static let side = 800
  private static let margin = 32
  private static let quality = 92

  /// A JPEG of JPEGs.
  /// - Throws: `CodingError` when one cannot be read, or there is no encoder.
  static func jpeg(of stills: [[UInt8]]) throws(CodingError) -> [UInt8] {
    let converter = try FrameConverter()
    var pictures: [I420Picture] = []
    for still in stills {
      let storage = still.withUnsafeBytes { FrameStorage(copying: $0) }
      let picture = try storage.withBytes { bytes throws(CodingError) in
        try converter.picture(ofJPEG: bytes, maximumSide: side)
      }
      pictures.append(try picture.evened())
    }
    let width = (pictures.map(\.width).max() ?? side) + 2 * margin
    let height = pictures.reduce(margin) { $0 + $1.height + margin }
    let paper = try I420Picture(width: width, height: height, range: .full)
    paper.fill(x: 0, y: 0, width: width, height: height, luma: 255)
    var top = margin
    for picture in pictures {
      // Chroma is placed in pairs.
      try paper.place(picture, x: (width - picture.width) / 4 * 2, y: top)
      top += picture.height + margin
    }
    return try JPEGEncoder().encode(paper, quality: quality)
  }
}
