/// The kind of a piece of a session's work, as far as a scheduler may treat it differently.
public enum WorkKind: Sendable, Hashable {
  /// Any work that is not one of the other kinds.
  case general
  /// Tells a delegate of a capture.
  case delegate
  /// Writes a movie's file, or the end of one.
  case file
}
