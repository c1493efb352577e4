/// The addresses of the operator's page.
struct OperatorRoutes {
  private struct Number: Decodable { let pin: String }

  let site: KioskSite

  func answer(_ request: WebRequest) async throws(WebFailure) -> WebResponse {
    let path = request.path
    guard let booth = site.sources.booth, path.count <= 3 else { throw .notFound() }
    switch path.count == 3 ? path[2] : "" {
    case "login":
      try KioskSite.require(request, .post)
      // Who may not see the booth does not guess its number.
      guard site.guardian.isKnown(request) else { throw WebFailure(401, "login", "Log in first.") }
      let pin = try KioskJSON.value(request.body, as: Number.self).pin
      return KioskSite.carrying(
        AccessGuard.operatorCookie, try site.guardian.becomeOperator(pin, from: request.peer))
    case "logout":
      try KioskSite.require(request, .post)
      site.guardian.forget(request, isOperator: true)
      return KioskAnswer.json(EmptyAnswer())
    case "":
      try site.requireOperator(request)
      try KioskSite.require(request, .get)
      return KioskAnswer.json(await report(booth))
    case "report":
      try site.requireOperator(request)
      try KioskSite.require(request, .get)
      var response = KioskAnswer.json(await report(booth))
      response.headers.append(("Content-Disposition", "attachment; filename=\"livecam-report.json\""))
      return response
    case "settings":
      try site.requireOperator(request)
      try KioskSite.require(request, .post)
      return KioskAnswer.json(
        try await booth.change(try KioskJSON.value(request.body, as: KioskSettingsChange.self)))
    default: throw .notFound()
    }
  }

  private func report(_ booth: any KioskBooth) async -> KioskReport {
    var report = await booth.report()
    report.shares = site.sources.shares?.valid ?? []
    return report
  }
}
