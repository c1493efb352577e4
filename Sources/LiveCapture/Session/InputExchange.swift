/// Brings the inputs of a running session from one graph to another.
///
/// Starts what is new, sets what has changed, then stops the rest. What can fail without a stop comes first.
struct InputExchange {
  /// The actions on an input. Each one is carried out, or fails, before the next.
  enum Action {
    /// Find out whether the ring has room for what the camera is set to.
    case requireRoom(DeviceInput)
    case start(DeviceInput)
    case stop(DeviceInput)
    case endCaptures
  }

  private let change: ConfigurationTransaction.Change
  private let delivering: (DeviceInput) -> Bool
  private let outgoing: [DeviceInput]
  private let changed: [DeviceInput]
  private let stalled: [DeviceInput]
  private var started: [DeviceInput] = []
  private(set) var stopped: [DeviceInput] = []
  private(set) var lost: [LostInput] = []

  /// `delivering` are inputs with a lane, `outdated` those set otherwise than they run, `stalled` those watched for.
  init(
    _ change: ConfigurationTransaction.Change, delivering: [DeviceInput], outdated: [DeviceInput],
    stalled: [DeviceInput]
  ) {
    self.change = change
    self.delivering = { input in delivering.contains { $0 === input } }
    self.stalled = stalled
    outgoing = change.old.inputs.filter { !change.new.contains($0) }
    changed = change.new.inputs.filter { input in change.old.contains(input) && outdated.contains { $0 === input } }
  }

  /// Carries the exchange out by `perform`.
  /// - Throws: What `perform` throws; then nothing that is new runs, and ``stopped`` is to be restarted.
  mutating func run(_ perform: (Action) throws(CaptureError) -> Void) throws(CaptureError) {
    do throws(CaptureError) {
      try exchange(perform)
    } catch {
      for input in started { try perform(.stop(input)) }
      throw error
    }
    for input in outgoing { try perform(.stop(input)) }
    if change.endsCaptures { try perform(.endCaptures) }
    for input in change.new.inputs where change.old.contains(input) {
      guard !stopped.contains(where: { $0 === input }), !stalled.contains(where: { $0 === input }) else { continue }
      // Nobody asks for those that were away before: they are tried, as anything may have changed.
      try? perform(.start(input))
    }
  }

  private mutating func exchange(_ perform: (Action) throws(CaptureError) -> Void) throws(CaptureError) {
    for input in changed { try perform(.requireRoom(input)) }
    let waiting = try startIncoming(perform)
    // What the new ones need, or the changed ones, is free now.
    for input in changed + (waiting.isEmpty ? [] : outgoing) where delivering(input) {
      try perform(.stop(input))
      stopped.append(input)
    }
    for input in changed {
      do throws(CaptureError) { try perform(.start(input)) } catch {
        guard error.isAbsence else { throw error }
        lost.append(LostInput(input: input, error: error))
      }
    }
    for input in waiting {
      try perform(.start(input))
      started.append(input)
    }
  }

  /// Starts new inputs; returns those that have to wait until others have been stopped, for their device or the bus.
  private mutating func startIncoming(
    _ perform: (Action) throws(CaptureError) -> Void
  ) throws(CaptureError) -> [DeviceInput] {
    let others = outgoing + changed
    var waiting: [DeviceInput] = []
    for input in change.new.inputsInStartingOrder where !change.old.contains(input) {
      let isOpen = others.contains { other in
        other.device.uniqueID == input.device.uniqueID && other.device.mediaType == input.device.mediaType
      }
      if isOpen {
        waiting.append(input)
        continue
      }
      do throws(CaptureError) {
        try perform(.start(input))
        started.append(input)
      } catch {
        guard !others.isEmpty, error.isLackOfRoom else { throw error }
        waiting.append(input)
      }
    }
    return waiting
  }
}
