import CPQ
import PhotoLibrary

/// A server, as a URL names it, and how it is spoken to. What it is called in messages has no password in it.
struct ServerAddress: Sendable {
  let library: LibPQ
  let url: String
  /// The URL without user, password and options.
  let name: String
  private let secrets: [String]

  /// - Throws: ``CatalogError`` when it is no URL of PostgreSQL's.
  init(_ url: String, library: LibPQ) throws(CatalogError) {
    (self.library, self.url) = (library, url)
    guard ["postgres://", "postgresql://"].contains(where: url.hasPrefix), !url.utf8.contains(0),
      let parts = Self.parse(url, library),
      (parts["port"] ?? "").split(separator: ",").allSatisfy({ UInt16($0) != nil })
    else {
      // What is wrong with it is not said: it may have a password in it.
      throw CatalogError(
        .refused, message: "This is no URL of a PostgreSQL database. Write postgres://USER@HOST:PORT/DATABASE.")
    }
    let host = parts["host"] ?? parts["hostaddr"] ?? ""
    let port = parts["port"].map { ":" + $0 } ?? ""
    name = "postgres://\(host)\(port)/\(parts["dbname"] ?? "")"
    secrets = ["password", "sslpassword"].compactMap { parts[$0] }.filter { !$0.isEmpty }
  }

  private static func parse(_ url: String, _ library: LibPQ) -> [String: String]? {
    var complaint: UnsafeMutablePointer<CChar>?
    defer { if let complaint { library.calls.PQfreemem(complaint) } }
    guard let options = library.calls.PQconninfoParse(url, &complaint) else { return nil }
    defer { library.calls.PQconninfoFree(options) }
    var (parts, option): ([String: String], UnsafeMutablePointer<PQconninfoOption>) = ([:], options)
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { parts[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    return parts
  }

  /// The parameters that libpq connects with. Those in the URL come after the first ones, and override them.
  var parameters: [(keyword: String, value: String)] {
    [
      ("fallback_application_name", "livecam"),
      // A server that is gone without a word is missed within half a minute.
      ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"), ("tcp_user_timeout", "20000"),
      ("dbname", url), ("client_encoding", "UTF8"),
    ]
  }

  /// A message of libpq or the server, in one line and without a password.
  func harmless(_ message: String) -> String {
    let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    return secrets.reduce(line) { text, secret in
      text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "…")
    }
  }
}
