/// The routes by which guests' telephones come to the gallery.
struct GuestRoutes {
  private struct Told: Encodable {
    let url: String
    let qr = "/api/guests/qr"
  }

  let site: KioskSite

  private func link() throws(WebFailure) -> GuestLink {
    // Where everybody may do everything there are no guests.
    guard let link = site.sources.guests, site.guardian.needsLogin else { throw .notFound() }
    return link
  }

  /// The link was followed: from now on the telephone is a guest's.
  func enter(_ request: WebRequest) throws(WebFailure) -> WebResponse {
    let link = try link()
    guard link.isRight(request.path[1]) else {
      throw ShareLinks.expired
    }
    var response = KioskAnswer.redirect(to: "/gallery")
    response.headers.append(AccessGuard.guestCookie(link.token))
    return response
  }

  func answerAPI(_ request: WebRequest) throws(WebFailure) -> WebResponse {
    let link = try link()
    if request.method == .delete { link.renew() }
    let url = "\(site.address(for: request))/guest/\(link.token)"
    return request.path.count == 3 ? KioskAnswer.svg(try QRCode(url).svg) : KioskAnswer.json(Told(url: url))
  }
}
