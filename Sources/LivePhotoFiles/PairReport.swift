public import MediaCore

/// A Live Photo that was put together or edited.
public struct PairReport: Sendable {
  /// The still, then the movie.
  public let files: [WrittenFile]
  /// The identifier of both, as it is written in them; an edit gives them another one than the old pair's.
  public let identifier: String
  /// The place of the still, from the movie's beginning.
  public let stillTime: MediaTime
  /// The length of the movie.
  public let duration: MediaTime
  /// Notes about what was converted, moved or left out: a sentence each.
  public let notes: [String]
}
