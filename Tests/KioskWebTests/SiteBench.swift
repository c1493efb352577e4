import ByteCoding
import MediaCore
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import KioskWeb

/// A fleet of one booth.
private final class Flock: KioskFleet {
  let members = [KioskFleetMember(topic: "party/door", isOnline: true, isSelf: true, state: nil)]
  let report = KioskReport.Broker(address: "mqtt://localhost:1883")

  func start(
    _ site: KioskSite, address: @escaping @Sendable () -> String,
    notify: @escaping @Sendable (_ level: String, _ message: String) -> Void
  ) {}
  func stop() async {}
}

/// A site of a few pictures, and its server on a port of this machine unless it is asked in memory. Its clock stands
/// unless a test moves it.
final class SiteBench: Sendable {
  let port: UInt16
  let carrier: Carrier
  let site: KioskSite
  let server: WebServer
  let events: KioskEventLog
  let preview: PreviewFeed
  let shares: ShareLinks
  let guests = GuestLink()
  let booth = Orders()

  init(
    _ access: KioskAccess = KioskAccess(), limits: WebLimits = WebLimits(), clock: any MediaClock = VirtualClock(),
    isBooth: Bool = true, reachable: String? = nil, by carrier: Carrier = .socket
  ) async throws {
    let wallClock = FixedWallClock(at: clock.now)
    let events = KioskEventLog(from: wallClock.date)
    let shares = ShareLinks(clock: clock, wallClock: wallClock)
    (self.events, self.shares) = (events, shares)
    preview = PreviewFeed(clock: clock)
    var sources = KioskSite.Sources(pictures: Shelf(), events: events) {
      var state = KioskState(host: isBooth ? .booth : .view, name: "test", total: 3)
      state.event = events.newest
      return state
    }
    if isBooth { (sources.booth, sources.preview, sources.shares, sources.guests) = (booth, preview, shares, guests) }
    if isBooth {
      (sources.printer, sources.templates, sources.levels) = (Press(), Press(), KioskEventLog(from: wallClock.date))
      sources.fleet = Flock()
      sources.camera = Press()
    }
    sources.reachableAddress = { reachable }
    let site = KioskSite(sources, access: access, clock: clock, wallClock: wallClock)
    (self.site, self.carrier) = (site, carrier)
    server = WebServer(serving: site, limits: limits, clock: clock)
    port = carrier == .memory ? 80 : try await server.start(at: .anyOfLoopback).port
  }

  /// Asks by the test's carrier, on a connection of its own.
  func ask(_ method: String, _ path: String, headers: [String] = [], body: String? = nil) async throws -> String {
    var lines = ["\(method) \(path) HTTP/1.1", "Connection: close"] + headers
    if !headers.contains(where: { $0.hasPrefix("Host:") }) { lines.append("Host: 127.0.0.1:\(port)") }
    if let body {
      if !headers.contains(where: { $0.hasPrefix("Content-Type:") }) { lines.append("Content-Type: application/json") }
      lines.append("Content-Length: \(body.utf8.count)")
    }
    let head = lines.joined(separator: "\r\n")
    if carrier == .memory { return try await answer(to: head, body: body ?? "") }
    return try await RawClient.ask(port, head + "\r\n\r\n" + (body ?? ""))
  }

  /// The cookie that an answer sets, as a request carries it.
  static func cookie(_ answer: String) throws -> String {
    let line = try #require(answer.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") })
    #expect(line.contains("HttpOnly") && line.contains("SameSite="))
    return String(line.dropFirst(12).prefix { $0 != ";" })
  }

  /// Three pictures; the movie of each is 100,000 bytes.
  struct Shelf: KioskPictures {
    static let movie: [UInt8] = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7 % 251) }

    func page(after cursor: String?, limit: Int, filter: KioskFilter) async throws(WebFailure) -> KioskAssetPage {
      KioskAssetPage(assets: try await [asset("c"), asset("b"), asset("a")], next: nil, total: 3)
    }

    func asset(_ id: String) async throws(WebFailure) -> KioskAsset {
      guard ["a", "b", "c"].contains(id) else { throw .notFound() }
      return KioskAsset(
        id: id, name: "IMG_\(id)", kind: .live, width: 4, height: 3, created: nil, isFavourite: false, remark: nil,
        isUnfinished: false
      ).located(below: "/api/assets/\(id)", version: "1")
    }

    func file(_ form: KioskFile.Form, of id: String, side: Int) async throws(WebFailure) -> KioskFile {
      _ = try await asset(id)
      let bytes = form == .movie ? Self.movie : Array("\(form) of \(id)".utf8)
      return KioskFile(
        name: "\(id)\"\r\n.jpg", contentType: "image/jpeg", tag: "\(form)-\(id)",
        source: ArrayBytes(bytes, name: id))
    }

    func setFavourite(_ isFavourite: Bool, _ id: String) async throws(WebFailure) -> KioskAsset { try await asset(id) }
    func trash(_ id: String) async throws(WebFailure) { _ = try await asset(id) }
    func restore(_ id: String) async throws(WebFailure) -> KioskAsset { try await asset(id) }
    func apply(_ effect: KioskEffect, at time: MediaTime?, to id: String) async throws(WebFailure) -> KioskAsset {
      try await asset(id)
    }
  }

  /// Prints whatever it is asked for, and has a camera without controls.
  struct Press: KioskPrinter, KioskTemplates, KioskCamera {
    func list() async -> KioskTemplateList { KioskTemplateList(templates: [], refusals: []) }
    func add(_ png: [UInt8], named name: String, title: String) async throws(WebFailure) {}
    func remove(_ name: String) async throws(WebFailure) {}

    func order(_ asset: String, copies: Int, byOperator: Bool) async throws(WebFailure) -> Int { 1 }
    func cancel(_ job: Int) throws(WebFailure) {}
    func countAnew() {}
    func controls() async throws(WebFailure) -> KioskCameraControls {
      KioskCameraControls(camera: "none", controls: [])
    }
    func change(_ change: KioskCameraChange) async throws(WebFailure) -> KioskCameraControls { try await controls() }
    func sample(of name: String) async throws(WebFailure) -> [UInt8] { [0xff, 0xd8] }
  }

  /// Remembers what it was asked for.
  final class Orders: KioskBooth {
    let orders = Mutex<[KioskOrder]>([])

    func shoot(_ order: KioskOrder) async throws(WebFailure) -> Int {
      orders.withLock { orders in
        orders.append(order)
        return orders.count
      }
    }

    func press(_ shot: Int, frame: UInt64?) async throws(WebFailure) {}
    func cancel(_ shot: Int) async throws(WebFailure) {}
    func reviewStill(of shot: Int, part: Int) async throws(WebFailure) -> [UInt8] { [0xff, 0xd8] }
    func report() async -> KioskReport {
      KioskReport(uptimeSeconds: 1, path: "/library", settings: KioskSettings(modes: [.live]))
    }
    func change(_ change: KioskSettingsChange) async throws(WebFailure) -> KioskSettings {
      try KioskSettings(modes: [.live, .photo]).changed(by: change, of: [.live, .photo])
    }
    func metrics() async -> String { "livecam_up 1\n" }
  }
}
