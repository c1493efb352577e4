/// One sample of a movie's track, as the tables describe it.
package struct MovieSample: Sendable, Hashable {
  /// Where its first byte lies, from the start of the file. Not checked against the file's size.
  package let offset: UInt64
  package let size: Int
  /// When it is decoded, in units of the media's timescale from the media's beginning.
  package let decodeTime: Int64
  /// When it is shown or heard, likewise.
  package let presentationTime: Int64
  package let duration: Int64
  /// Whether decoding can begin here.
  package let isSync: Bool
}
