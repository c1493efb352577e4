public import ByteCoding

/// A server's response to a request.
public struct WebResponse: Sendable {
  /// The ways in which a body is sent.
  public enum Body: Sendable {
    /// The given bytes.
    case bytes([UInt8])
    /// A range of a file's bytes, read while they are sent.
    case source(any ByteSource, Range<Int>)
    /// Bytes that the closure returns piece by piece, until it returns `nil`. Then the connection ends.
    case stream(@Sendable () async -> [UInt8]?)
    /// Messages of a WebSocket, in both directions, until the closure returns.
    case socket(@Sendable (WebSocket) async -> Void)
  }

  /// The status, such as 200.
  public var status: Int
  /// The headers, without those that every response has.
  public var headers: [(name: String, value: String)]
  /// What is sent after the headers.
  public var body: Body

  /// Creates an answer from its parts.
  public init(_ status: Int = 200, headers: [(name: String, value: String)] = [], body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Creates an answer of bytes of a kind, such as `application/json`.
  public init(_ status: Int = 200, _ contentType: String, _ bytes: [UInt8]) {
    self.init(status, headers: [("Content-Type", contentType)], body: .bytes(bytes))
  }

  /// The names of the statuses that the site answers with, by RFC 9110; empty for another one, as it permits.
  static func phrase(_ status: Int) -> String { phrases[status] ?? "" }

  private static let phrases = [
    101: "Switching Protocols", 200: "OK", 201: "Created", 202: "Accepted", 206: "Partial Content", 303: "See Other",
    304: "Not Modified", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required",
    413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
    417: "Expectation Failed", 421: "Misdirected Request", 426: "Upgrade Required", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
    503: "Service Unavailable", 505: "HTTP Version Not Supported",
  ]
}
