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
      Trouble(error: .init(code: failure.code, message: failure.message, retryAfter: failure.retryAfter)),
      failure.status)
    if let wait = failure.retryAfter { response.headers.append(("Retry-After", "\(Int(wait.rounded(.up)))")) }
    return response
  }

  static func redirect(to place: String) -> WebResponse {
    WebResponse(303, headers: [("Location", place), ("Cache-Control", "no-store")])
  }

  /// A file, or the range of it that is asked for.
  static func file(_ file: KioskFile, for request: WebRequest) -> WebResponse {
    var headers = [
      ("Content-Type", file.contentType), ("Accept-Ranges", "bytes"), ("ETag", "\"\(file.tag)\""),
      ("Cache-Control", request.query["v"] == nil ? "no-store" : "private, max-age=86400, immutable"),
    ]
    if request.query["download"] != nil {
      headers.append(("Content-Disposition", "attachment; filename=\"\(plain(file.name))\""))
    }
    if request.headers["if-none-match"] == "\"\(file.tag)\"" { return WebResponse(304, headers: headers) }
    let count = file.source.count
    guard let wanted = request.headers["range"] else {
      return WebResponse(headers: headers, body: .source(file.source, 0..<count))
    }
    guard let range = range(wanted, of: count) else {
      return WebResponse(416, headers: headers + [("Content-Range", "bytes */\(count)")])
    }
    headers.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"))
    return WebResponse(206, headers: headers, body: .source(file.source, range))
  }

  /// One range such as `bytes=0-99`, `bytes=100-` or `bytes=-100`; `nil` for others.
  private static func range(_ text: String, of count: Int) -> Range<Int>? {
    guard text.hasPrefix("bytes="), count > 0 else { return nil }
    let parts = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    switch (Int(parts[0]), Int(parts[1])) {
    case (let first?, let last?) where first >= 0 && first <= last && first < count:
      return first..<min(count, last + (last == .max ? 0 : 1))
    case (let first?, nil) where parts[1].isEmpty && (0..<count).contains(first): return first..<count
    case (nil, let length?) where parts[0].isEmpty && length > 0: return max(0, count - length)..<count
    default: return nil
    }
  }

  /// A name that a header can hold.
  private static func plain(_ name: String) -> String {
    String(
      name.unicodeScalars.map {
        (0x20..<0x7f).contains($0.value) && $0 != "\"" && $0 != "\\" && $0 != "/" ? Character($0) : "_"
      })
  }
}
