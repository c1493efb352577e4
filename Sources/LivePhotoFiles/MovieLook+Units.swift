import ByteCoding
import MediaCore
import MovieCoding

extension MovieLook {
  /// The look, and whether the bytes of all coded pictures of H.264 and HEVC and of the timed metadata make sense: most
  /// of what was overwritten shows without being decoded.
  /// - Throws: `CancellationError`.
  func readingUnits(of movie: MovieFile, _ source: any ByteSource) throws -> MovieLook {
    var result = self
    result.unitProblem = try movie.unitProblem(in: source)
    if isWhole, result.unitProblem == nil {
      for track in movie.pictureTracks where result.unitProblem == nil {
        result.unitProblem = try CodedTrackCheck(track)?.endProblem(in: source)
      }
    }
    for track in movie.tracks where result.metadataProblem == nil {
      try Task.checkCancellation()
      result.metadataProblem = track.timedMetadataProblem(in: source)
    }
    return result
  }
}

extension MovieFile {
  /// Returns what makes no sense in the coded pictures, without decoding them; `nil` if no problem is found.
  /// - Throws: `CancellationError`.
  func unitProblem(in source: any ByteSource) throws -> String? {
    for track in pictureTracks {
      if let problem = try CodedTrackCheck(track)?.problem(in: source) { return problem }
    }
    return nil
  }
}
