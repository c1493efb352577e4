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

  /// The names of statuses. Clients do not look at them.
  static func phrase(_ status: Int) -> String {
    switch status {
    case 101: "Switching Protocols"
    case 200..<300: "OK"
    case 303: "See Other"
    case 304: "Not Modified"
    case 400..<500: "Not Answered"
    default: "Failed"
    }
  }
}
