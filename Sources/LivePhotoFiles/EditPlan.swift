import MediaCore
import MovieCoding

/// An edit applied to a given pair: the frames and times that it means.
struct EditPlan {
  /// The movie's frames, before the edit.
  let shown: [ShownSample]
  let frames: [TimeRange]
  /// The still's time after the edit, on the timeline before it.
  let stillTime: MediaTime
  /// The frame that becomes the still; `nil` keeps the old one.
  let keyFrame: Int?
  /// The frames that are laid one on the other; `nil` for none.
  let exposedFrames: Range<Int>?
  /// The part of the movie that is kept; `nil` for all of it.
  let trim: TimeRange?
  private(set) var notes: [String] = []

  var hasNewStill: Bool { keyFrame != nil || exposedFrames != nil }

  /// The still's time in the new movie.
  var newStillTime: MediaTime { stillTime - (trim?.start ?? .zero) }

  /// - Throws: `LivePhotoError` with `.invalidSetting` for times outside of the movie or of each other, with
  ///   `.unsupported` for a movie that shows nothing.
  init(_ request: EditRequest, movie: MovieFile, path: String) throws(LivePhotoError) {
    (shown, frames) = try Self.pictures(of: movie, path: path)
    let end = frames[frames.count - 1].end
    let length = movie.length.isNumeric && movie.length > .zero ? movie.length : end
    let old = movie.stillTime
    let settled = old ?? frames[Self.nearest(to: length.multiplied(by: 1, over: 2), in: frames)].start
    if old == nil { notes.append("The movie did not say where the still falls; now it does: in the middle.") }

    if let time = request.keyTime {
      guard time.isNumeric, time >= .zero, time < max(length, end) else {
        throw Self.refused(
          path,
          "The key photo's time of \(time.text) is not in the movie, which lasts \(length.text). Choose an "
            + "earlier one.")
      }
      var frame = Self.nearest(to: time, in: frames)
      if frames[frame].start <= .zero, frames.indices.contains(frame + 1) {
        // Programs show a still at the very beginning without its movie.
        frame += 1
        notes.append("The first picture is no place for a still; the key photo is the second.")
      }
      if frame == Self.nearest(to: settled, in: frames) {
        (keyFrame, stillTime) = (nil, settled)
        if !request.isLongExposure {
          notes.append("The key photo is that frame's already: the still is kept as it is.")
        }
      } else {
        (keyFrame, stillTime) = (frame, frames[frame].start)
      }
    } else {
      (keyFrame, stillTime) = (nil, settled)
    }
    if let wish = request.trim {
      let part = try Self.part(wish, length: length, stillTime: settled, newStillTime: stillTime, path: path)
      // The movie can be cut at its own ticks only.
      let scale = max(1, Int32(clamping: movie.timescale))
      trim = TimeRange(
        start: part.start.converted(toTimescale: scale), end: part.end.converted(toTimescale: scale))
    } else {
      trim = nil
    }
    let window = trim ?? TimeRange(start: .zero, end: max(length, end))
    exposedFrames = request.isLongExposure ? Self.frames(in: window, of: frames) : nil
  }

  /// The pictures that a movie shows, and when; at least one.
  static func pictures(
    of movie: MovieFile, path: String
  ) throws(LivePhotoError) -> (shown: [ShownSample], times: [TimeRange]) {
    let message = "The movie's pictures cannot be listed. Take another copy of it."
    let shown = try LivePhotoError.naming(path, message) { () throws(MovieError) in try movie.shownFrames() }
    guard !shown.isEmpty else {
      throw LivePhotoError(.unsupported, context: path, message: "The movie shows no picture. Take another one.")
    }
    return (shown, shown.map { TimeRange(start: $0.time, duration: $0.duration) })
  }

  static func nearest(to time: MediaTime, in frames: [TimeRange]) -> Int {
    frames.indices.min { (frames[$0].start - time).magnitude < (frames[$1].start - time).magnitude } ?? 0
  }

  /// The frames of which something is shown in a part of the movie; at least one.
  static func frames(in window: TimeRange, of frames: [TimeRange]) -> Range<Int> {
    let first = frames.firstIndex { $0.end > window.start } ?? frames.count
    let end = frames.firstIndex { $0.start >= window.end } ?? frames.count
    let start = min(first, max(0, frames.count - 1))
    return start..<max(end, start + 1)
  }

  /// A wished part of a movie as its beginning and end.
  static func part(
    _ wish: EditTrim, length: MediaTime, stillTime: MediaTime?, newStillTime: MediaTime?, path: String
  ) throws(LivePhotoError) -> TimeRange {
    let (start, end) = (wish.start ?? .zero, wish.end ?? length)
    guard start.isNumeric, end.isNumeric, start >= .zero, start < end, end <= length else {
      throw refused(
        path,
        "The part from \(start.text) to \(end.text) is empty or not in the movie, which lasts \(length.text). "
          + "Choose one inside.")
    }
    let part = TimeRange(start: start, end: end)
    if let newStillTime, !part.contains(newStillTime) {
      let advice =
        newStillTime == stillTime
        ? "Choose a part that has it, or another key photo by --key-time." : "Choose a part that has it."
      throw refused(
        path,
        "The still falls at \(newStillTime.text), outside of the part from \(start.text) to \(end.text). \(advice)")
    }
    if let newStillTime, newStillTime == start, start > .zero {
      throw refused(
        path,
        "The still would be the first picture of the part from \(start.text), where programs show it without its "
          + "movie. Begin a little earlier.")
    }
    return part
  }

  private static func refused(_ path: String, _ message: String) -> LivePhotoError {
    LivePhotoError(.invalidSetting, context: path, message: message)
  }
}
