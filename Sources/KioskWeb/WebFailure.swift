/// The reason why a request is not answered as asked: an HTTP status, a word for programs, and a sentence for people.
public struct WebFailure: Error, Sendable {
  /// The status, such as 404.
  public let status: Int
  /// The kind of failure, in one word.
  public let code: String
  /// The sentence that says what is wrong and what to do about it.
  public let message: String
  /// The time after which the same request may be made again, in seconds; `nil` where waiting changes nothing.
  public let retryAfterSeconds: Double?
  /// The error behind the failure, which clients do not receive.
  public let underlying: (any Error)?
  /// The headers of the response, besides those of all responses.
  private(set) var headers: [String: String] = [:]

  /// Creates a failure from its parts.
  public init(
    _ status: Int, _ code: String, _ message: String, retryAfterSeconds: Double? = nil,
    underlying: (any Error)? = nil
  ) {
    self.status = status
    self.code = code
    self.message = message
    self.retryAfterSeconds = retryAfterSeconds
    self.underlying = underlying
  }

  /// Returns a failure for a request that makes no sense.
  public static func invalid(_ message: String, underlying: (any Error)? = nil) -> WebFailure {
    WebFailure(400, "invalid", message, underlying: underlying)
  }
  /// Returns a failure for content that does not exist.
  public static func notFound(
    _ message: String = "There is nothing here.", underlying: (any Error)? = nil
  ) -> WebFailure {
    WebFailure(404, "notFound", message, underlying: underlying)
  }
  /// Returns a failure for an action that is forbidden to this client or this host.
  public static func forbidden(_ message: String) -> WebFailure { WebFailure(403, "forbidden", message) }

  /// Returns the failure with another header of its response.
  func with(_ header: String, _ value: String) -> WebFailure {
    var failure = self
    failure.headers[header] = value
    return failure
  }

  static func method(_ allowed: String) -> WebFailure {
    WebFailure(405, "method", "This address takes \(allowed) alone.").with("Allow", allowed)
  }
}
