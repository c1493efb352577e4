import ByteCoding
import MediaCore
package import VideoCoding

/// A wigglegram: what cameras that stand side by side saw at one instant, shown forth and back, so that depth is seen.
package enum Wigglegram {
  /// The time for which each view is shown.
  static let step = MediaTime(value: 3, timescale: 20)
  // Players take a moment at the end of a file, which shows in a short one.
  private static let shortest = MediaTime(value: 2, timescale: 1)

  /// An MP4 of the views, in the order in which the cameras stand. It has the first one's size; the others are cut to
  /// its shape.
  /// - Throws: `CodingError` with `.invalidSetting` for less than two views; `MovieError` when it cannot be laid out.
  package static func mp4(of views: [I420Picture]) throws -> [UInt8] {
    guard let first = views.first, views.count > 1 else {
      throw CodingError(
        .invalidSetting, context: "wigglegram",
        message: "It takes the pictures of two cameras at least. See to it that all cameras deliver.")
    }
    let (width, height) = (first.width & ~1, first.height & ~1)
    let pictures = try views.map { try filling(width, height, with: $0).inRange(.video) }
    let round = Array(pictures.indices) + pictures.indices.dropFirst().dropLast().reversed()
    let sink = try MP4Sink(nil, width: width, height: height, interval: step)
    var length = MediaTime.zero
    while length < shortest {
      for view in round {
        try sink.append(pictures[view], duration: step)
        length += step
      }
    }
    return try sink.finish().contents()
  }

  /// The middle of a picture that has a shape, in that size.
  private static func filling(_ width: Int, _ height: Int, with picture: I420Picture) throws(CodingError) -> I420Picture
  {
    guard picture.width != width || picture.height != height else { return picture }
    let scale = min(Double(picture.width) / Double(width), Double(picture.height) / Double(height))
    let (wide, high) = (Int(Double(width) * scale) & ~1, Int(Double(height) * scale) & ~1)
    let part = try picture.cropped(
      x: (picture.width - wide) / 2 & ~1, y: (picture.height - high) / 2 & ~1, width: wide, height: high)
    let result = try I420Picture(width: width, height: height, range: picture.range)
    result.scale(part)
    return result
  }
}
