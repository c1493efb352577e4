/// The addresses of the operator's page.
struct OperatorRoutes {
  private struct Number: Decodable { let pin: String }

  let site: KioskSite

  func answer(_ request: WebRequest) async throws(WebFailure) -> WebResponse {
    let path = request.path
    guard let booth = site.sources.booth else { throw .notFound() }
    switch path.count == 3 ? path[2] : "" {
    case "login":
      let pin = try KioskJSON.value(request.body, as: Number.self).pin
      return KioskSite.carrying(try await site.guardian.becomeOperator(pin, by: request))
    case "logout":
      site.guardian.forget(request, isOperator: true)
      return KioskAnswer.json(EmptyAnswer())
    case "": return KioskAnswer.json(await report(booth))
    case "report":
      var response = KioskAnswer.json(await report(booth))
      response.headers.append(("Content-Disposition", "attachment; filename=\"livecam-report.json\""))
      return response
    case "levels": return try levels()
    case "camera":
      guard let camera = site.sources.camera else { throw .notFound("This booth has no camera.") }
      guard request.method == .post else { return KioskAnswer.json(try await camera.controls()) }
      let change = try KioskJSON.value(request.body, as: KioskCameraChange.self)
      return KioskAnswer.json(try await camera.change(change))
    case "settings":
      let names = KioskSettingsChange.names
      let unknown = try KioskJSON.value(request.body, as: [String: PlainJSON].self).keys.filter { !names.contains($0) }
      guard unknown.isEmpty else {
        throw .invalid(
          "\(unknown.sorted().joined(separator: ", ")): there is no such setting. There are "
            + "\(names.joined(separator: ", ")).")
      }
      return KioskAnswer.json(
        try await booth.change(try KioskJSON.value(request.body, as: KioskSettingsChange.self)))
    default: throw .notFound()
    }
  }

  /// Streams the microphone's levels as they are measured.
  private func levels() throws(WebFailure) -> WebResponse {
    guard let levels = site.sources.levels else { throw .notFound("This booth has no microphone.") }
    let reader = EventReader(levels, after: levels.newest) {
      KioskEventLog.Entry(number: levels.newest, name: "late", json: "{}")
    }
    return WebResponse(
      headers: [("Content-Type", "text/event-stream"), ("Cache-Control", "no-store")],
      body: .stream { await reader.next() })
  }

  private func report(_ booth: any KioskBooth) async -> KioskReport {
    var report = await booth.report()
    report.shares = site.sources.shares?.valid ?? []
    return report
  }
}
