public import MediaCore
import Synchronization

/// Links that open one picture each, without a password, until they expire or are revoked.
public final class ShareLinks: Sendable {
  /// A link to a picture.
  public struct Link: Sendable, Hashable, Codable {
    /// The random word that makes the link impossible to guess.
    public let token: String
    /// The picture.
    public let asset: String
    /// The time at which the link expires, in seconds since 1970.
    public let end: Int64

    /// Creates a link that opens an asset until `end`.
    public init(token: String, asset: String, end: Int64) { (self.token, self.asset, self.end) = (token, asset, end) }
  }

  // Enough for an evening; those make room that end first.
  private static let mostLinks = 10_000
  // Who comes with a link that has ended is told so, as long as it is one of the last.
  private static let mostEnded = 1000

  private let clock: any MediaClock
  private let wallClock: any WallClock
  private let makeToken: @Sendable () -> String
  private let keep: @Sendable ([Link]) -> Void
  /// The links by their tokens, with the latest of those that have expired.
  private let links: Mutex<[String: Link]>

  /// Creates the links of a site.
  /// - Parameters:
  ///   - links: The links of an earlier run.
  ///   - clock: The clock whose readings `wallClock` turns into dates.
  ///   - wallClock: The clock by which links expire.
  ///   - keep: Stores all links; called whenever they change.
  ///   - makeToken: Returns the secret word of a new link.
  public init(
    _ links: [Link] = [], clock: any MediaClock, wallClock: any WallClock,
    keeping keep: @escaping @Sendable ([Link]) -> Void = { _ in },
    makeToken: @escaping @Sendable () -> String = SecretToken.random
  ) {
    (self.clock, self.wallClock, self.makeToken, self.keep) = (clock, wallClock, makeToken, keep)
    self.links = Mutex(Dictionary(links.map { ($0.token, $0) }) { first, _ in first })
  }

  private var now: Int64 { wallClock.date(at: clock.now).secondsSince1970 }

  /// The links that are valid, those first that end first.
  public var valid: [Link] {
    let now = now
    return links.withLock { Array($0.values) }.filter { $0.end > now }.sorted { $0.end < $1.end }
  }

  /// Returns a link to a picture that is valid for a number of hours: an existing one that expires in the second half
  /// of that time, or a new one.
  public func link(to asset: String, hours: Int) -> Link {
    let now = now
    let (link, all): (Link, [Link]?) = links.withLock { links in
      let seconds = Int64(hours) * 3600
      let ends = (now + seconds / 2)...(now + seconds)
      if let link = links.values.first(where: { $0.asset == asset && ends.contains($0.end) }) { return (link, nil) }
      Self.makeRoom(in: &links, now)
      let link = Link(token: makeToken(), asset: asset, end: now + seconds)
      links[link.token] = link
      return (link, Array(links.values))
    }
    if let all { keep(all) }
    return link
  }

  private static func makeRoom(in links: inout [String: Link], _ now: Int64) {
    let ended = links.values.filter { $0.end <= now }.sorted { $0.end < $1.end }
    for link in ended.dropLast(mostEnded) { links[link.token] = nil }
    let valid = links.values.filter { $0.end > now }
    if valid.count >= mostLinks, let first = valid.min(by: { $0.end < $1.end }) { links[first.token] = nil }
  }

  /// Takes a link back; returns whether there was one.
  public func revoke(_ token: String) -> Bool {
    let now = now
    let all: [Link]? = links.withLock { links in
      guard let link = links[token], link.end > now else { return nil }
      links[token] = Link(token: token, asset: link.asset, end: now)
      return Array(links.values)
    }
    guard let all else { return false }
    keep(all)
    return true
  }

  /// The link of a token.
  /// - Throws: ``WebFailure`` 410 for one that has ended, 404 for one that never was.
  func link(_ token: String) throws(WebFailure) -> Link {
    let now = now
    guard let link = links.withLock({ $0[token] }) else { throw .notFound("There is no such picture.") }
    guard link.end > now else { throw Self.expired }
    return link
  }

  static let expired = WebFailure(410, "expired", "This link has ended. Ask for a new one at the booth.")
}
