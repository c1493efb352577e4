public import MediaCore

/// How much a server lets its clients do.
public struct WebLimits: Sendable {
  /// The most connections at once; another one is closed at once.
  public var connections = 256
  /// How many of them are kept for this machine itself, whose screen others must not shut out.
  public var connectionsOfThisMachine = 16
  /// The most connections of one address at once, or of one IPv6 network of 64 bits; this machine may have more.
  public var connectionsOfOnePeer = 64
  /// The addresses of proxies, which tell by `X-Forwarded-For` whom they ask for. What others say there is not believed.
  public var trustedProxies: Set<String> = []
  /// The most bytes of a request's body.
  public var bodyBytes = 16_384
  /// How long a request may take to arrive, from its first byte on, and how long a connection may wait for its first.
  public var requestTime = MediaTime(value: 10, timescale: 1)
  /// How long an answer may take to be made, such as an animation of a movie.
  public var answerTime = MediaTime(value: 60, timescale: 1)
  /// How long a connection may wait for the next request.
  public var idleTime = MediaTime(value: 60, timescale: 1)
  /// How long a client that was refused may take to hear it.
  public var lingerTime = MediaTime(value: 2, timescale: 1)
  /// How long a client may take for a piece of an answer, 64 kB or a picture.
  public var writeTime = MediaTime(value: 15, timescale: 1)

  /// The usual limits.
  public init() {}
}
