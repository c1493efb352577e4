import Synchronization

/// Stores answers in memory, until the program ends.
public final class AuthorizationMemory: AuthorizationStore {
  private let answers: Mutex<[MediaType: AuthorizationStatus]>

  /// Creates a memory that holds these answers already.
  public init(_ answers: [MediaType: AuthorizationStatus] = [:]) { self.answers = Mutex(answers) }

  /// Returns the answer that is remembered.
  public func status(for mediaType: MediaType) -> AuthorizationStatus? { answers.withLock { $0[mediaType] } }
  /// Stores an answer.
  public func remember(_ status: AuthorizationStatus, for mediaType: MediaType) {
    answers.withLock { $0[mediaType] = status }
  }
}
