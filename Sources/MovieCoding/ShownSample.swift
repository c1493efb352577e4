package import MediaCore

/// A picture or another sample as a player shows it: on the movie's timeline, after the edit list.
package struct ShownSample: Sendable, Hashable {
  /// The sample's number among the track's, from 0, in the order of decoding.
  package let sampleIndex: Int
  /// The time at which the sample begins to be shown, from the movie's beginning.
  package let time: MediaTime
  /// The time for which the sample is shown, up to the next one or to the end of its edit.
  package let duration: MediaTime
  /// Indicates whether decoding can begin at this sample.
  package let isSync: Bool
}
