import CaptureDevices
import FrameRing
import MediaCore
import Synchronization

/// A device's way into the session: keeps its samples in the ring and hands them to whoever waits for them.
///
/// Armed and idle, a sample costs the copy, the lane's lock and one of its input; the session's queue does not hear of
/// it.
final class Lane<Intake: SampleIntake>: InputLane {
  typealias Footage = Intake.Footage

  struct State {
    var ring: FrameRing<Intake.Sample>
    var intake: Intake
    var fan: SampleFan<Footage>
    /// The actions that wait for all samples up to an instant, in the order in which they were added.
    var watches: [(time: MediaTime, action: @Sendable () -> Void)] = []
    var gate = Gate.open
    var lastArrival: MediaTime

    var isOpen: Bool { if case .open = gate { true } else { false } }
  }

  /// The state that decides how arriving samples are treated.
  ///
  /// ```
  /// open, closed    ─ rest ──────────────────► resting
  /// open, resting   ─ close ─────────────────► closed
  /// closed, resting ─ wake ──────────────────► open
  /// resting         ─ a sample comes, once ──► closed
  /// ```
  /// At one that is not open nobody waits for samples, or is handed any.
  enum Gate {
    case open
    case closed
    /// Samples are dropped; the next one calls `report`, once.
    case resting(report: @Sendable () -> Void)
  }

  /// The actions that a sample has led to, to be called once the lock is released.
  typealias Outcome = [@Sendable () -> Void]

  /// The handlers by which a lane reports to its session, on the device's thread.
  struct Reports: Sendable {
    var pressure: @Sendable (SystemPressureState, MediaTime) -> Void = { _, _ in }
    var jump: @Sendable (MediaTime) -> Void = { _ in }
    /// The first samples of a microphone have come that are none.
    var invalid: @Sendable () -> Void = {}
    var failure: @Sendable (DeviceError) -> Void = { _ in }
  }

  let source: Intake.Source
  let reports: Reports
  let state: Mutex<State>
  private let input: DeviceInput?
  private let clock: (any MediaClock)?

  /// Creates a lane. Without a clock, the arrival times of samples are unknown.
  init(
    _ source: Intake.Source, _ intake: sending Intake, _ limits: RingLimits, input: DeviceInput?,
    clock: (any MediaClock)?, meter: PressureMeter?, _ reports: Reports
  ) {
    self.source = source
    self.input = input
    self.clock = clock
    self.reports = reports
    state = Mutex(
      State(
        ring: FrameRing(limits: limits), intake: intake, fan: SampleFan(meter: meter),
        lastArrival: clock?.now ?? .zero))
  }

  var deviceName: String { Intake.name(of: source) }

  var lastArrival: MediaTime { state.withLock { $0.lastArrival } }

  func start() throws(DeviceError) { try Intake.start(source, delivering: self) }

  func stop() { Intake.stop(source) }

  /// Calls `action` once all samples before `time` are in the ring: at once, or on the device's thread.
  ///
  /// Of a closed lane `action` is called at once where silence replaces what is missing, otherwise never.
  func watch(for time: MediaTime, _ action: @escaping @Sendable () -> Void) {
    let isDue = state.withLock { state in
      if let last = state.ring.last, last.endTime >= time { return true }
      if state.isOpen { state.watches.append((time, action)) }
      return !state.isOpen && Intake.endsInSilence
    }
    if isDue { action() }
  }

  /// Returns the footage that a window is cut from: the newest that may be shared and reaches back far enough, or a new
  /// one.
  func reserve(
    _ claim: FootageClaim, sharing mayShare: (Footage) -> Bool = { _ in true }, make: () -> Footage
  ) -> Footage {
    state.withLock { state in
      let reach = state.ring.oldestTime ?? .positiveInfinity
      if let shared = state.fan.footages.last(where: mayShare), shared.extend(by: claim, ringReachesBackTo: reach) {
        shared.offer(state.ring, clockRate: state.intake.clockRate)
        return shared
      }
      let footage = make()
      footage.begin(claim)
      footage.offer(state.ring, clockRate: state.intake.clockRate)
      state.fan.add(footage)
      return footage
    }
  }

  /// Moves the end of a capture's window to a later instant than was reserved.
  func widen(_ footage: Footage, to end: MediaTime, for id: CaptureID) {
    state.withLock { state in
      footage.widen(to: end, for: id)
      footage.offer(state.ring, clockRate: state.intake.clockRate)
    }
  }

  /// Takes nothing more into a footage: what is still wanted of it is silence.
  func end(_ footage: Footage) {
    state.withLock { state in
      footage.endInput()
      state.fan.remove(footage)
    }
  }

  /// A footage of a capture's own, with what the ring holds of its window and no more, in place of one that it shares.
  func split(_ shared: Footage, _ claim: FootageClaim, make: () -> Footage) -> Footage {
    state.withLock { state in
      let footage = make()
      footage.begin(claim)
      footage.offer(state.ring, clockRate: state.intake.clockRate)
      footage.endInput()
      if shared.release(claim.id) { state.fan.remove(shared) }
      return footage
    }
  }

  /// Ends a capture's interest in a footage; the last one out ends the footage.
  func release(_ footage: Footage, for id: CaptureID) {
    state.withLock { state in
      if footage.release(id) { state.fan.remove(footage) }
    }
  }

  /// Delivers to `receive` the samples of the ring from `time` on, and all samples that arrive from now on.
  func add(
    for owner: AnyObject, from time: MediaTime = .positiveInfinity, _ receive: @escaping SampleFan<Footage>.Receive
  ) {
    state.withLock { state in
      guard state.isOpen else { return }
      for index in state.ring.firstIndex(atOrAfter: time)..<state.ring.count {
        _ = receive(state.ring[index], state.intake.clockRate)
      }
      state.fan.add(for: owner, receive)
    }
  }

  func remove(_ owner: AnyObject) { state.withLock { $0.fan.remove(owner) } }

  func close() {
    let waiting = state.withLock { state in
      state.gate = .closed
      state.fan.end()
      if !Intake.endsInSilence {
        state.intake.reset()
        state.ring.removeAll()
      }
      defer { state.watches = [] }
      return state.watches
    }
    if Intake.endsInSilence { for watch in waiting { watch.action() } }
  }

  func rest(until action: @escaping @Sendable () -> Void) {
    close()
    state.withLock { $0.gate = .resting(report: action) }
  }

  func wake(meter: PressureMeter?) {
    state.withLock { state in
      state.gate = .open
      state.fan.wake(meter: meter)
      state.intake.reset()
      state.ring.removeAll()
      if let clock { state.lastArrival = clock.now }
    }
  }

  /// Something has come from the device: takes it in by `take`, unless the lane rests or the app has switched the input
  /// off.
  ///
  /// What is no sample by `isUsable` counts as if it had not come: a device that delivers nothing else has stalled.
  func arrive(
    _ isUsable: (inout State) -> Bool,
    take: (_ arrival: MediaTime?, _ isMuted: Bool, inout State, inout Outcome) -> Void
  ) {
    let arrival = clock?.now
    let (isEnabled, isMuted) = input?.reception ?? (true, false)
    let outcome = state.withLock { state in
      var outcome: Outcome = []
      guard isUsable(&state) else { return outcome }
      if let arrival { state.lastArrival = arrival }
      switch state.gate {
      case .open: if isEnabled { take(arrival, isMuted, &state, &outcome) }
      case .closed: break
      case .resting(let report): (state.gate, outcome) = (.closed, [report])
      }
      return outcome
    }
    for action in outcome { action() }
  }

  func admit(_ sample: Intake.Sample, _ state: inout State, _ outcome: inout Outcome) {
    state.ring.append(sample)
    if let pressure = state.fan.offer(sample, clockRate: state.intake.clockRate) {
      outcome.append { [reports, time = sample.time] in reports.pressure(pressure, time) }
    }
    let end = sample.endTime
    for watch in state.watches where watch.time <= end { outcome.append(watch.action) }
    if !outcome.isEmpty { state.watches.removeAll { $0.time <= end } }
  }
}
