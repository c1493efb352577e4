/// The addresses of templates, for the operator.
struct TemplateRoutes {
  let site: KioskSite

  /// `/api/templates` and `/api/templates/NAME`
  func answer(_ request: WebRequest) async throws(WebFailure) -> WebResponse {
    guard let templates = site.sources.templates else { throw .notFound() }
    if request.path.count == 2 { return KioskAnswer.json(await templates.list()) }
    return WebResponse(
      headers: [("Content-Type", "image/jpeg"), ("Cache-Control", "no-store")],
      body: .bytes(try await templates.sample(of: request.path[2])))
  }
}
