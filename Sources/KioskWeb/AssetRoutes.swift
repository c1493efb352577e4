import MediaCore

/// The addresses of the gallery's pictures.
struct AssetRoutes {
  private struct Mark: Decodable { let value: Bool }
  private struct Hours: Decodable { let hours: Int? }
  private struct Effect: Decodable {
    let effect: KioskEffect
    /// The key photo's place in the movie, in seconds.
    let time: Double?
  }

  let site: KioskSite

  func answer(_ request: WebRequest) async throws(WebFailure) -> WebResponse {
    let (path, pictures) = (request.path, site.sources.pictures)
    switch path.count {
    case 2:
      guard let filter = KioskFilter(rawValue: request.query["filter"] ?? "all") else {
        throw .invalid("filter: name \(KioskFilter.allCases.map(\.rawValue).joined(separator: ", ")).")
      }
      guard let limit = Int(request.query["limit"] ?? "60"), (1...200).contains(limit) else {
        throw .invalid("limit: name 1 to 200.")
      }
      return KioskAnswer.json(
        try await pictures.page(after: request.query["before"], limit: limit, filter: filter))
    case 3: return KioskAnswer.json(try await pictures.asset(path[2]))
    default:
      if let form = KioskFile.Form(rawValue: path[3]) { return try await file(form, of: path[2], request) }
      return try await change(path[3], path[2], request)
    }
  }

  func file(_ form: KioskFile.Form, of id: String, _ request: WebRequest) async throws(WebFailure) -> WebResponse {
    guard let side = Int(request.query["side"] ?? "512"), [256, 512, 1024].contains(side) else {
      throw .invalid("side: name 256, 512 or 1024.")
    }
    return KioskAnswer.file(try await site.sources.pictures.file(form, of: id, side: side), for: request)
  }

  private func change(_ what: String, _ id: String, _ request: WebRequest) async throws(WebFailure) -> WebResponse {
    let pictures = site.sources.pictures
    switch what {
    case "favourite":
      let mark = try KioskJSON.value(request.body, as: Mark.self)
      return KioskAnswer.json(try await pictures.setFavourite(mark.value, id))
    case "trash":
      try await pictures.trash(id)
      return KioskAnswer.json(EmptyAnswer())
    case "effect":
      let change = try KioskJSON.value(request.body, as: Effect.self)
      guard (change.time != nil) == (change.effect == .keyPhoto), (0...86_400).contains(change.time ?? 0) else {
        throw .invalid("time: name the key photo's seconds from the movie's beginning, and none for other effects.")
      }
      let time = change.time.map { MediaTime(seconds: $0, preferredTimescale: 1_000_000) }
      return KioskAnswer.json(try await pictures.apply(change.effect, at: time, to: id))
    case "print": return try await PrintRoutes(site: site).order(id, request)
    case "restore": return KioskAnswer.json(try await pictures.restore(id))
    default:
      let hours = try KioskJSON.value(request.body, as: Hours.self).hours ?? 24
      // A guest's link goes out of the booth's hands: it ends with the day after the evening.
      let most = site.isOperator(request) ? 24 * 366 : 24
      guard (1...most).contains(hours) else { throw .invalid("hours: name 1 to \(most).") }
      return try await ShareRoutes(site: site).share(id, hours: hours, request)
    }
  }
}
