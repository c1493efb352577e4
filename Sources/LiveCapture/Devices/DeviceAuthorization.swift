import Synchronization

/// The user's permission for this program to use cameras or microphones.
///
/// Stands for `AVAuthorizationStatus`.
public enum AuthorizationStatus: Int, Sendable, Hashable, CaseIterable {
  /// The user has not been asked yet. Devices deliver black pictures and silence until there is an answer.
  case notDetermined = 0
  /// The decision is not the user's to make.
  case restricted = 1
  /// The user has said no, or may not open the devices' files.
  case denied = 2
  /// The user has said yes.
  case authorized = 3
}

/// Stores the user's answers, from one run of the program to the next.
public protocol AuthorizationStore: Sendable {
  /// Returns the remembered answer; `nil` before the first one.
  func status(for mediaType: MediaType) -> AuthorizationStatus?
  /// Remembers an answer.
  func remember(_ status: AuthorizationStatus, for mediaType: MediaType)
}

/// Stores answers in memory, until the program ends.
public final class AuthorizationMemory: AuthorizationStore {
  private let answers: Mutex<[MediaType: AuthorizationStatus]>

  /// A memory that holds these answers already.
  public init(_ answers: [MediaType: AuthorizationStatus] = [:]) { self.answers = Mutex(answers) }

  /// Returns the answer that is remembered.
  public func status(for mediaType: MediaType) -> AuthorizationStatus? { answers.withLock { $0[mediaType] } }
  /// Remembers an answer.
  public func remember(_ status: AuthorizationStatus, for mediaType: MediaType) {
    answers.withLock { $0[mediaType] = status }
  }
}

/// Decides whether devices may be used.
///
/// By default the permissions of the device's file decide, as Linux does not ask users. A program may ask its users in
/// addition.
public struct AuthorizationPolicy: Sendable {
  /// Asks the user, and calls `answer` once, from anywhere, at any time. Of several calls the first counts.
  public typealias Prompt = @Sendable (_ mediaType: MediaType, _ answer: @escaping @Sendable (Bool) -> Void) -> Void

  let prompt: Prompt?
  let store: any AuthorizationStore

  /// The permission of the device's file decides.
  public static var filePermissions: AuthorizationPolicy {
    AuthorizationPolicy(prompt: nil, store: AuthorizationMemory())
  }

  /// The user is asked once, and the answer is kept in `store`. The permission of the device's file counts as well.
  public static func asking(
    remembering store: any AuthorizationStore = AuthorizationMemory(), _ prompt: @escaping Prompt
  ) -> AuthorizationPolicy {
    AuthorizationPolicy(prompt: prompt, store: store)
  }
}
