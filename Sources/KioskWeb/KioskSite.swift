public import MediaCore

/// All addresses of a booth's or a gallery's server, and who may open them.
public final class KioskSite: Sendable {
  /// What pages are shown.
  public struct Sources: Sendable {
    /// The gallery.
    public var pictures: any KioskPictures
    /// The booth; `nil` for a gallery alone.
    public var booth: (any KioskBooth)?
    /// What happens.
    public var events: KioskEventLog
    /// The camera's pictures; `nil` without a camera.
    public var preview: PreviewFeed?
    /// Links to single pictures; `nil` where none are made.
    public var shares: ShareLinks?
    /// What links to pictures begin with, such as `http://192.168.1.5:8080`; `nil` for the host that a page was asked of.
    public var publicAddress: String?
    /// What it is called.
    public var name = "livecam"
    /// The state as of now, without what depends on the client.
    public var state: @Sendable () async -> KioskState

    /// Sources of a gallery.
    public init(pictures: any KioskPictures, events: KioskEventLog, state: @escaping @Sendable () async -> KioskState) {
      (self.pictures, self.events, self.state) = (pictures, events, state)
    }
  }

  let sources: Sources
  let guardian: AccessGuard
  let wallClock: any WallClock
  private let shots: AttemptLimiter
  private let shotsOfMinute: AttemptLimiter

  /// The addresses of what `sources` has.
  public init(_ sources: Sources, access: KioskAccess, clock: any MediaClock, wallClock: any WallClock) {
    (self.sources, self.wallClock) = (sources, wallClock)
    guardian = AccessGuard(access, clock: clock)
    shots = AttemptLimiter(2, ofAll: 2, within: MediaTime(value: 1, timescale: 1), clock: clock)
    shotsOfMinute = AttemptLimiter(60, ofAll: 60, within: MediaTime(value: 60, timescale: 1), clock: clock)
  }

  private static let headers: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self' blob:; "
        + "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
        + "frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
  ]

  /// Answers a request.
  public func respond(to request: WebRequest) async -> WebResponse {
    var response: WebResponse
    do {
      try guardian.check(request)
      response = try await answer(request)
    } catch {
      response = KioskAnswer.failure(error)
    }
    if response.status != 101 { response.headers = Self.headers + response.headers }
    return response
  }

  private func answer(_ request: WebRequest) async throws(WebFailure) -> WebResponse {
    switch request.path.first {
    case "static":
      guard request.path.count == 2 else { throw .notFound() }
      return try page(request.path[1], for: request)
    case "share": return try await ShareRoutes(site: self).answer(request)
    case "api": return try await answerAPI(request)
    case "metrics" where request.path.count == 1:
      guard let booth = sources.booth else { throw .notFound() }
      try requireOperator(request)
      return WebResponse(200, "text/plain; version=0.0.4; charset=utf-8", Array(await booth.metrics().utf8))
    default: return try answerPage(request)
    }
  }

  // MARK: Pages

  private func answerPage(_ request: WebRequest) throws(WebFailure) -> WebResponse {
    let name: String
    switch (request.path.first, request.path.count) {
    case (nil, 0): name = sources.booth == nil ? "gallery.html" : "kiosk.html"
    case ("gallery", 1): name = "gallery.html"
    case ("picture", 2): name = "picture.html"
    case ("operator", 1) where guardian.hasOperator && sources.booth != nil: name = "operator.html"
    case ("login", 1) where guardian.needsPassword: return try page("login.html", for: request)
    case ("favicon.ico", 1): return try page("favicon.svg", for: request)
    default: throw .notFound()
    }
    guard guardian.isKnown(request) else {
      return KioskAnswer.redirect(to: "/login?next=/" + request.path.map(Self.encoded).joined(separator: "/"))
    }
    return try page(name, for: request)
  }

  func page(_ name: String, for request: WebRequest) throws(WebFailure) -> WebResponse {
    guard let page = PageFiles.pages[name] else { throw .notFound() }
    guard request.method == .get || request.method == .head else { throw .method("GET") }
    let headers = [("Content-Type", page.contentType), ("ETag", "\"\(page.tag)\""), ("Cache-Control", "no-cache")]
    if request.headers["if-none-match"] == "\"\(page.tag)\"" { return WebResponse(304, headers: headers) }
    return WebResponse(headers: headers, body: .bytes(page.bytes))
  }

  /// A name as a part of an address.
  static func encoded(_ name: String) -> String {
    name.utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e: String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }

  // MARK: The interface

  private func answerAPI(_ request: WebRequest) async throws(WebFailure) -> WebResponse {
    switch (request.path.dropFirst().first, request.path.count) {
    case ("login", 2): return try logIn(request)
    case ("logout", 2):
      try Self.require(request, .post)
      guardian.forget(request, isOperator: false)
      return KioskAnswer.json(EmptyAnswer())
    case ("operator", _): return try await OperatorRoutes(site: self).answer(request)
    default: break
    }
    guard guardian.isKnown(request) else { throw WebFailure(401, "login", "Log in first.") }
    switch (request.path.dropFirst().first, request.path.count) {
    case ("state", 2):
      try Self.require(request, .get)
      return KioskAnswer.json(await state(for: request))
    case ("events", 2): return try events(request)
    case ("preview", 2): return try preview(request)
    case ("assets", _): return try await AssetRoutes(site: self).answer(request)
    case ("shares", _): return try ShareRoutes(site: self).answerAPI(request)
    case ("shoot", 2), ("shots", _): return try await ShotRoutes(site: self).answer(request)
    default: throw .notFound()
    }
  }

  private func logIn(_ request: WebRequest) throws(WebFailure) -> WebResponse {
    struct Order: Decodable { let password: String }
    try Self.require(request, .post)
    let token = try guardian.logIn(KioskJSON.value(request.body, as: Order.self).password, from: request.peer)
    return Self.carrying(AccessGuard.clientCookie, token)
  }

  static func carrying(_ cookie: String, _ token: String) -> WebResponse {
    var response = KioskAnswer.json(EmptyAnswer())
    response.headers.append(("Set-Cookie", "\(cookie)=\(token); Path=/; HttpOnly; SameSite=Strict"))
    return response
  }

  /// The state as a client sees it.
  func state(for request: WebRequest) async -> KioskState {
    var state = await sources.state()
    if sources.booth == nil {
      (state.role, state.permissions) = ("viewer", [])
    } else {
      state.role = guardian.isOperator(request) ? "operator" : "kiosk"
      state.permissions =
        [.shoot, .trash, .favourite] + (sources.shares == nil ? [] : [.share])
        + (guardian.hasOperator ? [.operator] : [])
    }
    return state
  }

  private func events(_ request: WebRequest) throws(WebFailure) -> WebResponse {
    try Self.require(request, .get)
    let position = (request.headers["last-event-id"] ?? request.query["after"]).flatMap { Int64($0) }
    let reader = EventReader(sources.events, after: position) { [self] in
      let state = await state(for: request)
      return KioskEventLog.Entry(number: state.event, name: "state", json: KioskJSON.text(state))
    }
    return WebResponse(
      headers: [("Content-Type", "text/event-stream"), ("Cache-Control", "no-store")],
      body: .stream { await reader.next() })
  }

  private func preview(_ request: WebRequest) throws(WebFailure) -> WebResponse {
    guard let preview = sources.preview else { throw .notFound() }
    guard let width = PreviewFeed.Width(rawValue: Int(request.query["width"] ?? "0") ?? -1) else {
      throw .invalid("width: pictures are 0 (the camera's own), 640 or 320 pixels wide.")
    }
    return WebResponse(
      101, headers: try WebSocketCoding.accept(request), body: .socket { await preview.show(to: $0, width: width) })
  }

  // MARK: What routes share

  static func require(_ request: WebRequest, _ method: WebRequest.Method) throws(WebFailure) {
    guard request.method == method || method == .get && request.method == .head else { throw .method(method.rawValue) }
  }

  func requireOperator(_ request: WebRequest) throws(WebFailure) {
    guard guardian.isOperator(request) else { throw WebFailure(401, "login", "This is for the operator.") }
  }

  /// - Throws: ``WebFailure`` 429 when too many shots were asked for.
  func admitShot() throws(WebFailure) {
    try shots.attempt(by: "")
    try shotsOfMinute.attempt(by: "")
  }
}

/// An answer that has nothing to say: `{}`.
struct EmptyAnswer: Encodable {}
