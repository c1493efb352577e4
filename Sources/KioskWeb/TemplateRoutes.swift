/// The addresses of templates, for the operator.
struct TemplateRoutes {
  /// The content type of a frame.
  static let frameType = "image/png"
  // Enough for a sheet of paper in print quality.
  private static let mostFrameBytes = 20_000_000
  private static let mostTitleCharacters = 60

  let site: KioskSite

  /// `/api/templates` and `/api/templates/NAME`
  func answer(_ request: WebRequest) async throws(WebFailure) -> WebResponse {
    guard let templates = site.sources.templates else { throw .notFound() }
    guard request.path.count == 3 else { return KioskAnswer.json(await templates.list()) }
    let name = request.path[2]
    switch request.method {
    case .post:
      guard Self.isFrame(request) else {
        throw WebFailure(415, "type", "The body must be a PNG: Content-Type: image/png.")
      }
      let title = String((request.query["title"] ?? name).prefix(Self.mostTitleCharacters))
      try await templates.add(request.body, named: name, title: title)
    case .delete: try await templates.remove(name)
    case .get, .head:
      return WebResponse(
        headers: [("Content-Type", "image/jpeg"), ("Cache-Control", "no-store")],
        body: .bytes(try await templates.sample(of: name)))
    }
    return KioskAnswer.json(await templates.list())
  }

  /// Indicates whether a request brings a frame, whose content is no JSON.
  static func isFrame(_ request: WebRequest) -> Bool {
    request.method == .post && request.path.count == 3 && request.path[0] == "api" && request.path[1] == "templates"
      && request.headers["content-type"]?.lowercased() == frameType
  }

  /// Returns the most bytes that a request's body may have if it brings a frame; `nil` for others.
  static func mostBytes(of request: WebRequest) -> Int? { isFrame(request) ? mostFrameBytes : nil }
}
