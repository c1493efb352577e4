import CaptureDevices
import Glibc
import Synchronization
import SystemCalls

/// Tells whoever wants to know what devices come and go, on a thread that there is as long as somebody does.
final class DeviceWatch: Sendable {
  typealias Handler = @Sendable (DeviceEvent) -> Void

  private let probe: DeviceProbe
  private let signals: @Sendable () throws(SystemError) -> DeviceSignals
  private let running = Mutex<(watching: Watching, count: Int)?>(nil)

  /// Creates a watch over what a probe sees; signals are opened with the first observer.
  init(probe: DeviceProbe, signals: @escaping @Sendable () throws(SystemError) -> DeviceSignals) {
    self.probe = probe
    self.signals = signals
  }

  /// Somebody's interest, until it is cancelled.
  struct Observation: DeviceObservation {
    fileprivate let watch: DeviceWatch
    fileprivate let watching: Watching
    fileprivate let id: Int

    func cancel() { watch.cancel(self) }
    var failure: DeviceError? { watching.failure }
  }

  /// Tells `handler` of whatever comes and goes after `present`, the devices that are there.
  ///
  /// The first time, every device is looked at before this returns.
  func observe(_ handler: @escaping Handler) -> (present: [DeviceEvent], observation: any DeviceObservation) {
    running.withLock { running in
      // One whose signals have ended knows no more than those that it has told; they may be had again.
      let heard = running.flatMap { $0.watching.failure == nil ? $0 : nil }
      let watching = heard?.watching ?? Watching(probe: probe, signals: signals)
      running = (watching, (heard?.count ?? 0) + 1)
      let (present, id) = watching.add(handler)
      return (present, Observation(watch: self, watching: watching, id: id))
    }
  }

  private func cancel(_ observation: Observation) {
    guard observation.watching.remove(observation.id) else { return }
    let last = running.withLock { running -> Watching? in
      guard let (watching, count) = running, watching === observation.watching else { return observation.watching }
      running = count > 1 ? (watching, count - 1) : nil
      return count > 1 ? nil : watching
    }
    // Not under the lock: the thread may be about to ask for it.
    last?.end()
  }
}

extension DeviceWatch {
  /// One life of the thread, with its observers and what it knows.
  fileprivate final class Watching: Sendable {
    private struct State {
      var roster = DeviceRoster()
      var handlers: [Int: Handler] = [:]
      var nextID = 0
    }

    private let probe: DeviceProbe
    private let state = Mutex(State())
    // Held while a handler is being called.
    private let calling = Mutex(())
    // Without signals, or a thread to wait for them on, there is none.
    private let running = Mutex<(thread: CaptureThread, stop: StopSignal)?>(nil)
    // What keeps the signals away, from the beginning or since they ended.
    private let loss = Mutex<SystemError?>(nil)

    init(probe: DeviceProbe, signals: () throws(SystemError) -> DeviceSignals) {
      self.probe = probe
      let opened = Result { () throws(SystemError) in (signals: try signals(), stop: try StopSignal()) }
      // After the signals have been opened: what comes while it is looked at is signalled, too.
      _ = update { $0.hearAndSee([.change(.everywhere)], probe) }
      do throws(SystemError) {
        let (signals, stop) = try opened.get()
        let thread = try CaptureThread(name: "livecam-devices") {
          do throws(SystemError) {
            while let heard = try signals.next(stop: stop) { self.attend(to: heard) }
          } catch {
            self.loss.withLock { $0 = error }
          }
        }
        running.withLock { $0 = (thread, stop) }
      } catch {
        loss.withLock { $0 = error }
      }
    }

    var failure: DeviceError? {
      guard let error = loss.withLock({ $0 }) else { return nil }
      let isUsedUp = [EMFILE, ENFILE, ENOSPC, EAGAIN, ENOMEM].contains(error.number)
      let what =
        isUsedUp
        ? "Close other programs, or raise the user's limits" : "Start this program anew to see what has changed"
      return DeviceError(
        .system, context: "devices", operation: error.operation, status: Int(error.number),
        message: "Devices that come or go cannot be noticed any more: \(SystemError.text(error.number)). \(what).",
        underlying: error)
    }

    func add(_ handler: @escaping Handler) -> (present: [DeviceEvent], id: Int) {
      state.withLock { state in
        state.nextID += 1
        state.handlers[state.nextID] = handler
        return (state.roster.present.map { $0.event(isConnected: true) }, state.nextID)
      }
    }

    // Returns when the handler is not being called any more; whether it was there to be removed.
    func remove(_ id: Int) -> Bool {
      let removed = state.withLock { $0.handlers.removeValue(forKey: id) != nil }
      if !isCurrent { calling.withLock { _ in } }
      return removed
    }

    func end() {
      guard let (thread, stop) = running.withLock({ $0 }) else { return }
      stop.raise()
      // A thread cannot wait for its own end; it comes by itself.
      if !thread.isCurrent { thread.join() }
    }

    private var isCurrent: Bool { running.withLock { $0 }?.thread.isCurrent ?? false }

    private func attend(to signals: [DeviceSignals.Signal]) {
      let (events, listeners) = update { $0.hearAndSee(signals, probe) }
      for event in events {
        for id in listeners {
          calling.withLock { _ in
            let handler = state.withLock { $0.handlers[id] }
            handler?(event)
          }
        }
      }
    }

    // What is new, and who is to be told of it: those who were there before. Looking at devices takes a while, in
    // which nobody has to wait; only the one thread changes the roster, and the beginning before it.
    private func update(_ change: (inout DeviceRoster) -> [DeviceEvent]) -> (events: [DeviceEvent], listeners: [Int]) {
      var roster = state.withLock { $0.roster }
      let events = change(&roster)
      let changed = roster
      return state.withLock { state in
        state.roster = changed
        return (events, state.handlers.keys.sorted())
      }
    }
  }
}

extension DeviceRoster {
  /// Hears signals, and looks where they point to.
  mutating func hearAndSee(_ signals: [DeviceSignals.Signal], _ probe: DeviceProbe) -> [DeviceEvent] {
    var events: [DeviceEvent] = []
    var places: [DevicePlace] = []
    for signal in signals {
      switch signal {
      case .change(let place): places.append(place)
      case .event(let event):
        let heard = hear(event)
        events += heard.events
        places += heard.places
      }
    }
    var seen: Set<DeviceFile> = []
    for place in places {
      for file in files(in: place) + probe.files(in: place) where !seen.contains(file) {
        // The same device, of which something else has changed.
        if place != .everywhere, holds(file, probe.identity(of: file)) { continue }
        seen.insert(file)
        events += see(probe.look(at: file), at: file)
      }
    }
    return events
  }
}
