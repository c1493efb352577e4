import FoundationEssentials
import LiveCapture
import MediaCore
import Station
import Synchronization

/// Tells systemd that the booth is alive, as often as the unit asks for: once the session has answered. A session that
/// hangs says nothing, and the booth is started anew.
final class Watchdog: Sendable {
  private let station: Station
  private let interval: MediaTime
  private let next = Mutex<(any ScheduledAction)?>(nil)

  /// `nil` unless a unit with `WatchdogSec` has started the program.
  init?(_ station: Station) {
    guard let text = ProcessInfo.processInfo.environment["WATCHDOG_USEC"], let microseconds = Int64(text),
      microseconds > 0
    else { return nil }
    self.station = station
    interval = MediaTime(value: microseconds, timescale: 2_000_000)
  }

  /// Begins to tell.
  func start() {
    Task { [weak self] in
      guard let self else { return }
      _ = await station.session.isRunning
      ServiceManager.tell("WATCHDOG=1")
      let clock = station.environment.clock
      let action = clock.schedule(at: clock.now + interval) { [weak self] in self?.start() }
      next.withLock { $0 = action }
    }
  }
}
