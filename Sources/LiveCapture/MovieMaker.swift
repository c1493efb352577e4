import MediaCore
import MovieCoding
import VideoCoding

/// Makes the movie's file out of a window of the footage.
struct MovieMaker: Sendable {
  let configuration: SessionConfiguration
  let resolved: ResolvedPhotoSettings
  let orientation: Orientation
  /// What the movie is to show, on the session's clock.
  let window: TimeRange
  let frameInterval: MediaTime
  /// When the still's frame was taken.
  let still: MediaTime
  let model: String
  let wallClock: any WallClock
  let files: any FileStore

  /// What the movie really shows: from its first frame to the end of its last.
  ///
  /// The last frame is shown until the next one was taken, but not beyond the window, unless it was taken so
  /// late in it that one interval is longer.
  func visibleRange(of cut: VideoFootage.Cut, nextFrame: MediaTime?) -> TimeRange {
    let last = cut.samples.last?.time ?? cut.visibleFrom
    let latest = max(window.end, last + frameInterval)
    return TimeRange(start: cut.visibleFrom, end: min(nextFrame ?? latest, latest))
  }

  func make(
    _ video: VideoFootage.Cut, nextFrame: MediaTime?, _ audio: AudioFootage.Cut?
  ) -> Result<CapturedMovie, CaptureError> {
    .failure(CaptureError(.encodingFailed, message: ""))
  }
}
