import ByteCoding

/// Answers of the usual kinds.
enum KioskAnswer {
  private struct Trouble: Encodable {
    struct Reason: Encodable {
      let code: String
      let message: String
      let retryAfter: Double?
    }

    let error: Reason
  }

  static func json(_ value: some Encodable, _ status: Int = 200) -> WebResponse {
    json(text: KioskJSON.text(value), status)
  }

  static func json(text: String, _ status: Int = 200) -> WebResponse {
    WebResponse(
      status, headers: [("Content-Type", "application/json; charset=utf-8"), ("Cache-Control", "no-store")],
      body: .bytes(Array(text.utf8)))
  }

  static func failure(_ failure: WebFailure) -> WebResponse {
    var response = json(
      Trouble(error: .init(code: failure.code, message: failure.message, retryAfter: failure.retryAfterSeconds)),
      failure.status)
    for (name, value) in failure.headers { response.headers.append((name, value)) }
    if let wait = failure.retryAfterSeconds { response.headers.append(("Retry-After", "\(Int(wait.rounded(.up)))")) }
    return response
  }

  static func redirect(to place: String) -> WebResponse {
    WebResponse(303, headers: [("Location", place), ("Cache-Control", "no-store")])
  }

  /// A file, or the range of it that is asked for.
  static func file(_ file: KioskFile, for request: WebRequest) -> WebResponse {
    var headers = [
      ("Content-Type", file.contentType), ("Accept-Ranges", "bytes"), ("ETag", "\"\(file.tag)\""),
      ("Cache-Control", request.query["v"] == nil ? "private, no-cache" : "private, max-age=86400, immutable"),
    ]
    if request.query["download"] != nil {
      headers.append(("Content-Disposition", "attachment; filename=\"\(plain(file.name))\""))
    }
    if has(request, file.tag) { return WebResponse(304, headers: headers) }
    let count = file.source.count
    // The rest of an earlier version is no part of this one.
    let isSame = request.headers["if-range"].map { $0 == "\"\(file.tag)\"" } ?? true
    guard request.method == .get, isSame, let wanted = request.headers["range"],
      let part = FilePart(wanted, of: count)
    else { return WebResponse(headers: headers, body: .source(file.source, 0..<count)) }
    guard case .bytes(let range) = part else {
      return WebResponse(416, headers: headers + [("Content-Range", "bytes */\(count)")])
    }
    headers.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"))
    return WebResponse(206, headers: headers, body: .source(file.source, range))
  }

  /// Tells whether a client already has the content with the given tag, by the header `If-None-Match`.
  static func has(_ request: WebRequest, _ tag: String) -> Bool {
    guard let known = request.headers["if-none-match"] else { return false }
    return known == "*"
      || known.split(separator: ",").contains { known in
        let known = known.drop { $0 == " " }
        return (known.hasPrefix("W/") ? known.dropFirst(2) : known).prefix { $0 != " " } == "\"\(tag)\""
      }
  }

  static func svg(_ text: String) -> WebResponse {
    WebResponse(
      headers: [("Content-Type", "image/svg+xml"), ("Cache-Control", "no-store")], body: .bytes(Array(text.utf8)))
  }

  /// A name that a header can hold.
  private static func plain(_ name: String) -> String {
    String(
      name.unicodeScalars.map {
        (0x20..<0x7f).contains($0.value) && $0 != "\"" && $0 != "\\" && $0 != "/" ? Character($0) : "_"
      })
  }
}
