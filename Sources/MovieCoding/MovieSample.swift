/// One sample of a movie's track, as the tables describe it.
package struct MovieSample: Sendable, Hashable {
  /// The offset of the sample's first byte from the start of the file. Not checked against the file's size.
  package let offset: UInt64
  package let size: Int
  /// The time at which the sample is decoded, in units of the media's timescale from the media's beginning.
  package let decodeTime: Ticks
  /// The time at which the sample is shown or heard, in the same units.
  package let presentationTime: Ticks
  /// The time until the next sample is decoded, in the same units.
  package let duration: Ticks
  /// Indicates whether decoding can begin at this sample.
  package let isSync: Bool
}
