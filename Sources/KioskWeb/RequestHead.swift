/// Reads the head of a request, strictly: what two programs could read differently is refused, not guessed.
struct RequestHead {
  /// The most bytes of a head.
  static let mostBytes = 16_384
  private static let mostHeaders = 64
  private static let mostTargetBytes = 2048

  let request: WebRequest

  /// Creates the head in bytes, the empty line at its end left out.
  init(_ bytes: some Collection<UInt8>) throws(WebFailure) {
    let lines = try Self.lines(Array(bytes))
    guard let first = lines.first else { throw .invalid("The request has no first line.") }
    let parts = first.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .invalid("The first line is not METHOD, target and version.") }
    let version = Self.text(parts[2])
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
      throw WebFailure(505, "version", "HTTP/1.1 is spoken here.")
    }
    guard let method = WebRequest.Method(rawValue: Self.text(parts[0])) else {
      throw WebFailure(501, "method", "GET, HEAD, POST and DELETE are known here.")
    }
    let headers = try Self.headers(lines.dropFirst())
    guard headers["host"] != nil else { throw .invalid("The request does not say which host it is for.") }
    let (path, query) = try Self.target(parts[1])
    request = WebRequest(
      method: method, path: path, query: query, headers: headers,
      isPersistent: Self.isPersistent(version: version, headers["connection"]),
      bodyCount: try Self.bodyCount(headers))
  }

  private static func lines(_ bytes: [UInt8]) throws(WebFailure) -> [ArraySlice<UInt8>] {
    var (lines, start, index) = ([ArraySlice<UInt8>](), 0, 0)
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x0d, index + 1 < bytes.count, bytes[index + 1] == 0x0a {
        lines.append(bytes[start..<index])
        index += 2
        start = index
        guard lines.count <= mostHeaders else { throw WebFailure(431, "tooLarge", "The request has too many headers.") }
      } else {
        // A lone end of line, or what no header has.
        guard byte >= 0x20 || byte == 0x09, byte != 0x7f else {
          throw .invalid("The head has a control character.")
        }
        index += 1
      }
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }

  private static func headers(_ lines: ArraySlice<ArraySlice<UInt8>>) throws(WebFailure) -> [String: String] {
    var headers: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        line[..<colon].allSatisfy(isTokenByte)
      else { throw .invalid("A header is no name with a value.") }
      let name = text(line[..<colon]).lowercased()
      let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
      let value = line[(colon + 1)...].drop(while: isSpace).reversed().drop(while: isSpace).reversed()
      guard let text = String(validating: value, as: UTF8.self) else { throw .invalid("A header is no text.") }
      guard let earlier = headers[name] else {
        headers[name] = text
        continue
      }
      // Only what is a list may come in parts.
      guard name.hasPrefix("accept") || ["cache-control", "via", "x-forwarded-for"].contains(name) else {
        throw .invalid("The header \(name) comes twice.")
      }
      headers[name] = earlier + ", " + text
    }
    return headers
  }

  private static func bodyCount(_ headers: [String: String]) throws(WebFailure) -> Int {
    guard headers["transfer-encoding"] == nil else {
      throw WebFailure(501, "transferEncoding", "Say the body's length: Content-Length.")
    }
    guard let text = headers["content-length"] else { return 0 }
    guard !text.isEmpty, text.utf8.count <= 12, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let count = Int(text)
    else { throw .invalid("The length of the body is no number.") }
    return count
  }

  private static func isPersistent(version: String, _ connection: String?) -> Bool {
    let tokens = (connection ?? "").lowercased().split(separator: ",").map { $0.filter { $0 != " " } }
    // An older client would have to be told that the connection stays: it gets one for each request.
    return version == "HTTP/1.1" && !tokens.contains("close")
  }

  private static func target(_ bytes: ArraySlice<UInt8>) throws(WebFailure) -> ([String], [String: String]) {
    guard bytes.count <= mostTargetBytes else { throw WebFailure(414, "tooLarge", "The address is too long.") }
    guard bytes.first == UInt8(ascii: "/"), bytes.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw .invalid("The address is no path.")
    }
    let halves = bytes.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    var path: [String] = []
    let parts = halves[0].dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      // A slash at the end makes no difference.
      if part.isEmpty, index == parts.count - 1 { break }
      guard let name = decoded(part, plusIsSpace: false), !name.isEmpty, name != ".", name != "..",
        !name.contains("/"), !name.contains("\\")
      else { throw .invalid("The address has a part that leads elsewhere.") }
      path.append(name)
    }
    var query: [String: String] = [:]
    if halves.count == 2 {
      for item in halves[1].split(separator: UInt8(ascii: "&")) {
        let pair = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = decoded(pair[0], plusIsSpace: true),
          let value = pair.count == 2 ? decoded(pair[1], plusIsSpace: true) : ""
        else { throw .invalid("What follows the question mark cannot be read.") }
        query[name] = value
      }
    }
    return (path, query)
  }

  /// Text without its percent signs; `nil` for what is no text, or has a control character.
  private static func decoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) -> String? {
    var (result, index) = ([UInt8](), bytes.startIndex)
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "%"):
        guard index + 2 < bytes.endIndex, let byte = UInt8(text(bytes[(index + 1)...(index + 2)]), radix: 16),
          bytes[index + 1] != UInt8(ascii: "+"), bytes[index + 1] != UInt8(ascii: "-")
        else { return nil }
        result.append(byte)
        index += 3
      case UInt8(ascii: "+") where plusIsSpace:
        result.append(0x20)
        index += 1
      case let byte:
        result.append(byte)
        index += 1
      }
    }
    guard result.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else { return nil }
    return String(validating: result, as: UTF8.self)
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  /// The text of bytes that are known to be ASCII, or are only compared.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
