package import LiveCapture
package import Simulator
import Synchronization

/// The work that runs on a virtual clock: that of its sessions and of the app, step by step, with those who watch it.
package final class VirtualRun: VirtualClockHost {
  private let watches = Watches()
  /// The work of all sessions on the clock that have no scheduler of their own, and of apps.
  package let work: SteppedWork
  /// Indicates whether a caller settles ``work``.
  private let isUsed = Atomic(false)

  private init() {
    SteppedTasks.install()
    work = watches.makeWork(adoptingTasks: true)
  }

  /// Returns ``work``, for somebody who settles it.
  package func use() -> SteppedWork {
    isUsed.store(true, ordering: .relaxed)
    return work
  }

  /// Work of a scheduler of its own, of which tasks are no pieces.
  package func makeWork() -> SteppedWork { watches.makeWork(adoptingTasks: false) }

  /// The run on a clock, which is the same for all that ask.
  package static func of(_ clock: VirtualClock) -> VirtualRun { clock.host { VirtualRun() } }

  package var waitingCount: Int { work.waitingCount }

  package func perform(_ action: () -> Void, thenSettling settles: Bool) {
    guard isUsed.load(ordering: .relaxed) else { return action() }
    if settles { work.performAndSettle(action) } else { work.perform(action) }
  }

  /// Adds a watch, for as long as somebody else holds it.
  package func add(_ watch: any VirtualRunWatch) { watches.all.withLock { $0.append(Watches.Entry(watch: watch)) } }

  func tell(_ notice: CaptureNotice) { for watch in watches.present { watch.hear(notice) } }

  private final class Watches: Sendable {
    struct Entry: Sendable { weak let watch: (any VirtualRunWatch)? }

    let all = Mutex<[Entry]>([])

    func makeWork(adoptingTasks: Bool) -> SteppedWork {
      SteppedWork(adoptingTasks: adoptingTasks) { [self] in for watch in present { await watch.didSettle() } }
    }

    var present: [any VirtualRunWatch] {
      all.withLock { all in
        all.removeAll { $0.watch == nil }
        return all.compactMap(\.watch)
      }
    }
  }
}

/// An observer of the work on a virtual clock.
package protocol VirtualRunWatch: AnyObject, Sendable {
  /// A session tells of something. Called before the delegate is.
  func hear(_ notice: CaptureNotice)
  /// Everything is done that the present instant has set off.
  func didSettle() async
}
