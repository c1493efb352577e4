public import KioskWeb
public import LiveCapture
import MediaCore
public import PhotoLibrary
import Synchronization

/// A library's pictures in the browser, to be looked at alone.
public final class Gallery: Sendable {
  private let address: ListenAddress
  private let events: KioskEventLog
  private let server: WebServer
  private let pictures: LibraryPictures
  private let library: PhotoLibrary
  private let clock: any MediaClock
  private let total = SharedCount()
  private let follower = Mutex<GalleryFollower?>(nil)
  private let tick = Mutex<(any ScheduledAction)?>(nil)

  /// Creates a gallery of a library, called `name`. Clocks are those of `environment`.
  public init(
    of library: PhotoLibrary, name: String, at address: ListenAddress, access: KioskAccess,
    in environment: CaptureEnvironment
  ) {
    (self.library, self.address, clock) = (library, address, environment.clock)
    let pictures = LibraryPictures(of: library)
    let events = KioskEventLog(from: environment.wallClock.date(at: environment.clock.now))
    (self.pictures, self.events) = (pictures, events)
    var sources = KioskSite.Sources(pictures: pictures, events: events) { [total] in
      total.value.withLock { count in
        var state = KioskState(host: .view, name: name, total: count)
        state.event = events.newest
        return state
      }
    }
    sources.name = { name }
    let site = KioskSite(sources, access: access, clock: environment.clock, wallClock: environment.wallClock)
    server = WebServer(serving: site, clock: environment.clock)
  }

  private final class SharedCount: Sendable {
    let value = Mutex(0)
  }

  /// Starts the server; returns its address.
  /// - Throws: `WebServerError` when the address is in use or cannot be bound; `WebFailure` when the library fails.
  public func start() async throws -> ListenAddress {
    let count = try pictures.count()
    total.value.withLock { $0 = count }
    let following = GalleryFollower(library, pictures) { [events, total] change in
      total.value.withLock { count in
        count = change.total
        _ = events.append("asset", json: KioskJSON.text(change))
      }
    }
    follower.withLock { $0 = following }
    beat()
    return try await server.start(at: address)
  }

  /// Ends it.
  public func stop() async {
    follower.withLock { $0.take() }?.end()
    tick.withLock { $0.take() }?.cancel()
    events.close()
    await server.stop()
  }

  private static let beatLength = MediaTime(value: 10, timescale: 1)

  private func beat() {
    events.beat()
    let next = clock.schedule(at: clock.now + Self.beatLength) { [weak self] in self?.beat() }
    tick.withLock { $0 = next }
  }
}
