import Synchronization

/// The secret that opens the gallery to guests' telephones, and nothing else, until it is renewed. It is part of the
/// link that the code for guests leads to, and a guest who enters the guests' password receives it as well.
public final class GuestLink: Sendable {
  private let keep: @Sendable (String) -> Void
  private let secret: Mutex<String>

  /// A link with the secret of an earlier run, or a new one. `keep` is called with each new one.
  public init(_ secret: String? = nil, keeping keep: @escaping @Sendable (String) -> Void = { _ in }) {
    self.keep = keep
    self.secret = Mutex(secret ?? SecretToken.random())
    if secret == nil { keep(token) }
  }

  /// The secret.
  public var token: String { secret.withLock { $0 } }

  /// Makes another secret: who has the old one is let in no more.
  public func renew() {
    let token = SecretToken.random()
    secret.withLock { $0 = token }
    keep(token)
  }

  func isRight(_ token: String?) -> Bool { token.map { SecretToken.areEqual($0, self.token) } ?? false }
}
