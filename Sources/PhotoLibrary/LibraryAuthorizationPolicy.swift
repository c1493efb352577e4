/// Whoever is asked for access: a dialogue on a screen, a configuration, a test.
public protocol AuthorizationPrompt: Sendable {
  /// Asks, and calls `answer` once, on any thread, whenever the answer is there. Must not block.
  ///
  /// The question says what `request` holds: who wants what, and why.
  ///
  /// An answer of `notDetermined` means that nobody decided: it is not remembered, and the question comes again.
  /// `limited` for adding only counts as authorized.
  func askForAccess(_ request: AccessRequest, answer: @escaping @Sendable (LibraryAuthorizationStatus) -> Void)
}

/// A question to a user: whether a program may use his photo library.
public struct AccessRequest: Sendable, Hashable {
  /// The access that the program wants.
  public let level: AccessLevel
  /// The program: see ``LibraryEnvironment/program``.
  public let program: String
  /// The program's reason for wanting the photos, in its own words: see ``LibraryEnvironment/usageDescription``.
  public let usageDescription: String
  /// The library's path.
  public let library: String
}

/// A store that remembers answers.
public protocol LibraryAuthorizationStore: Sendable {
  /// The answer that was given for a level; `notDetermined` if none was.
  /// - Throws: whatever keeps it from being read; access then counts as restricted.
  func status(for level: AccessLevel) throws -> LibraryAuthorizationStatus
  /// Keeps an answer, for ever.
  /// - Throws: whatever keeps it from being written; the answer then holds for the present request alone.
  func remember(_ status: LibraryAuthorizationStatus, for level: AccessLevel) throws
}

/// The policy by which a library decides who may use it.
public enum LibraryAuthorizationPolicy: Sendable {
  /// Always the same answer. A program on its own library is `.fixed(.authorized)`; a machine whose administrator
  /// forbids libraries is `.fixed(.restricted)`.
  case fixed(LibraryAuthorizationStatus)
  /// Asks once for each level, and remembers: in `store`, or in the library's own database.
  case prompting(any AuthorizationPrompt, store: (any LibraryAuthorizationStore)? = nil)
}
