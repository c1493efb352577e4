import MediaCore
import Synchronization

/// Who may do what: which hosts and pages may ask, who knows the password, and who knows the operator's number.
final class AccessGuard: Sendable {
  private let access: KioskAccess
  private let guests: GuestLink?
  private let guesses: GuessGate
  /// What those carry who know the password, and those who know the number.
  private let tokens = Mutex<(known: Set<String>, operators: Set<String>)>(([], []))

  init(_ access: KioskAccess, guests: GuestLink? = nil, clock: any MediaClock) {
    (self.access, self.guests) = (access, guests)
    guesses = GuessGate(clock: clock)
  }

  static let clientCookie = "livecam"
  static let operatorCookie = "livecam-operator"
  private static let guestCookie = "livecam-guest"
  // Nobody needs more; who knows the password cannot fill the memory with it.
  private static let mostTokens = 1000

  /// Whether there is anything that not everybody may do.
  var needsLogin: Bool { access.password != nil || access.guestPassword != nil }
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
  }

  /// Whether what a request brings can be what a page of this site sends.
  /// - Throws: ``WebFailure`` 415.
  func checkBody(_ request: WebRequest) throws(WebFailure) {
    guard request.method == .post || request.method == .delete else { return }
    let type = (request.headers["content-type"] ?? "").lowercased().prefix { $0 != ";" && $0 != " " }
    guard type == "application/json" else {
      throw WebFailure(415, "type", "The body must be JSON: Content-Type: application/json.")
    }
  }

  /// What a client may do.
  func role(of request: WebRequest) -> KioskRole {
    let (isKnown, isOperator) = tokens.withLock { tokens in
      (
        request.cookie(Self.clientCookie).map(tokens.known.contains) ?? false,
        request.cookie(Self.operatorCookie).map(tokens.operators.contains) ?? false
      )
    }
    if isOperator { return .operator }
    // Where guests alone have a password, the booth's own screen needs none.
    if isKnown || !needsLogin || access.password == nil && request.isLocal { return .kiosk }
    return guests?.isRight(request.cookie(Self.guestCookie)) == true ? .guest : .stranger
  }

  /// Takes a password; returns the cookie that the client carries from now on.
  /// - Throws: ``WebFailure`` 403, or 429 after too many wrong ones.
  func logIn(_ password: String, by request: WebRequest) async throws(WebFailure) -> (name: String, value: String) {
    guard needsLogin else { throw .notFound("There is no password here.") }
    try await guesses.enter(request)
    if let right = access.password, SecretToken.areEqual(password, right) {
      guesses.forgive(request)
      return keep(Self.clientCookie) { $0.known = Self.room($0.known).union([$1]) }
    }
    guard let right = access.guestPassword, let guests, SecretToken.areEqual(password, right) else {
      throw .forbidden("That is wrong.")
    }
    guesses.forgive(request)
    return Self.guestCookie(guests.token)
  }

  /// Takes an operator's number; returns the cookie that the client carries from now on.
  /// - Throws: ``WebFailure`` 403, or 429 after too many wrong ones.
  func becomeOperator(_ pin: String, by request: WebRequest) async throws(WebFailure) -> (name: String, value: String) {
    guard let right = access.pin else { throw .notFound("There is no operator here.") }
    try await guesses.enter(request)
    guard SecretToken.areEqual(pin, right) else { throw .forbidden("That is wrong.") }
    guesses.forgive(request)
    return keep(Self.operatorCookie) { $0.operators = Self.room($0.operators).union([$1]) }
  }

  /// What a guest carries: it is sent, too, when a link of another program's leads here.
  static func guestCookie(_ token: String) -> (name: String, value: String) {
    ("Set-Cookie", "\(guestCookie)=\(token); Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax")
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

  private func keep(
    _ cookie: String, _ change: (inout (known: Set<String>, operators: Set<String>), String) -> Void
  ) -> (name: String, value: String) {
    let token = SecretToken.random()
    tokens.withLock { change(&$0, token) }
    return ("Set-Cookie", "\(cookie)=\(token); Path=/; HttpOnly; SameSite=Strict")
  }
}

/// Whom a booth or a gallery lets in.
public struct KioskAccess: Sendable {
  /// What everybody must know who takes pictures; without it, and without one for guests, everybody may.
  public var password: String?
  /// What those must know who look at pictures and download them; `nil` lets in whom a link leads here. If it stands alone,
  /// the machine's own screen takes pictures without a password.
  public var guestPassword: String?
  /// What the operator must know; `nil` for a place that has no operator.
  public var pin: String?
  /// The names of the machine that pages may ask for it by, in small letters, besides its addresses.
  public var names: Set<String> = []

  /// Lets everybody in who asks for the machine by its address.
  public init() {}
}
