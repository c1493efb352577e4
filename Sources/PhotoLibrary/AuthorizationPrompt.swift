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
