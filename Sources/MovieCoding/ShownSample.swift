package import MediaCore

/// A picture or another sample as a player shows it: on the movie's timeline, after the edit list.
package struct ShownSample: Sendable, Hashable {
  /// The sample's number among the track's, from 0, in the order of decoding.
  package let sampleIndex: Int
  /// When it begins to be shown, from the movie's beginning.
  package let time: MediaTime
  /// How long it is shown, up to the next one or to the end of its edit.
  package let duration: MediaTime
  /// Whether decoding can begin here.
  package let isSync: Bool
}
