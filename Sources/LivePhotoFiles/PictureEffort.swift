import ByteCoding
import MovieCoding
import StillCoding

/// The pictures that are decoded to judge a Live Photo.
public enum PictureEffort: String, Sendable, CaseIterable, Codable, Comparable {
  /// None: metadata, tracks and tables alone count.
  case none
  /// The still in small, and one of the movie's pictures at or near the still's time; more where these are not alike.
  case key
  /// The still, and every picture of the movie.
  case full

  /// Returns a Boolean value that indicates whether the first effort decodes less than the second.
  public static func < (one: Self, other: Self) -> Bool {
    (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
  }
}

/// An error that explains why there is no picture: the still's bytes break off, or make no sense.
struct DamagedStill: Error, CustomStringConvertible {
  let description: String

  /// Throws it for a still that is damaged, as far as its structure tells, or all of its bytes.
  static func check(_ still: StillFile, reading: Bool) throws {
    if let damage = try still.damage(reading: reading) { throw DamagedStill(description: damage) }
  }
}

/// An error that explains why there is no picture: none was wanted.
struct NotDecoded: Error, CustomStringConvertible {
  /// What is wrong with the movie's timed metadata, which takes no decoding; `nil` if nothing is.
  var metadataProblem: String?
  var description: String { "not decoded" }
}

/// An error that explains why there is no picture: the lengths of the coded ones make no sense.
struct DamagedMovie: Error, CustomStringConvertible {
  let description: String
}

extension MovieFile {
  /// The error in place of a look at the movie's pictures where none is wanted: what shows without decoding.
  func errorWithoutLook(_ source: any ByteSource) -> any Error {
    for track in pictureTracks {
      if let problem = CodedTrackCheck(track)?.outlineProblem(in: source) { return DamagedMovie(description: problem) }
    }
    return NotDecoded(metadataProblem: tracks.lazy.compactMap { $0.timedMetadataProblem(in: source) }.first)
  }
}
