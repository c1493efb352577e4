import Synchronization

/// The secret that opens the gallery to guests' telephones, and nothing else, until it is renewed. It is part of the
/// link that the code for guests leads to, and a guest who enters the guests' password receives it as well.
public final class GuestLink: Sendable {
  private let makeToken: @Sendable () -> String
  private let keep: @Sendable (String) -> Void
  private let secret: Mutex<String>

  /// Creates the link for guests.
  /// - Parameters:
  ///   - secret: The secret of an earlier run; `nil` for a new one.
  ///   - keep: Stores the secret; called with each new one.
  ///   - makeToken: Returns a new secret.
  public init(
    _ secret: String? = nil, keeping keep: @escaping @Sendable (String) -> Void = { _ in },
    makeToken: @escaping @Sendable () -> String = SecretToken.random
  ) {
    (self.makeToken, self.keep) = (makeToken, keep)
    self.secret = Mutex(secret ?? makeToken())
    if secret == nil { keep(token) }
  }

  /// The secret that a link has to carry to open the gallery.
  public var token: String { secret.withLock { $0 } }

  /// Replaces the secret: links with the old one no longer open the gallery.
  public func renew() {
    let token = makeToken()
    secret.withLock { $0 = token }
    keep(token)
  }

  func isRight(_ token: String?) -> Bool { token.map { SecretToken.areEqual($0, self.token) } ?? false }
}
