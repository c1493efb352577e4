/// Stores the user's answers, from one run of the program to the next.
public protocol AuthorizationStore: Sendable {
  /// Returns the remembered answer; `nil` before the first one.
  func status(for mediaType: MediaType) -> AuthorizationStatus?
  /// Remembers an answer.
  func remember(_ status: AuthorizationStatus, for mediaType: MediaType)
}
