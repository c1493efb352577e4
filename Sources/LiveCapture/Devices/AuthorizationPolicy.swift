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
