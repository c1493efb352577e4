public import MediaCore

/// The limits that a server sets its clients.
public struct WebLimits: Sendable {
  /// The most connections at once; another one is closed at once.
  public var connections = 256
  /// The number of connections that are kept for this machine itself, so that other clients cannot shut its screen out.
  public var connectionsOfThisMachine = 16
  /// The most connections of one address at once, or of one IPv6 network of 64 bits; this machine may have more.
  public var connectionsOfOnePeer = 64
  /// The addresses of proxies that are trusted to name their clients by `X-Forwarded-For`. The header is ignored in
  /// requests from other addresses.
  public var trustedProxies: Set<String> = []
  /// The most bytes of a request's body.
  public var bodyBytes = 16_384
  /// The longest time that a request may take to arrive, from its first byte on, and that a connection may wait for its
  /// first request.
  public var requestTime = MediaTime(value: 10, timescale: 1)
  /// The longest time that an answer may take to be made, such as an animation of a movie.
  public var answerTime = MediaTime(value: 60, timescale: 1)
  /// The longest time that a connection may wait for the next request.
  public var idleTime = MediaTime(value: 60, timescale: 1)
  /// The longest time that a client may take to read a refusal.
  public var lingerTime = MediaTime(value: 2, timescale: 1)
  /// The longest time that a client may take for a piece of an answer, 64 kB or a picture.
  public var writeTime = MediaTime(value: 15, timescale: 1)

  /// Creates the usual limits.
  public init() {}
}
