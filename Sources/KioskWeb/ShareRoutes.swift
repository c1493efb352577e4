import MediaCore

/// Links to single pictures: what makes them, and what they open.
struct ShareRoutes {
  struct Told: Encodable {
    let token: String
    let url: String
    let expires: String
    let qr: String
  }

  private struct Info: Encodable {
    let asset: KioskAsset
    let name: String
    let expires: String
    let theme: String?
  }

  let site: KioskSite

  private func links() throws(WebFailure) -> ShareLinks {
    guard let links = site.sources.shares else { throw .notFound() }
    return links
  }

  // MARK: For the booth

  func share(_ id: String, hours: Int, _ request: WebRequest) async throws(WebFailure) -> WebResponse {
    let links = try links()
    let asset = try await site.sources.pictures.asset(id)
    let link = links.link(to: asset.id, hours: hours)
    return KioskAnswer.json(
      Told(
        token: link.token, url: address(of: link, request), expires: date(link.end),
        qr: "/api/shares/\(link.token)/qr"), 201)
  }

  func answerAPI(_ request: WebRequest) throws(WebFailure) -> WebResponse {
    let (links, path) = (try links(), request.path)
    guard path.count == 3 else { return KioskAnswer.svg(try QRCode(address(of: links.link(path[2]), request)).svg) }
    guard links.revoke(path[2]) else { throw .notFound("There is no such link.") }
    return KioskAnswer.json(EmptyAnswer())
  }

  private func address(of link: ShareLinks.Link, _ request: WebRequest) -> String {
    "\(site.address(for: request))/share/\(link.token)"
  }

  private func date(_ seconds: Int64) -> String {
    let date = WallTime(secondsSince1970: seconds, nanosecond: 0, utcOffsetSeconds: 0)
    return date.localString() + date.offsetString()
  }

  // MARK: For whoever has a link

  /// Answers a request by a link, which gives access to its picture alone.
  func answer(_ request: WebRequest) async throws(WebFailure) -> WebResponse {
    let (links, path) = (try links(), request.path)
    // A page explains an ended link better than an error does.
    if path.count == 2 { return try site.page("share.html", for: request) }
    let link = try links.link(path[1])
    if path[2] == "info" {
      let asset = try await site.sources.pictures.asset(link.asset)
      let version = asset.files.values.first?.split(separator: "=").last.map(String.init) ?? "1"
      return KioskAnswer.json(
        Info(
          asset: asset.located(below: "/share/\(link.token)", version: version), name: site.sources.name(),
          expires: date(link.end), theme: await site.sources.state().defaults?.theme))
    }
    guard let form = KioskFile.Form(rawValue: path[2]) else { throw .notFound() }
    return try await AssetRoutes(site: site).file(form, of: link.asset, request)
  }
}
