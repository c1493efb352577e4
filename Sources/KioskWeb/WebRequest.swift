/// One request of a client, read whole and found to be in order.
public struct WebRequest: Sendable {
  /// What is to be done. Others are refused.
  public enum Method: String, Sendable, Hashable, CaseIterable {
    /// To be shown something.
    case get = "GET"
    /// The head of what `GET` shows.
    case head = "HEAD"
    /// To change something.
    case post = "POST"
    /// To remove something.
    case delete = "DELETE"
  }

  /// What is to be done.
  public let method: Method
  /// The path's parts, decoded: none is empty, `.` or `..`, or has a slash or a control character.
  public let path: [String]
  /// What follows the question mark, decoded; of a name that comes twice, the last.
  public let query: [String: String]
  /// The headers by their names in small letters.
  public let headers: [String: String]
  /// The body.
  public internal(set) var body: [UInt8] = []
  /// The address of the client: that of its connection, or the one that a trusted proxy tells.
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
