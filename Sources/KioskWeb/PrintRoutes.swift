/// The addresses of the printer: its state is part of the booth's.
struct PrintRoutes {
  private struct Copies: Decodable { let copies: Int? }
  private struct Number: Codable { let job: Int }

  let site: KioskSite

  private func printer() throws(WebFailure) -> any KioskPrinter {
    guard let printer = site.sources.printer else { throw .notFound("This booth has no printer.") }
    return printer
  }

  /// `POST /api/assets/ID/print`
  func order(_ id: String, _ request: WebRequest) async throws(WebFailure) -> WebResponse {
    let copies = try KioskJSON.value(request.body, as: Copies.self).copies ?? 1
    guard (1...99).contains(copies) else { throw .invalid("copies: name 1 to 99.") }
    let job = try await printer().order(id, copies: copies, byOperator: site.guardian.role(of: request) == .operator)
    return KioskAnswer.json(Number(job: job), 202)
  }

  /// `/api/printer/…`, for the operator.
  func answer(_ request: WebRequest) throws(WebFailure) -> WebResponse {
    let printer = try printer()
    if request.path.last == "cancel" {
      try printer.cancel(KioskJSON.value(request.body, as: Number.self).job)
    } else {
      printer.countAnew()
    }
    return KioskAnswer.json(EmptyAnswer())
  }
}
