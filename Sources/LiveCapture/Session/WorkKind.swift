/// The kind of a piece of a session's work, as far as a scheduler may treat it differently.
public enum WorkKind: Sendable, Hashable {
  /// Anything but the others.
  case general
  /// Tells a delegate of a capture.
  case delegate
  /// Writes a movie's file, or the end of one.
  case file
}
