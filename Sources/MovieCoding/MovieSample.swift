/// One sample of a movie's track, as the tables describe it.
public struct MovieSample: Sendable, Hashable {
  /// Where its first byte lies, from the start of the file. Not checked against the file's size.
  public let offset: UInt64
  /// Its bytes.
  public let size: Int
  /// When it is decoded, in units of the media's timescale from the media's beginning.
  public let decodeTime: Int64
  /// When it is shown or heard, likewise.
  public let presentationTime: Int64
  /// How long it lasts.
  public let duration: Int64
  /// Whether decoding can begin here.
  public let isSync: Bool
}
