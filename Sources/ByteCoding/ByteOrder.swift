/// The order of a number's bytes in memory, by the end that comes first.
public enum ByteOrder: Sendable, Hashable {
  /// Most significant byte first: ISO boxes, QuickTime, JPEG segments, TIFF's `MM`.
  case big
  /// Least significant byte first: PCM sound, TIFF's `II`.
  case little
}
