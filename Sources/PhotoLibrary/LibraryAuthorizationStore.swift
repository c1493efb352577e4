/// A store that remembers answers.
public protocol LibraryAuthorizationStore: Sendable {
  /// The answer that was given for a level; `notDetermined` if none was.
  /// - Throws: whatever keeps it from being read; access then counts as restricted.
  func status(for level: AccessLevel) throws -> LibraryAuthorizationStatus
  /// Keeps an answer, for ever.
  /// - Throws: whatever keeps it from being written; the answer then holds for the present request alone.
  func remember(_ status: LibraryAuthorizationStatus, for level: AccessLevel) throws
}
