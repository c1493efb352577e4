import ByteCoding
import LivePhotoFiles
import MediaCore
import Printing
import VideoCoding

/// A picture laid out on a sheet of paper.
enum PrintSheet {
  private static let quality = 95
  // A picture of nearly the sheet's shape loses its edges and fills it; of another one nothing is lost.
  private static let mostLost = 0.25

  /// A JPEG of the paper's size with a picture on it, turned so that it is as large as can be. A strip that leaves room
  /// for another one stands there twice, to be cut apart.
  /// - Throws: `CodingError` when the picture cannot be read.
  static func jpeg(of picture: any ByteSource, on paper: PrintPaper) throws(CodingError) -> [UInt8] {
    var picture = try PosterPicture.picture(ofStill: picture, side: 2 * max(paper.width, paper.height)).evened()
    if (picture.width > picture.height) != (paper.width > paper.height) {
      picture = try picture.turned(clockwiseQuarters: 1)
    }
    let sheet = try I420Picture(width: paper.width, height: paper.height, range: .full)
    sheet.fill(x: 0, y: 0, width: sheet.width, height: sheet.height, luma: 255)
    let shape = Double(picture.width) / Double(picture.height)
    let ratio = shape / (Double(paper.width) / Double(paper.height))
    if min(ratio, 1 / ratio) >= 1 - mostLost {
      try place(
        try cut(picture, to: Double(paper.width) / Double(paper.height)), in: (0, 0, paper.width, paper.height), sheet)
    } else if ratio <= 0.55 {
      let half = paper.width / 2
      for column in 0..<2 { try place(picture, in: (column * half, 0, half, paper.height), sheet) }
    } else if ratio >= 1 / 0.55 {
      let half = paper.height / 2
      for row in 0..<2 { try place(picture, in: (0, row * half, paper.width, half), sheet) }
    } else {
      try place(picture, in: (0, 0, paper.width, paper.height), sheet)
    }
    return try JPEGEncoder().encode(sheet, quality: quality)
  }

  /// The middle of a picture that has a shape.
  private static func cut(_ picture: I420Picture, to shape: Double) throws(CodingError) -> I420Picture {
    let width = min(picture.width, Int((Double(picture.height) * shape).rounded()))
    let height = min(picture.height, Int((Double(picture.width) / shape).rounded()))
    return try picture.cropped(
      x: (picture.width - width) / 4 * 2, y: (picture.height - height) / 4 * 2, width: width, height: height)
  }

  /// Scales a picture into the middle of a rectangle.
  private static func place(
    _ picture: I420Picture, in space: (x: Int, y: Int, width: Int, height: Int), _ sheet: I420Picture
  ) throws(CodingError) {
    let scale = min(Double(space.width) / Double(picture.width), Double(space.height) / Double(picture.height))
    func side(_ length: Int, _ limit: Int) -> Int { max(2, min(limit, Int((Double(length) * scale).rounded())) & ~1) }
    let scaled = try I420Picture(
      width: side(picture.width, space.width), height: side(picture.height, space.height), range: .full)
    scaled.scale(picture)
    // Colours are placed in pairs.
    func middle(_ start: Int, _ length: Int, _ own: Int) -> Int { (start + (length - own) / 2) & ~1 }
    try sheet.place(
      scaled, x: middle(space.x, space.width, scaled.width), y: middle(space.y, space.height, scaled.height))
  }
}
