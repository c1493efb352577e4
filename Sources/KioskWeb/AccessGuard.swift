import MediaCore
import Synchronization

/// The access control of a site: checks hosts and origins of requests, and keeps the tokens of clients that have given
/// the password or the operator's number.
final class AccessGuard: Sendable {
  private let held: Mutex<KioskAccess>
  private let guests: GuestLink?
  private let guesses: GuessGate
  private let makeToken: @Sendable () -> String
  private let clock: any MediaClock
  /// The time after which an operator who does nothing is one no more.
  private let operatorTime: @Sendable () -> MediaTime
  /// The clients that have given the password, and the cookie tokens of those that have given the operator's number,
  /// with the times of their latest requests.
  private let tokens: Mutex<(known: KnownClients, operators: [String: MediaTime])>
  /// Stores the hashes of known clients, one call at a time.
  private let keeping: Mutex<@Sendable ([String]) -> Void>

  init(
    _ access: KioskAccess, guests: GuestLink? = nil, clients: [String] = [], clock: any MediaClock,
    operatorTime: @escaping @Sendable () -> MediaTime = { KioskSettings.usualLockTime },
    telling tell: @escaping @Sendable (String) -> Void = { _ in },
    keeping: @escaping @Sendable ([String]) -> Void = { _ in },
    makeToken: @escaping @Sendable () -> String = SecretToken.random
  ) {
    held = Mutex(access)
    (self.clock, self.operatorTime) = (clock, operatorTime)
    tokens = Mutex((KnownClients(clients), [:]))
    self.keeping = Mutex(keeping)
    self.makeToken = makeToken
    self.guests = guests
    guesses = GuessGate(clock: clock, telling: tell)
  }

  static let clientCookie = "livecam"
  static let operatorCookie = "livecam-operator"
  private static let guestCookie = "livecam-guest"
  // Nobody needs more; who knows the number cannot fill the memory with it.
  private static let mostTokens = 1000

  private var access: KioskAccess { held.withLock { $0 } }

  /// Replaces the access. Clients that have given a password or a number that has changed have to give the new one.
  func adopt(_ access: KioskAccess) {
    let before = held.withLock { held in
      defer { held = access }
      return held
    }
    let hasOtherPasswords = (before.password, before.guestPassword) != (access.password, access.guestPassword)
    tokens.withLock { tokens in
      if hasOtherPasswords { tokens.known = KnownClients() }
      if before.pin != access.pin { tokens.operators = [:] }
    }
    if hasOtherPasswords { keepClients() }
  }

  private func keepClients() { keeping.withLock { $0(tokens.withLock(\.known.hashes)) } }

  /// Indicates whether a password restricts any of the routes.
  var needsLogin: Bool { access.password != nil || access.guestPassword != nil }
  var hasOperator: Bool { access.pin != nil }

  /// Checks that a request names this host and was not made by a page of another site.
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

  /// Checks that a request to change or remove something has the content type that pages of this site send: JSON, or
  /// that of a frame. Other sites' pages may send neither.
  /// - Throws: ``WebFailure`` 415.
  func checkBody(_ request: WebRequest) throws(WebFailure) {
    guard request.method == .post || request.method == .delete, !TemplateRoutes.isFrame(request) else { return }
    let type = (request.headers["content-type"] ?? "").lowercased().prefix { $0 != ";" && $0 != " " }
    guard type == "application/json" else {
      throw WebFailure(415, "type", "The body must be JSON: Content-Type: application/json.")
    }
  }

  /// Returns the role that the cookies and the address of a request give to its client.
  func role(of request: WebRequest) -> KioskRole {
    let cookie = request.cookie(Self.clientCookie)
    if isOperator(request) { return .operator }
    let known = tokens.withLock(\.known)
    let isKnown = cookie.map { known.contains($0, access.password ?? "") } ?? false
    // Where guests alone have a password, the booth's own screen needs none.
    if isKnown || !needsLogin || access.password == nil && request.isLocal { return .kiosk }
    return guests?.isRight(request.cookie(Self.guestCookie)) == true ? .guest : .stranger
  }

  /// Tells whether a request's cookie is that of an operator who has not been idle for too long; it is a sign of life.
  private func isOperator(_ request: WebRequest) -> Bool {
    guard let token = request.cookie(Self.operatorCookie) else { return false }
    let (now, longest) = (clock.now, operatorTime())
    return tokens.withLock { tokens in
      guard let latest = tokens.operators[token] else { return false }
      tokens.operators[token] = now - latest < longest ? now : nil
      return now - latest < longest
    }
  }

  /// Tells whether a request has the token that lets a program read the figures; `false` for one that has none.
  /// - Throws: ``WebFailure`` 401 for a wrong token, or 429 after too many wrong ones.
  func mayReadMetrics(_ request: WebRequest) async throws(WebFailure) -> Bool {
    guard let right = access.metricsToken, let given = request.headers["authorization"] else { return false }
    try await guesses.enter(request, .metricsToken)
    guard SecretToken.areEqual(given, "Bearer " + right) else {
      let refusal = guesses.refusal(of: request, .metricsToken)
      throw WebFailure(
        401, "login", "The token is wrong. Name that of --metrics-token-file.",
        retryAfterSeconds: refusal.retryAfterSeconds
      ).with("WWW-Authenticate", "Bearer realm=\"livecam\"")
    }
    guesses.forgive(request, .metricsToken)
    return true
  }

  /// Checks a password; returns the cookie that identifies the client from now on.
  /// - Throws: ``WebFailure`` 403, or 429 after too many wrong ones.
  func logIn(_ password: String, by request: WebRequest) async throws(WebFailure) -> (name: String, value: String) {
    guard needsLogin else { throw .notFound("There is no password here.") }
    try await guesses.enter(request, .password)
    if let right = access.password, SecretToken.areEqual(password, right) {
      guesses.forgive(request, .password)
      let token = makeToken()
      tokens.withLock { $0.known.add(token, right) }
      keepClients()
      return Self.lastingCookie(Self.clientCookie, token, "Strict")
    }
    guard let right = access.guestPassword, let guests, SecretToken.areEqual(password, right) else {
      throw guesses.refusal(of: request, .password)
    }
    guesses.forgive(request, .password)
    return Self.guestCookie(guests.token)
  }

  /// Checks an operator's number; returns the cookie that identifies the client from now on.
  /// - Throws: ``WebFailure`` 403, or 429 after too many wrong ones.
  func becomeOperator(_ pin: String, by request: WebRequest) async throws(WebFailure) -> (name: String, value: String) {
    guard let right = access.pin else { throw .notFound("There is no operator here.") }
    try await guesses.enter(request, .pin)
    guard SecretToken.areEqual(pin, right) else { throw guesses.refusal(of: request, .pin) }
    guesses.forgive(request, .pin)
    let (token, now) = (makeToken(), clock.now)
    tokens.withLock { tokens in
      if tokens.operators.count >= Self.mostTokens { tokens.operators = [:] }
      tokens.operators[token] = now
    }
    return ("Set-Cookie", "\(Self.operatorCookie)=\(token); Path=/; HttpOnly; SameSite=Strict")
  }

  /// Returns the header with a guest's cookie, which browsers also send when a link of another site leads here.
  static func guestCookie(_ token: String) -> (name: String, value: String) {
    lastingCookie(guestCookie, token, "Lax")
  }

  /// Returns the header with a cookie that a browser keeps for a month.
  private static func lastingCookie(
    _ name: String, _ token: String, _ sameSite: String
  ) -> (name: String, value: String) {
    ("Set-Cookie", "\(name)=\(token); Path=/; Max-Age=2592000; HttpOnly; SameSite=\(sameSite)")
  }

  /// Forgets the token in a client's cookie.
  func forget(_ request: WebRequest, isOperator: Bool) {
    if isOperator {
      if let token = request.cookie(Self.operatorCookie) {
        tokens.withLock { $0.operators[token] = nil }
      }
    } else if let token = request.cookie(Self.clientCookie) {
      let password = access.password ?? ""
      tokens.withLock { $0.known.remove(token, password) }
      keepClients()
    }
  }
}
