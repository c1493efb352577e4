import CaptureDevices
import Synchronization
import SystemCalls

/// Tells whoever wants to know what devices come and go, on a thread that there is as long as somebody does.
final class DeviceWatch: Sendable {
  typealias Handler = @Sendable (DeviceEvent) -> Void

  private let probe: DeviceProbe
  private let signals: @Sendable () throws(SystemError) -> DeviceSignals
  private let running = Mutex<(watching: Watching, count: Int)?>(nil)

  /// A watch over what a probe sees; signals are opened with the first observer.
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
      let watching = running?.watching ?? Watching(probe: probe, signals: signals)
      running = (watching, (running?.count ?? 0) + 1)
      let (present, id) = watching.add(handler)
      return (present, Observation(watch: self, watching: watching, id: id))
    }
  }

  private func cancel(_ observation: Observation) {
    guard observation.watching.remove(observation.id) else { return }
    let last = running.withLock { running -> Watching? in
      guard let (watching, count) = running else { return nil }
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
    // None where there is no thread to be stopped.
    private let stop: StopSignal?
    private let state = Mutex(State())
    // Held while a handler is being called.
    private let calling = Mutex(())
    // Without signals, or a thread to wait for them on, nothing comes or goes: then this is what keeps them away.
    private let outcome = Mutex<Result<CaptureThread, SystemError>?>(nil)

    init(probe: DeviceProbe, signals: () throws(SystemError) -> DeviceSignals) {
      self.probe = probe
      let opened = Result { () throws(SystemError) in (signals: try signals(), stop: try StopSignal()) }
      stop = if case .success(let opened) = opened { opened.stop } else { nil }
      // After the signals have been opened: what comes while it is looked at is signalled, too.
      _ = update { $0.hearAndSee([.change(.everywhere)], probe) }
      let outcome = Result { () throws(SystemError) in
        let (signals, stop) = try opened.get()
        return try CaptureThread(name: "livecam-devices") {
          while let heard = signals.next(stop: stop) { self.attend(to: heard) }
        }
      }
      self.outcome.withLock { $0 = outcome }
    }

    var failure: DeviceError? {
      guard case .failure(let error) = outcome.withLock({ $0 }) else { return nil }
      return DeviceError(
        .system, context: "devices", operation: error.operation, status: Int(error.number),
        message: "What comes or goes is not told. Close other programs, or raise the user's limits.", underlying: error)
    }

    private var thread: CaptureThread? {
      if case .success(let thread) = outcome.withLock({ $0 }) { thread } else { nil }
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
      stop?.raise()
      // A thread cannot wait for its own end; it comes by itself.
      if !isCurrent { thread?.join() }
    }

    private var isCurrent: Bool { thread?.isCurrent ?? false }

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
