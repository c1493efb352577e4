import CaptureDevices
import Fixtures
import ForeignMedia
import MediaCore

/// The shape of a movie's pictures as frames: their size as a player shows them, and their rate.
struct MovieShape: Sendable {
  let mode: VideoMode
  /// Clockwise quarter turns.
  let quarters: Int
  /// Indicates whether pictures are mirrored, left to right, before they are turned.
  let isMirrored: Bool

  /// Creates the shape of a stream's pictures; `nil` if there can be no such camera.
  init?(_ stream: ForeignStream) {
    guard let video = stream.video else { return nil }
    quarters = video.clockwiseDegrees / 90 & 3
    isMirrored = video.isMirrored
    let stored = (width: (video.width + 1) & ~1, height: (video.height + 1) & ~1)
    let isTall = quarters % 2 != 0
    let (width, height) = isTall ? (stored.height, stored.width) : (stored.width, stored.height)
    guard (2...65_534).contains(width), (2...65_534).contains(height) else { return nil }
    mode = VideoMode(
      format: VideoFormat(pixelFormat: .yu12, width: width, height: height, range: video.color.range ?? .video),
      frameInterval: Self.interval(video.frameRate))
  }

  private static func interval(_ rate: MediaTime?) -> MediaTime {
    let usual = MediaTime(value: 1, timescale: 30)
    guard let rate, rate.isNumeric, let perSecond = Int32(exactly: rate.value), perSecond > 0 else { return usual }
    let interval = MediaTime(value: Int64(rate.timescale), timescale: perSecond)
    return (0.001...10).contains(interval.seconds) ? interval : usual
  }
}
