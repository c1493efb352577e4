import MediaCore
import VideoCoding

/// A movie's pictures, which are decoded when they are asked for.
protocol FrameStream {
  /// The times at which the pictures are shown: on the movie's timeline, ascending.
  var times: [TimeRange] { get }

  /// Calls `body` with the pictures of some frames, in order. All have the same size and range. What is handed over
  /// is not written again.
  func forEachPicture(in range: Range<Int>, _ body: (Int, I420Picture) throws -> Void) throws
}

extension FrameStream {
  /// The picture of one frame.
  /// - Throws: `LivePhotoError` with `.malformed` when it cannot be had.
  func picture(of frame: Int, file: String) throws -> I420Picture {
    var found: I420Picture?
    try forEachPicture(in: frame..<(frame + 1)) { _, picture in found = picture }
    guard let found else {
      throw LivePhotoError(
        .malformed, context: file, message: "Frame \(frame) cannot be decoded. Choose another time.")
    }
    return found
  }
}
