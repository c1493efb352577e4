/// The addresses by which pictures are taken.
struct ShotRoutes {
  private struct Number: Encodable { let shot: Int }
  private struct Press: Decodable { let frame: UInt64? }

  let site: KioskSite

  func answer(_ request: WebRequest) async throws(WebFailure) -> WebResponse {
    guard let booth = site.sources.booth else { throw .notFound() }
    let path = request.path
    if path[1] == "shoot" {
      let order = try KioskJSON.value(request.body, as: KioskOrder.self)
      return KioskAnswer.json(Number(shot: try await site.shoot(order)), 202)
    }
    guard let shot = Int(path[2]) else { throw .notFound() }
    switch (path[3], path.count) {
    case ("press", 4):
      try await booth.press(shot, frame: try KioskJSON.value(request.body, as: Press.self).frame)
      return KioskAnswer.json(Number(shot: shot), 202)
    case ("cancel", 4):
      try await booth.cancel(shot)
      return KioskAnswer.json(EmptyAnswer())
    case (let part, 5):
      guard let part = Int(part) else { throw .notFound() }
      return WebResponse(
        headers: [("Content-Type", "image/jpeg"), ("Cache-Control", "no-store")],
        body: .bytes(try await booth.reviewStill(of: shot, part: part)))
    default: throw .notFound()
    }
  }
}
