/// The sample values that stand for black and white.
public enum ColorRange: Sendable, Hashable {
  /// 0 to 255, as JPEG has it.
  case full
  /// The values are 16 to 235 (240 for colour differences), as video has it.
  case video
}
