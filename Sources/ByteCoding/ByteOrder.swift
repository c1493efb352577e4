/// The order of a number's bytes in memory, by the end that comes first.
public enum ByteOrder: Sendable, Hashable {
  /// The most significant byte comes first: ISO boxes, QuickTime, JPEG segments, TIFF's `MM`.
  case big
  /// The least significant byte comes first: PCM sound, TIFF's `II`.
  case little
}
