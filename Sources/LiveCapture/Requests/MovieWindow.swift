import MediaCore

/// The stretch of session time that a Live Photo's movie shows, and what of pictures and sound it takes.
///
/// What is asked for lies around the shutter as configured. What is shown goes from frame to frame.
struct MovieWindow {
  /// The time between the camera's frames; zero without a camera.
  let frameInterval: MediaTime
  private let shutterTime: MediaTime
  /// The instant before which nothing is shown but the still.
  private let earliest: MediaTime
  /// The frame nearest to the shutter when it was pressed, shown even if it lies outside; the still will not be older.
  private let nearest: MediaTime
  private var asked: TimeRange

  init(_ order: PhotoOrder, _ configuration: SessionConfiguration) {
    shutterTime = order.shutterTime
    frameInterval = order.camera?.frameInterval ?? .zero
    earliest = order.features.liveEarliest ?? .negativeInfinity
    nearest = order.camera?.nearest ?? .positiveInfinity
    asked = TimeRange(
      start: min(shutterTime, max(shutterTime - configuration.preRoll, earliest)),
      end: shutterTime + configuration.postRoll)
  }

  /// The range of the frames that the movie shows: the requested range, moved by half a frame to the nearest frames.
  var frames: TimeRange {
    let half = frameInterval.multiplied(by: 1, over: 2)
    return TimeRange(start: asked.start - half, end: asked.end - half)
  }

  var pictures: TimeRange { TimeRange(start: min(frames.start, nearest), end: frames.end) }

  /// The range of the sound that is reserved. The last frame is shown until the next one was taken, and heard as long.
  var sound: TimeRange { TimeRange(start: pictures.start, end: asked.end + frameInterval) }

  /// The earliest time of the last frame: no frame behind one of this time or later belongs to the movie.
  var pictureEnd: MediaTime { max(shutterTime, frames.end - frameInterval.multiplied(by: 3, over: 4)) }

  /// The instant up to which sound has to be there for the movie's sound to be complete.
  var soundEnd: MediaTime { asked.end }

  /// Returns the range that the movie is cut to. The still is shown even if it lies half a frame outside.
  func showing(_ still: MediaTime) -> TimeRange {
    TimeRange(
      start: max(min(frames.start, still), min(earliest, still)),
      end: max(frames.end, still + MediaTime(nanoseconds: 1)))
  }

  /// Ends it early, but not before it begins.
  mutating func end(at end: MediaTime) {
    asked = TimeRange(start: asked.start, end: min(asked.end, max(end, asked.start)))
  }
}
