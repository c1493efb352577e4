public import MediaCore

/// The web site of a booth or a gallery: routes each request, and checks that its client may make it.
public final class KioskSite: Sendable {
  /// The sources of the data that pages show.
  public struct Sources: Sendable {
    /// The gallery.
    public var pictures: any KioskPictures
    /// The booth; `nil` for a gallery alone.
    public var booth: (any KioskBooth)?
    /// The log of events that pages follow.
    public var events: KioskEventLog
    /// The camera's pictures; `nil` without a camera.
    public var preview: PreviewFeed?
    /// The camera's controls; `nil` without a camera.
    public var camera: (any KioskCamera)?
    /// The log of the microphone's levels; `nil` without a microphone.
    public var levels: KioskEventLog?
    /// The templates of strips and postcards; `nil` without a booth.
    public var templates: (any KioskTemplates)?
    /// The printer; `nil` without one.
    public var printer: (any KioskPrinter)?
    /// The booths of the fleet; `nil` for a booth that stands alone.
    public var fleet: (any KioskFleet)?
    /// The links to single pictures; `nil` where none are made.
    public var shares: ShareLinks?
    /// The link that opens the gallery to guests; `nil` for a site without guests.
    public var guests: GuestLink?
    /// Returns the beginning of links, such as `http://192.168.1.5:8080`; `nil` for the host that a page was requested
    /// from.
    public var publicAddress: @Sendable () -> String? = { nil }
    /// Returns the beginning of links for a page that was requested by a name that leads to this machine from itself
    /// alone; `nil` where no other machine reaches it.
    public var reachableAddress: @Sendable () -> String? = { nil }
    /// Returns the time after which an operator who does nothing is one no more.
    package var operatorTime: @Sendable () -> MediaTime = { KioskSettings.usualLockTime }
    /// Tells the operator of somebody who guesses passwords.
    package var tellOfGuesses: @Sendable (String) -> Void = { _ in }
    /// Returns the name of the booth or the gallery.
    public var name: @Sendable () -> String = { "livecam" }
    /// The state as of now, without what depends on the client.
    public var state: @Sendable () async -> KioskState

    /// Creates the sources of a gallery.
    public init(pictures: any KioskPictures, events: KioskEventLog, state: @escaping @Sendable () async -> KioskState) {
      (self.pictures, self.events, self.state) = (pictures, events, state)
    }
  }

  package let sources: Sources
  let guardian: AccessGuard
  let wallClock: any WallClock
  private let shots: AttemptLimiter
  private let shotsOfMinute: AttemptLimiter

  /// Creates a site with a route for each of the sources that are set.
  ///
  /// - Parameters:
  ///   - sources: What the site shows and lets its visitors do.
  ///   - access: Who may do what, and by which password.
  ///   - clients: The clients that have given the password in an earlier run, by hashes that mean nothing to others.
  ///   - clock: The clock of limits and waits.
  ///   - wallClock: The clock of cookies, links and dates.
  ///   - keeping: Stores the hashes of all such clients; called whenever they change.
  ///   - makeToken: Returns the secret word in the cookie of a client that has logged in.
  public init(
    _ sources: Sources, access: KioskAccess, clients: [String] = [], clock: any MediaClock, wallClock: any WallClock,
    keeping: @escaping @Sendable ([String]) -> Void = { _ in },
    makeToken: @escaping @Sendable () -> String = SecretToken.random
  ) {
    (self.sources, self.wallClock) = (sources, wallClock)
    guardian = AccessGuard(
      access, guests: sources.guests, clients: clients, clock: clock, operatorTime: sources.operatorTime,
      telling: sources.tellOfGuesses, keeping: keeping, makeToken: makeToken)
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
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
  ]

  /// Replaces the access. Clients that logged in by a password that has changed have to log in anew.
  public func adopt(_ access: KioskAccess) { guardian.adopt(access) }

  /// Returns the most bytes that the body of a request may have, by its head; `nil` leaves it to the server's limits.
  /// The operator alone sends more than a few words.
  func mostBodyBytes(of request: WebRequest) -> Int? {
    guard sources.templates != nil, let bytes = TemplateRoutes.mostBytes(of: request), isOperator(request) else {
      return nil
    }
    return bytes
  }

  func isOperator(_ request: WebRequest) -> Bool { guardian.role(of: request) >= .operator }

  /// Returns the response to a request.
  public func respond(to request: WebRequest) async -> WebResponse {
    var response: WebResponse
    do {
      try guardian.check(request)
      let route = try KioskRoute.of(request, hasBooth: sources.booth != nil)
      let mayRead = route.isOfMetrics ? try await guardian.mayReadMetrics(request) : false
      let role = mayRead ? .operator : guardian.role(of: request)
      if role < route.role {
        response = try turnAway(role, from: route, request)
      } else {
        try guardian.checkBody(request)
        response = try await answer(request, role)
      }
    } catch {
      response = KioskAnswer.failure(error)
    }
    if response.status != 101 {
      response.headers = Self.headers + response.headers
      // Browsers complain of it elsewhere, where they do not heed it.
      if request.isOfOwnHost { response.headers.append(("Cross-Origin-Opener-Policy", "same-origin")) }
    }
    return response
  }

  /// Returns the response for a client whose role may not ask for a route: a redirection of a page.
  private func turnAway(
    _ role: KioskRole, from route: KioskRoute, _ request: WebRequest
  ) throws(WebFailure) -> WebResponse {
    switch role {
    case .stranger where route.isPage:
      return KioskAnswer.redirect(to: "/login?next=/" + request.path.map(Self.encoded).joined(separator: "/"))
    case .stranger: throw WebFailure(401, "login", "Log in first.")
    case .guest where route.isPage: return KioskAnswer.redirect(to: "/gallery")
    case .kiosk where route.isPage: return KioskAnswer.redirect(to: "/operator")
    case .guest: throw .forbidden("Guests look at pictures and download them. This is done at the booth.")
    case .kiosk, .operator: throw WebFailure(401, "login", "This is for the operator.")
    }
  }

  private func answer(_ request: WebRequest, _ role: KioskRole) async throws(WebFailure) -> WebResponse {
    switch request.path.first {
    case "static": return try page(request.path[1], for: request)
    case "share": return try await ShareRoutes(site: self).answer(request)
    case "guest": return try GuestRoutes(site: self).enter(request)
    case "api": return try await answerAPI(request, role)
    case "metrics":
      guard let booth = sources.booth else { throw .notFound() }
      return WebResponse(200, "text/plain; version=0.0.4; charset=utf-8", Array(await booth.metrics().utf8))
    default: return try answerPage(request, role)
    }
  }

  // MARK: Pages

  private func answerPage(_ request: WebRequest, _ role: KioskRole) throws(WebFailure) -> WebResponse {
    switch request.path.first {
    case nil:
      if sources.booth == nil { return try page("gallery.html", for: request) }
      return role < .kiosk ? KioskAnswer.redirect(to: "/gallery") : try page("kiosk.html", for: request)
    case "gallery": return try page("gallery.html", for: request)
    case "picture": return try page("picture.html", for: request)
    case "operator" where guardian.hasOperator: return try page("operator.html", for: request)
    case "fleet" where sources.fleet != nil: return try page("fleet.html", for: request)
    case "login" where guardian.needsLogin: return try page("login.html", for: request)
    case "favicon.ico": return try page("favicon.svg", for: request)
    default: throw .notFound()
    }
  }

  func page(_ name: String, for request: WebRequest) throws(WebFailure) -> WebResponse {
    guard let page = PageFiles.pages[name] else { throw .notFound() }
    let headers = [("Content-Type", page.contentType), ("ETag", "\"\(page.tag)\""), ("Cache-Control", "no-cache")]
    if KioskAnswer.has(request, page.tag) { return WebResponse(304, headers: headers) }
    return WebResponse(headers: headers, body: .bytes(page.bytes))
  }

  /// Returns the address with which links to this site begin.
  func address(for request: WebRequest) -> String {
    sharedAddress(for: request) ?? "http://" + (request.headers["host"] ?? "")
  }

  /// Returns the address with which links begin that others can follow; `nil` where this machine alone reaches the
  /// site.
  private func sharedAddress(for request: WebRequest) -> String? {
    if let address = sources.publicAddress() { return address }
    // What the booth's own screen calls it leads a telephone to the telephone.
    return request.isOfOwnHost ? sources.reachableAddress() : "http://" + (request.headers["host"] ?? "")
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

  private func answerAPI(_ request: WebRequest, _ role: KioskRole) async throws(WebFailure) -> WebResponse {
    switch request.path[1] {
    case "login":
      struct Order: Decodable { let password: String }
      let order = try KioskJSON.value(request.body, as: Order.self)
      return Self.carrying(try await guardian.logIn(order.password, by: request))
    case "logout":
      guardian.forget(request, isOperator: false)
      return KioskAnswer.json(EmptyAnswer())
    case "operator": return try await OperatorRoutes(site: self).answer(request)
    case "state": return KioskAnswer.json(await state(for: role, request))
    case "events": return events(request, role)
    case "preview": return try preview(request)
    case "assets": return try await AssetRoutes(site: self).answer(request)
    case "shares": return try ShareRoutes(site: self).answerAPI(request)
    case "guests": return try GuestRoutes(site: self).answerAPI(request)
    case "templates": return try await TemplateRoutes(site: self).answer(request)
    case "fleet":
      guard let fleet = sources.fleet else { throw .notFound("This booth is in no fleet.") }
      return KioskAnswer.json(KioskFleetAnswer(booths: fleet.members, broker: fleet.report))
    case "printer": return try PrintRoutes(site: self).answer(request)
    default: return try await ShotRoutes(site: self).answer(request)
    }
  }

  static func carrying(_ cookie: (name: String, value: String)) -> WebResponse {
    var response = KioskAnswer.json(EmptyAnswer())
    response.headers.append(cookie)
    return response
  }

  /// The state as a client sees it.
  private func state(for role: KioskRole, _ request: WebRequest) async -> KioskState {
    var state = await sources.state()
    state.isReachable = sharedAddress(for: request) != nil
    guard sources.booth != nil else {
      (state.role, state.permissions) = ("viewer", [])
      return state
    }
    state.permissions = sources.shares == nil ? [] : [.share]
    guard role >= .kiosk else {
      // What is being taken, and what is wrong with the booth, is no business of guests.
      (state.role, state.shot, state.notices, state.printer) = ("guest", nil, [], nil)
      return state
    }
    state.role = role == .operator ? "operator" : "kiosk"
    state.permissions += [.shoot, .trash, .favourite, .edit]
    if sources.printer != nil { state.permissions.append(.print) }
    if sources.guests != nil, guardian.needsLogin { state.permissions.append(.invite) }
    if guardian.hasOperator { state.permissions.append(.operator) }
    return state
  }

  private func events(_ request: WebRequest, _ role: KioskRole) -> WebResponse {
    let position = (request.headers["last-event-id"] ?? request.query["after"]).flatMap { Int64($0) }
    let names: Set<String>? = role < .kiosk ? ["asset", "phase", "reload"] : nil
    let reader = EventReader(sources.events, after: position, only: names) { [self] in
      let state = await state(for: role, request)
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

  /// Begins a shot that a page or another program has requested; returns its number.
  /// - Throws: ``WebFailure``, 429 when too many were asked for.
  package func shoot(_ order: KioskOrder) async throws(WebFailure) -> Int {
    guard let booth = sources.booth else { throw .notFound() }
    if let countdown = order.countdown, !(0...10).contains(countdown) {
      throw .invalid("countdown: name 0 to 10 seconds.")
    }
    try shots.attempt(by: "")
    try shotsOfMinute.attempt(by: "")
    return try await booth.shoot(order)
  }
}

extension WebServer {
  /// Creates a server of a site's pages.
  public convenience init(serving site: KioskSite, limits: WebLimits = WebLimits(), clock: any MediaClock) {
    self.init(limits: limits, clock: clock) {
      site.mostBodyBytes(of: $0)
    } respond: {
      await site.respond(to: $0)
    }
  }
}
