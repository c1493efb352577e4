public import MediaCore

/// A picture or another sample as a player shows it: on the movie's timeline, after the edit list.
public struct ShownSample: Sendable, Hashable {
  /// The sample's number among the track's, from 0, in the order of decoding.
  public let sampleIndex: Int
  /// When it begins to be shown, from the movie's beginning.
  public let time: MediaTime
  /// How long it is shown, up to the next one or to the end of its edit.
  public let duration: MediaTime
  /// Whether decoding can begin here.
  public let isSync: Bool
}
