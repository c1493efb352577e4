import CaptureDevices
import MediaCore
import Synchronization

/// How a configuration takes effect: as a whole or not at all.
extension CaptureSession {
  /// What has to be put back when a configuration fails.
  struct Restoration {
    /// By input: its device may be plugged in anew meanwhile.
    private(set) var settings: [(input: DeviceInput, settings: CaptureDevice.Settings)] = []
    private(set) var features: [(output: PhotoOutput, features: OutputFeatures)] = []
    /// Inputs that were added meanwhile.
    private(set) var added: [DeviceInput] = []
    /// Outputs that were added meanwhile.
    var attached: [any CaptureOutput] = []

    init() {}

    /// What is in force.
    init(of graph: SessionGraph) {
      settings = graph.inputs.map { ($0, $0.device.settings) }
      features = graph.photoOutputs.map { output in (output, output.state.withLock { $0.features }) }
    }

    mutating func note(_ input: DeviceInput) {
      added.append(input)
      // Where one input takes the place of another, what the device was set to for that one counts.
      if !settings.contains(where: { $0.input.device === input.device }) { note(input, input.device.settings) }
    }

    mutating func note(_ input: DeviceInput, _ before: CaptureDevice.Settings) {
      settings.removeAll { $0.input === input }
      settings.append((input, before))
    }

    /// Takes it out, and leaves nothing.
    mutating func take() -> Restoration {
      defer { self = Restoration() }
      return self
    }
  }

  /// What is done to the inputs of a running session, as long as that may still fail.
  private struct Exchange {
    /// Inputs that did not run before.
    var started: [DeviceInput] = []
    /// Inputs that ran before.
    var stopped: [DeviceInput] = []
    /// Inputs that ran before, and are away now.
    var lost: [LostInput] = []
  }

  func apply(_ new: SessionGraph, orRestore restoration: Restoration) throws(CaptureError) {
    let old = graph
    var exchange = Exchange()
    setFormats(for: new, insteadOf: old)
    graph = new
    if case .running = state {
      do throws(CaptureError) {
        try exchangePorts(from: old, &exchange)
      } catch {
        graph = old
        isRebuildPending = false
        restore(restoration)
        restart(exchange.stopped)
        emit(.runtimeError(error, at: environment.clock.now))
        throw error
      }
    }
    for input in old.inputs where !new.contains(input) {
      forgetStalled(input)
      forgetAway(input)
    }
    for output in old.photoOutputs where !new.contains(output) {
      end(requests.values.filter { $0.output === output })
      output.detach()
    }
    endRecordings(changedFrom: old)
    isRebuildPending = false
    letGo(restoration, old)
    portsDidChange()
    if case .running = state { for output in graph.photoOutputs { prepare(output, isCommitted: true) } }
    tellLost(exchange.lost)
    updateInterruption(from: old)
  }

  /// Puts back what a configuration that has failed has changed.
  func restore(_ restoration: Restoration) {
    for (input, settings) in restoration.settings { input.device.settings = settings }
    for (output, features) in restoration.features {
      output.state.withLock { $0.features.restoreSwitches(from: features) }
    }
    letGo(restoration, graph)
  }

  /// Lets go of what was added or was there before, and is not in the session now; hears of all that is.
  private func letGo(_ restoration: Restoration, _ old: SessionGraph) {
    for output in restoration.attached where !graph.contains(output) {
      (output as? PhotoOutput)?.detach()
      (output as? MovieFileOutput)?.detach()
    }
    for input in restoration.added + old.inputs where !graph.contains(input) {
      input.device.observe(self, nil)
      input.observe(self, nil)
    }
    for connection in old.connections where !graph.connections.contains(where: { $0 === connection }) {
      connection.observe(nil)
    }
    for input in graph.inputs { observe(input) }
    for connection in graph.connections {
      connection.observe { [weak self] connection in self?.connectionDidChange(connection) }
    }
  }

  /// Hears of what the app does to an input and its device.
  func observe(_ input: DeviceInput) {
    input.device.observe(self) { [weak self, weak input] change, before in
      guard let input else { return nil }
      return self?.deviceDidChange(change, of: input, before: before)
    }
    input.observe(self) { [weak self] input in self?.inputDidChange(input) }
  }

  /// Lets the preset decide what cameras are set to, where it does.
  private func setFormats(for new: SessionGraph, insteadOf old: SessionGraph) {
    guard let wish = new.preset.wish else { return }
    for input in new.inputs where new.preset != old.preset || !old.contains(input) {
      guard case .video(_, let device) = input.device.origin,
        let choice = try? ModeNegotiator(device: device.id, capabilities: device.modes).choose(wish)
      else { continue }
      input.device.noteFormat(CaptureDevice.Format(choice.capability))
    }
  }

  // MARK: The inputs of a session that runs

  /// Starts what is new, sets what is set differently, then stops what is no longer wanted.
  ///
  /// What can fail without anything being stopped comes first.
  private func exchangePorts(from old: SessionGraph, _ exchange: inout Exchange) throws(CaptureError) {
    let outgoing = old.inputs.filter { !graph.contains($0) }
    let changed = graph.inputs.filter { input in
      guard old.contains(input), let port = ports[ObjectIdentifier(input)] else { return false }
      return !isUpToDate(port, for: input)
    }
    do throws(CaptureError) {
      for input in changed { try requireRoom(for: input) }
      let waiting = try startIncoming(from: old, mayWait: outgoing + changed, &exchange)
      // What the new ones need, or the changed ones, is free now.
      for input in changed + (waiting.isEmpty ? [] : outgoing) where ports[ObjectIdentifier(input)] != nil {
        stopPort(of: input)
        exchange.stopped.append(input)
      }
      for input in changed {
        do throws(CaptureError) { try startPort(of: input) } catch {
          guard error.isAbsence else { throw error }
          exchange.lost.append(LostInput(input: input, error: error))
        }
      }
      for input in waiting {
        try startPort(of: input)
        exchange.started.append(input)
      }
    } catch {
      for input in exchange.started { stopPort(of: input) }
      throw error
    }
    for input in outgoing { stopPort(of: input) }
    if isRebuildPending { end(Array(requests.values)) }
    // Nobody asks for those that were away before: they are tried, as anything may have changed.
    for input in graph.inputs where old.contains(input) && !exchange.stopped.contains(where: { $0 === input }) {
      if stalledDevices[ObjectIdentifier(input)] == nil { try? startPort(of: input) }
    }
  }

  /// Starts inputs that are new, microphones first; returns those that have to wait until others have been stopped: one
  /// of the same device, or those that the bus has no room beside.
  private func startIncoming(
    from old: SessionGraph, mayWait others: [DeviceInput], _ exchange: inout Exchange
  ) throws(CaptureError) -> [DeviceInput] {
    var waiting: [DeviceInput] = []
    for input in Self.inStartingOrder(graph.inputs) where !old.contains(input) {
      let isOpen = others.contains { other in
        other.device.uniqueID == input.device.uniqueID && other.device.mediaType == input.device.mediaType
      }
      if isOpen {
        waiting.append(input)
        continue
      }
      do throws(CaptureError) {
        try startPort(of: input)
        exchange.started.append(input)
      } catch {
        guard !others.isEmpty, error.isLackOfRoom else { throw error }
        waiting.append(input)
      }
    }
    return waiting
  }

  /// A configuration has failed: what was stopped for it runs again; what does not is told as a device that has failed.
  private func restart(_ stopped: [DeviceInput]) {
    var lost: [LostInput] = []
    for input in stopped {
      if let port = ports[ObjectIdentifier(input)], !isUpToDate(port, for: input) { stopPort(of: input) }
      do throws(CaptureError) { try startPort(of: input) } catch {
        lost.append(LostInput(input: input, error: error))
      }
    }
    portsDidChange()
    tellLost(lost)
  }

  /// Other inputs deliver now, or others are connected.
  func portsDidChange() {
    if case .running = state {
      updateConnections()
      watchFirstFrames()
    }
    feedDataOutputs()
    adaptOutputs()
    updateReadiness()
  }

  /// Samples pass where the input delivers.
  func updateConnections() {
    for connection in graph.connections { connection.setActive(ports[ObjectIdentifier(connection.input)] != nil) }
    if let video = firstPort(of: .video)?.video { frameInterval.withLock { $0 = video.source.mode.frameInterval } }
  }
}
