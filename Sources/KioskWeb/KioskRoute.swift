/// One address of the site: what it takes, and who may ask it.
struct KioskRoute: Sendable {
  let method: WebRequest.Method
  /// The parts of its path; a star stands for any.
  let path: [Substring]
  /// The least role that may ask for the route.
  let role: KioskRole
  /// Indicates whether the route exists in a booth alone, not in a gallery.
  let isOfBooth: Bool
  /// Indicates whether the route is a page, which redirects clients that may not see it to another page.
  let isPage: Bool

  init(
    _ method: WebRequest.Method, _ path: String, _ role: KioskRole, ofBooth isOfBooth: Bool = false,
    isPage: Bool = false
  ) {
    (self.method, self.path, self.role) = (method, path.split(separator: "/"), role)
    (self.isOfBooth, self.isPage) = (isOfBooth, isPage)
  }

  /// Indicates whether programs that are no operators read the route by a token of their own.
  var isOfMetrics: Bool { path == ["metrics"] }

  /// All routes. Requests for other paths are answered as not found.
  static let all: [KioskRoute] =
    [
      KioskRoute(.get, "/", .guest, isPage: true), KioskRoute(.get, "/gallery", .guest, isPage: true),
      KioskRoute(.get, "/picture/*", .guest, isPage: true),
      KioskRoute(.get, "/operator", .kiosk, ofBooth: true, isPage: true),
      KioskRoute(.get, "/fleet", .operator, ofBooth: true, isPage: true),
      KioskRoute(.get, "/login", .stranger), KioskRoute(.get, "/favicon.ico", .stranger),
      KioskRoute(.get, "/static/*", .stranger), KioskRoute(.get, "/metrics", .operator, ofBooth: true),
      // Whoever has the link.
      KioskRoute(.get, "/guest/*", .stranger, ofBooth: true), KioskRoute(.get, "/share/*", .stranger, ofBooth: true),
      KioskRoute(.get, "/share/*/info", .stranger, ofBooth: true),
      // The interface.
      KioskRoute(.post, "/api/login", .stranger), KioskRoute(.post, "/api/logout", .stranger),
      KioskRoute(.get, "/api/state", .guest), KioskRoute(.get, "/api/events", .guest),
      KioskRoute(.get, "/api/preview", .kiosk, ofBooth: true),
      KioskRoute(.get, "/api/assets", .guest), KioskRoute(.get, "/api/assets/*", .guest),
      KioskRoute(.post, "/api/assets/*/favourite", .kiosk, ofBooth: true),
      KioskRoute(.post, "/api/assets/*/trash", .kiosk, ofBooth: true),
      KioskRoute(.post, "/api/assets/*/restore", .kiosk, ofBooth: true),
      KioskRoute(.post, "/api/assets/*/effect", .kiosk, ofBooth: true),
      KioskRoute(.post, "/api/assets/*/shares", .guest, ofBooth: true),
      KioskRoute(.get, "/api/shares/*/qr", .guest, ofBooth: true),
      KioskRoute(.delete, "/api/shares/*", .kiosk, ofBooth: true),
      KioskRoute(.get, "/api/guests", .kiosk, ofBooth: true), KioskRoute(.get, "/api/guests/qr", .kiosk, ofBooth: true),
      KioskRoute(.delete, "/api/guests", .operator, ofBooth: true),
      KioskRoute(.post, "/api/shoot", .kiosk, ofBooth: true),
      KioskRoute(.post, "/api/shots/*/press", .kiosk, ofBooth: true),
      KioskRoute(.post, "/api/shots/*/cancel", .kiosk, ofBooth: true),
      KioskRoute(.get, "/api/shots/*/*/still", .kiosk, ofBooth: true),
      KioskRoute(.post, "/api/operator/login", .kiosk, ofBooth: true),
      KioskRoute(.post, "/api/operator/logout", .kiosk, ofBooth: true),
      KioskRoute(.get, "/api/operator", .operator, ofBooth: true),
      KioskRoute(.get, "/api/operator/report", .operator, ofBooth: true),
      KioskRoute(.post, "/api/operator/settings", .operator, ofBooth: true),
      KioskRoute(.get, "/api/operator/levels", .operator, ofBooth: true),
      KioskRoute(.get, "/api/fleet", .operator, ofBooth: true),
      KioskRoute(.get, "/api/operator/camera", .operator, ofBooth: true),
      KioskRoute(.post, "/api/operator/camera", .operator, ofBooth: true),
      KioskRoute(.get, "/api/templates", .operator, ofBooth: true),
      KioskRoute(.get, "/api/templates/*", .operator, ofBooth: true),
      KioskRoute(.post, "/api/templates/*", .operator, ofBooth: true),
      KioskRoute(.delete, "/api/templates/*", .operator, ofBooth: true),
      KioskRoute(.post, "/api/assets/*/print", .kiosk, ofBooth: true),
      KioskRoute(.post, "/api/printer/cancel", .operator, ofBooth: true),
      KioskRoute(.post, "/api/printer/anew", .operator, ofBooth: true),
    ]
    + KioskFile.Form.allCases.flatMap { form in
      [
        KioskRoute(.get, "/api/assets/*/\(form.rawValue)", .guest),
        KioskRoute(.get, "/share/*/\(form.rawValue)", .stranger, ofBooth: true),
      ]
    }

  /// The route of a request.
  /// - Throws: ``WebFailure`` 404 for a path that is none, 405 for one that takes other methods.
  static func of(_ request: WebRequest, hasBooth: Bool) throws(WebFailure) -> KioskRoute {
    let there = all.filter { (hasBooth || !$0.isOfBooth) && $0.leads(to: request.path) }
    // The head of what is shown is shown, too.
    let method = request.method == .head ? .get : request.method
    guard let route = there.first(where: { $0.method == method }) else {
      guard !there.isEmpty else { throw .notFound() }
      let methods = there.flatMap { $0.method == .get ? ["GET", "HEAD"] : [$0.method.rawValue] }
      throw .method(methods.joined(separator: ", "))
    }
    return route
  }

  private func leads(to parts: [String]) -> Bool {
    path.count == parts.count && zip(path, parts).allSatisfy { $0 == "*" || $0 == $1 }
  }
}
