import ISOBoxes
package import MediaCore

extension MovieEditor {
  /// Shows only a part of the movie, by edit lists: no sample is lost, and those that the first picture needs to be
  /// decoded stay where they are.
  ///
  /// Both ends are rounded to the movie's timescale. Sound, timed metadata and the still's place move along.
  /// - Throws: ``MovieError`` with `.stillOutsideWindow` when the still would not be in the part, with
  ///   `.invalidParameter` when the part is empty or not inside the movie.
  package mutating func trim(to range: TimeRange) throws(MovieError) {
    guard let scale = Int32(exactly: header.timescale), range.isValid, range.start.isNumeric, range.end.isNumeric
    else {
      throw MovieError(.invalidParameter, context: file.name, message: "The part to be kept has no end.")
    }
    let (first, last) = (
      range.start.converted(toTimescale: scale).value, range.end.converted(toTimescale: scale).value
    )
    guard first >= 0, first < last, UInt64(last) <= header.duration else {
      throw MovieError(
        .invalidParameter, context: file.name,
        message: "The part from \(range.start.seconds) s to \(range.end.seconds) s does not lie inside the movie, "
          + "which has \(file.time(header.duration).seconds) s.")
    }
    let (name, window) = (file.name, UInt64(first)..<UInt64(last))
    let movieScale = Int64(scale)
    try updateTracks { (track) throws(MovieError) in
      try track.trim(to: window, movieTimescale: movieScale, name: name)
    }
    header.duration = window.upperBound - window.lowerBound
  }
}
