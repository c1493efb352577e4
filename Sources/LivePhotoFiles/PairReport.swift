public import MediaCore

/// A Live Photo that was put together or edited.
public struct PairReport: Sendable {
  /// The still, then the movie.
  public let files: [WrittenFile]
  /// What both carry, as it is written in them; an edit gives them another one than the old pair's.
  public let identifier: String
  /// Where the still falls, from the movie's beginning.
  public let stillTime: MediaTime
  /// How long the movie is.
  public let duration: MediaTime
  /// What was converted, moved or left out: a sentence each.
  public let notes: [String]
}
