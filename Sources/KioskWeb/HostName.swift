/// Names of hosts, as requests have them.
enum HostName {
  /// Tells whether a host is an address of four numbers, or one with colons.
  static func isNumeric(_ host: String) -> Bool {
    if host.contains(":") { return host.utf8.allSatisfy { ":0123456789abcdefABCDEF.".utf8.contains($0) } }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }

  /// The host of `HOST`, `HOST:PORT` or `[HOST]:PORT`, in small letters; empty for anything else.
  static func host(of authority: String) -> String {
    let text = authority.lowercased()
    let (host, rest): (Substring, Substring)
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      (host, rest) = (text[text.index(after: text.startIndex)..<end], text[text.index(after: end)...])
    } else {
      host = text.prefix { $0 != ":" }
      rest = text.dropFirst(host.count)
    }
    guard rest.isEmpty || rest.hasPrefix(":") && rest.utf8.dropFirst().allSatisfy({ (0x30...0x39).contains($0) }) else {
      return ""
    }
    return String(host)
  }
}
