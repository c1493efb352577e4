/// A complete and valid request of a client.
public struct WebRequest: Sendable {
  /// The methods that the server supports. Requests with other ones are refused.
  public enum Method: String, Sendable, Hashable, CaseIterable {
    /// A request for content.
    case get = "GET"
    /// The head of what `GET` shows.
    case head = "HEAD"
    /// A request for a change.
    case post = "POST"
    /// A request for a removal.
    case delete = "DELETE"
  }

  /// The HTTP method, such as `get`.
  public let method: Method
  /// The path's parts, decoded: none is empty, `.` or `..`, or has a slash or a control character.
  public let path: [String]
  /// The values of the query by their names, decoded; the last one where a name occurs twice.
  public let query: [String: String]
  /// The headers by their names in small letters.
  public let headers: [String: String]
  /// The bytes of the request's body.
  public internal(set) var body: [UInt8] = []
  /// The address of the client: that of its connection, or the one that a trusted proxy reports.
  public internal(set) var peer = ""
  let isPersistent: Bool
  let bodyCount: Int

  /// The value of a cookie.
  func cookie(_ name: String) -> String? {
    for part in (headers["cookie"] ?? "").split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2, pair[0].drop(while: { $0 == " " }) == name { return String(pair[1]) }
    }
    return nil
  }
}
