import CaptureDevices
import Dispatch
import MediaCore
import Synchronization

/// Devices that are unplugged while they are recorded, and come back.
extension FixtureRecorder {
  typealias Kind = FixtureDeviceEvent.Kind

  /// The time between a vain attempt to open a device and the next one: of a device that is back, and of one of which
  /// that is not known. The system's word may fail to come, as in some containers.
  private static let pauses = (present: MediaTime(value: 1, timescale: 2), absent: MediaTime(value: 1, timescale: 1))

  // MARK: What is heard

  func hear(_ event: DeviceEvent) {
    let (cameraID, microphoneID) = state.withLock { ($0.camera?.id, $0.microphone?.id) }
    switch event {
    case .videoConnected(let device) where device.id == cameraID: hear(.camera, isConnected: true, node: device.node)
    case .videoDisconnected(let device) where device.id == cameraID: hear(.camera, isConnected: false, node: nil)
    case .audioConnected(let device) where device.id == microphoneID:
      hear(.microphone, isConnected: true, node: device.pcm)
    case .audioDisconnected(let device) where device.id == microphoneID:
      hear(.microphone, isConnected: false, node: nil)
    default: return
    }
  }

  /// Notes that a device has come or gone, as the system says.
  func hear(_ kind: Kind, isConnected: Bool, node: String?) {
    let arrival = clock.now.nanoseconds
    let isBack = state.withLock { state in
      guard state.isRecording, var medium = state[kind] else { return false }
      guard medium.hear(isConnected: isConnected, isReplay: state.isReplay) else { return false }
      state[kind] = medium
      noteDevice(kind, isConnected: isConnected, node: node, at: arrival, in: &state)
      return isConnected && !medium.hasEnded && reconnection != nil
    }
    if isBack { open(kind) }
  }

  /// Notes that a device has come or gone. Two threads tell of it, and their clocks' readings may overtake each other.
  private func noteDevice(_ kind: Kind, isConnected: Bool, node: String?, at arrival: Int64, in state: inout State) {
    state.lastDeviceNanoseconds = max(state.lastDeviceNanoseconds, arrival - state.beginNanoseconds)
    let event = FixtureDeviceEvent(
      kind: kind, isConnected: isConnected, arrivalNanoseconds: state.lastDeviceNanoseconds, node: node)
    write(.device(event))
  }

  // MARK: What breaks off

  func addFailure(_ error: DeviceError, of kind: Kind, stream: Int) {
    let arrival = clock.now.nanoseconds
    let broken: (result: RecorderMedium.Break, until: Int64?)? = state.withLock { state in
      guard state.isRecording, var medium = state[kind] else { return nil }
      let replayed = medium.source?.facts
      let until = replayed?.goesOnUntilNanoseconds
      let isLeaving = error.code == .disconnected && (replayed == nil || (state.isReplay && until != nil))
      let result = medium.breakOff(
        stream: stream, isLeaving: isLeaving && reconnection != nil, isReplay: state.isReplay)
      guard let result else { return nil }
      state[kind] = medium
      if case .gone(isNews: true, _) = result {
        noteDevice(kind, isConnected: false, node: nil, at: arrival, in: &state)
      }
      switch result {
      case .over(let hasBegun),
        .gone(_, let hasBegun) where hasBegun, .back(let hasBegun) where hasBegun:
        let failure = hasBegun && replayed?.isEnd(error) != true ? error : nil
        write(.end(FixtureEnd(arrivalNanoseconds: arrival - state.beginNanoseconds, failure: failure), of: kind))
      case .gone, .back: break
      }
      return (result, until)
    }
    guard let broken else { return }
    if case .over = broken.result { return onEnding(.deviceFailed(error)) }
    reconnection?.onChange(.left(kind, error))
    // The device is let go of at once: as long as it is held its node is taken.
    perform { [weak self] in self?.letGo(of: kind, stream: stream) }
    if case .back = broken.result {
      open(kind)
    } else if let until = broken.until {
      endWait(for: kind, at: until)
    } else {
      tryAgain(kind)
    }
  }

  private func letGo(of kind: Kind, stream: Int) {
    let source: RecorderSource? = state.withLock { state in
      guard let medium = state[kind], medium.isAway, medium.stream == stream else { return nil }
      state[kind]?.source = nil
      return medium.source
    }
    source?.stop()
  }

  /// Schedules the end of the wait for a replayed device, at the fixture's end, if it does not come back before.
  private func endWait(for kind: Kind, at end: Int64) {
    let action = clock.schedule(at: MediaTime(nanoseconds: end)) { [weak self] in
      guard let self else { return }
      let now = clock.now.nanoseconds
      let isOver = state.withLock { state in
        guard state.isRecording, state[kind]?.giveUp() == true else { return false }
        let event = FixtureEnd(arrivalNanoseconds: now - state.beginNanoseconds, failure: nil)
        write(.end(event, of: kind))
        return true
      }
      if isOver {
        let message = "What is replayed ends without the \(kind.rawValue). Record a longer one."
        onEnding(.deviceFailed(DeviceError(.disconnected, context: path, message: message)))
      }
    }
    state.withLock { $0[kind]?.scheduled = action }
  }

  // MARK: What comes back

  private func perform(_ action: @escaping @Sendable () -> Void) {
    if reconnection?.opensOnClock == true || (state.withLock { $0.isReplay }) {
      _ = clock.schedule(at: clock.now, action)
    } else {
      openingQueue.async(execute: action)
    }
  }

  private func open(_ kind: Kind) { perform { [weak self] in self?.openNow(kind) } }

  private func openNow(_ kind: Kind) {
    endStreamOfOldInstance(kind)
    let wanted: (id: String, catalog: (any DeviceCatalog)?, old: RecorderSource?)? = state.withLock { state in
      guard state.phase == .recording, let medium = state[kind], medium.phase == .away else { return nil }
      state[kind]?.source = nil
      return (medium.id, state.catalog, medium.source)
    }
    guard let wanted, let catalog = wanted.catalog else { return }
    wanted.old?.stop()
    do throws(DeviceError) {
      let source = try opening.source(kind, wanted.id, in: catalog)
      try start(source, kind)
    } catch {
      if error.code == .unsupportedMode { return refuse(kind, error) }
      tellRefusal(kind, error)
      // Of what was recorded, all is known.
      if !(state.withLock { $0.isReplay }) { tryAgain(kind) }
    }
  }

  /// Notes that a device can be opened, whether its return was heard of or not.
  private func notePresence(_ kind: Kind, node: String?, in state: inout State) {
    guard state[kind]?.find() == true else { return }
    noteDevice(kind, isConnected: true, node: node, at: clock.now.nanoseconds, in: &state)
  }

  /// Ends the old stream of a device that is back, where it has not broken off by itself.
  private func endStreamOfOldInstance(_ kind: Kind) {
    let old: (source: RecorderSource, stream: Int)? = state.withLock { state in
      guard reconnection != nil, !state.isReplay, let medium = state[kind], let source = medium.source, medium.isStale
      else { return nil }
      return (source, medium.stream)
    }
    guard let old else { return }
    old.source.stop()
    addFailure(
      DeviceError(.disconnected, context: old.source.id, message: "The device has been unplugged."), of: kind,
      stream: old.stream)
  }

  private func start(_ source: RecorderSource, _ kind: Kind) throws(DeviceError) {
    let stream: Int? = state.withLock { state in
      guard state.phase == .recording, state[kind]?.phase == .away else { return nil }
      notePresence(kind, node: source.node, in: &state)
      state[kind]?.source = source
      return state[kind]?.open()
    }
    guard let stream else { return source.stop() }
    do throws(DeviceError) {
      try source.start(FixtureTap(recorder: self, number: stream), state.withLock { $0.isReplay })
    } catch {
      source.stop()
      state.withLock { $0[kind]?.close(stream: stream) }
      throw error
    }
    // The recorder may have been finished meanwhile, before there was anything to be stopped.
    if (state.withLock { $0.phase != .recording }) { return source.stop() }
    reconnection?.onChange(.returned(kind, name: source.name, node: source.node))
  }

  /// Gives up a device that is back but cannot be recorded on.
  private func refuse(_ kind: Kind, _ error: DeviceError) {
    let isNews = state.withLock { state in
      guard state.isRecording, state[kind]?.refuse() == true else { return false }
      notePresence(kind, node: nil, in: &state)
      return true
    }
    if isNews { onEnding(.deviceFailed(error)) }
  }

  /// Says that a device is there and cannot be opened: another program looks at it, or its file's permissions are still
  /// to come.
  private func tellRefusal(_ kind: Kind, _ error: DeviceError) {
    let isNews = state.withLock { state in
      state.isRecording && !state.isReplay && state[kind]?.tellRefusal() == true
    }
    if isNews { reconnection?.onChange(.refused(kind, error)) }
  }

  private func tryAgain(_ kind: Kind) {
    let isPresent = state.withLock { $0[kind]?.isPresent == true }
    let pause = isPresent ? Self.pauses.present : Self.pauses.absent
    let retry = clock.schedule(at: clock.now + pause) { [weak self] in self?.open(kind) }
    let earlier: (any ScheduledAction)? = state.withLock { state in
      defer { state[kind]?.scheduled = retry }
      return state[kind]?.scheduled
    }
    earlier?.cancel()
  }
}
