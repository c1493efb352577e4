import MediaCore
import Synchronization

/// Who may do what: which hosts and pages may ask, who knows the password, and who knows the operator's number.
final class AccessGuard: Sendable {
  private let access: KioskAccess
  private let guesses: AttemptLimiter
  /// What those carry who know the password, and those who know the number.
  private let tokens = Mutex<(known: Set<String>, operators: Set<String>)>(([], []))

  init(_ access: KioskAccess, clock: any MediaClock) {
    self.access = access
    guesses = AttemptLimiter(5, ofAll: 30, within: MediaTime(value: 60, timescale: 1), clock: clock)
  }

  static let clientCookie = "livecam"
  static let operatorCookie = "livecam-operator"
  // Nobody needs more; who knows the password cannot fill the memory with it.
  private static let mostTokens = 1000

  var needsPassword: Bool { access.password != nil }
  var hasOperator: Bool { access.pin != nil }

  /// Whether a request is for this host, and not made by a page of another one.
  /// - Throws: ``WebFailure`` 403.
  func check(_ request: WebRequest) throws(WebFailure) {
    let authority = (request.headers["host"] ?? "").lowercased()
    let host = HostName.host(of: authority)
    // A name that somebody else's server gives out for this machine's address is none of its names.
    guard host == "localhost" || HostName.isNumeric(host) || access.names.contains(host) else {
      throw .forbidden("\(host) is no name of this booth. Use its address, or start it with --name \(host).")
    }
    let changes = request.method == .post || request.method == .delete
    let isTalk = changes || request.headers["upgrade"] != nil
    if let origin = request.headers["origin"], isTalk || request.path.first == "api" {
      guard origin == "http://" + authority || origin == "https://" + authority else {
        throw .forbidden("Another site's page may not ask this.")
      }
    }
    if let site = request.headers["sec-fetch-site"], isTalk || request.path.first == "api" {
      guard site == "same-origin" || site == "none" else {
        throw .forbidden("Another site's page may not ask this.")
      }
    }
    if changes {
      let type = (request.headers["content-type"] ?? "").lowercased().prefix { $0 != ";" && $0 != " " }
      guard type == "application/json" else {
        throw WebFailure(415, "type", "The body must be JSON: Content-Type: application/json.")
      }
    }
  }

  /// Whether a client may see what is behind the password.
  func isKnown(_ request: WebRequest) -> Bool {
    guard needsPassword else { return true }
    return tokens.withLock { tokens in request.cookie(Self.clientCookie).map(tokens.known.contains) ?? false }
  }

  /// Whether a client is the operator.
  func isOperator(_ request: WebRequest) -> Bool {
    tokens.withLock { tokens in request.cookie(Self.operatorCookie).map(tokens.operators.contains) ?? false }
  }

  /// Takes a password; returns what the client carries from now on.
  /// - Throws: ``WebFailure`` 403, or 429 after too many wrong ones.
  func logIn(_ password: String, from peer: String) throws(WebFailure) -> String {
    guard let right = access.password else { throw .notFound("There is no password here.") }
    return try admit(password, right, peer) { $0.known = Self.room($0.known).union([$1]) }
  }

  /// Takes an operator's number; returns what the client carries from now on.
  /// - Throws: ``WebFailure`` 403, or 429 after too many wrong ones.
  func becomeOperator(_ pin: String, from peer: String) throws(WebFailure) -> String {
    guard let right = access.pin else { throw .notFound("There is no operator here.") }
    return try admit(pin, right, peer) { $0.operators = Self.room($0.operators).union([$1]) }
  }

  /// Forgets what a client carries.
  func forget(_ request: WebRequest, isOperator: Bool) {
    tokens.withLock { tokens in
      if isOperator {
        if let token = request.cookie(Self.operatorCookie) { tokens.operators.remove(token) }
      } else if let token = request.cookie(Self.clientCookie) {
        tokens.known.remove(token)
      }
    }
  }

  private static func room(_ tokens: Set<String>) -> Set<String> { tokens.count < mostTokens ? tokens : [] }

  private func admit(
    _ word: String, _ right: String, _ peer: String,
    _ keep: (inout (known: Set<String>, operators: Set<String>), String) -> Void
  ) throws(WebFailure) -> String {
    try guesses.attempt(by: peer)
    guard SecretToken.areEqual(word, right) else { throw .forbidden("That is wrong.") }
    guesses.forgive(peer)
    let token = SecretToken.random()
    tokens.withLock { keep(&$0, token) }
    return token
  }
}

/// Whom a booth or a gallery lets in.
public struct KioskAccess: Sendable {
  /// What everybody must know who is not given a link; `nil` lets all in.
  public var password: String?
  /// What the operator must know; `nil` for a place that has no operator.
  public var pin: String?
  /// The names of the machine that pages may ask for it by, in small letters, besides its addresses.
  public var names: Set<String> = []

  /// Lets everybody in who asks for the machine by its address.
  public init() {}
}
