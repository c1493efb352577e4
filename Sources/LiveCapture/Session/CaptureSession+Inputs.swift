import CaptureDevices
import MediaCore
import Synchronization

/// The inputs that deliver: started, stopped, lost, waited for.
extension CaptureSession {
  /// Starts every input that does not deliver yet, except those that are away, which it returns.
  /// - Throws: when one fails otherwise; then none delivers.
  func startLanes() throws(CaptureError) -> [LostInput] {
    var lost: [LostInput] = []
    for input in graph.inputsInStartingOrder {
      do throws(CaptureError) { try startLane(of: input) } catch {
        guard error.isAbsence else {
          for input in graph.inputs { stopLane(of: input) }
          throw error
        }
        lost.append(LostInput(input: input, error: error))
      }
    }
    feedDataOutputs()
    return lost
  }

  /// Starts an input. Harmless when it delivers already.
  func startLane(of input: DeviceInput) throws(CaptureError) {
    guard lanes[ObjectIdentifier(input)] == nil else { return }
    guard input.device.isConnected || input.device.isFixed else {
      // Another device may answer to its name by now.
      throw CaptureError(device: Self.unplugged(input.device), profile: environment.profile)
    }
    lanes[ObjectIdentifier(input)] = try openLane(of: input)
    forgetAway(input)
  }

  private static func unplugged(_ device: CaptureDevice) -> DeviceError {
    DeviceError(
      .disconnected, device: device.uniqueID,
      message: "The device has been unplugged. Plug it in again: the session goes on by itself.")
  }

  private func openLane(of input: DeviceInput) throws(CaptureError) -> InputLane {
    forgetStalled(input)
    do throws(DeviceError) {
      switch input.device.origin {
      case .openVideo(let source): return .video(try start(source, for: input))
      case .openAudio(let source): return .audio(try start(source, for: input))
      case .video(let catalog, let device):
        let format = input.device.activeFormat
        let duration = input.device.activeVideoMinFrameDuration ?? preferredDuration(of: format)
        let wish = VideoWish(
          size: format.map { ($0.dimensions.width, $0.dimensions.height) },
          frameRate: duration.map { 1 / $0.seconds }, pixelFormat: format?.pixelFormat,
          priority: graph.preset == .photo ? .photo : .movie)
        return .video(try start(try catalog.openVideo(device.node ?? device.id, wish: wish).source, for: input))
      case .audio(let catalog, let device):
        return .audio(try start(try catalog.openAudio(device.pcm, wish: AudioWish()), for: input))
      }
    } catch {
      throw CaptureError(device: error, profile: environment.profile)
    }
  }

  /// The rate nearest to 30 frames a second that a format has.
  private func preferredDuration(of format: CaptureDevice.Format?) -> MediaTime? {
    format?.frameDurations.min { abs(1 / $0.seconds - 30) < abs(1 / $1.seconds - 30) }
  }

  private func start(_ source: any VideoSource, for input: DeviceInput) throws(DeviceError) -> VideoLane {
    try requireRoom(for: source)
    let lane = VideoLane(
      source: source, input: input, configuration: configuration, clock: environment.clock,
      stageClock: environment.stageClock, meter: makePressureMeter(of: source, for: input),
      onPressure: { [weak self] state, time in
        self?.enter { $0.pressureChanged(state, of: input, at: time) }
      },
      onJump: { [weak self] step in
        self?.enter { $0.emit(.cameraClockDidJump(by: step, at: $0.environment.clock.now)) }
      },
      onFailure: { [weak self] error in self?.enter { $0.videoFailed(error, of: input) } })
    do throws(DeviceError) {
      try source.start(delivering: lane)
    } catch {
      source.stop()
      pressure.states[ObjectIdentifier(input)] = nil
      throw error
    }
    if firstLane(of: .video) == nil {
      frameInterval.withLock { $0 = source.mode.frameInterval }
      for action in firstFrameActions { lane.whenFrame(action) }
      firstFrameActions = []
    }
    return lane
  }

  private func start(_ source: any AudioSource, for input: DeviceInput) throws(DeviceError) -> AudioLane {
    let lane = AudioLane(
      source: source, input: input, configuration: configuration, clock: environment.clock
    ) { [weak self] error in
      self?.enter { $0.audioFailed(error, of: input) }
    }
    do throws(DeviceError) {
      try source.start(delivering: lane)
    } catch {
      source.stop()
      throw error
    }
    return lane
  }

  /// Stops an input; captures that use it end.
  func stopLane(of input: DeviceInput) {
    forgetStalled(input)
    guard let lane = lanes.removeValue(forKey: ObjectIdentifier(input)) else { return }
    if let video = lane.video {
      end(requests.values.filter { $0.video === video })
      record { $0.cameraEnded(ObjectIdentifier(video), Recordings.configurationChanged) }
    }
    lane.stop()
    lane.close()
    forgetPressure(of: input)
  }

  /// A ring that holds hardly a frame could not even keep the still.
  private func requireRoom(for source: any VideoSource) throws(DeviceError) {
    try requireRoom(for: source.mode.format, "\(source.mode)")
  }

  /// As far as it can be told before the camera is opened.
  func requireRoom(for input: DeviceInput) throws(CaptureError) {
    guard let format = input.device.activeFormat else { return }
    let shape = VideoFormat(
      pixelFormat: format.pixelFormat, width: format.dimensions.width, height: format.dimensions.height)
    do throws(DeviceError) { try requireRoom(for: shape, "\(format)") } catch {
      throw CaptureError(device: error, profile: environment.profile)
    }
  }

  private func requireRoom(for format: VideoFormat, _ name: String) throws(DeviceError) {
    let fewest = 8
    let bytes = format.frameBytes
    guard bytes * fewest > configuration.maximumRingBytes else { return }
    throw DeviceError(
      .unsupportedMode, device: "maximumRingBytes",
      message: "\(configuration.maximumRingBytes >> 20) MB do not hold \(fewest) frames of \(name); "
        + "allow at least \((bytes * fewest >> 20) + 1) MB, or choose a smaller size")
  }

  // MARK: Failing devices

  func videoFailed(_ error: DeviceError, of input: DeviceInput) {
    guard case .running = state, let lane = lanes[ObjectIdentifier(input)] else { return }
    lanes[ObjectIdentifier(input)] = nil
    if error.code != .stalled { lane.stop() }
    for connection in graph.connections where connection.input === input { connection.setActive(false) }
    let using = requests.values.filter { $0.video === lane.video }
    endFootage(of: using, .fails, CaptureError(device: error, profile: environment.profile))
    if let video = lane.video {
      record { $0.cameraEnded(ObjectIdentifier(video), CaptureError(device: error, profile: environment.profile)) }
    }
    lane.close()
    if error.code == .stalled { awaitReturn(of: input, lane) } else { noteAway(input, error) }
    forgetPressure(of: input)
    emit(.videoDidFail(error, at: environment.clock.now))
    if firstLane(of: .video) == nil { beginInterruption(without: error) }
    updateReadiness()
  }

  func audioFailed(_ error: DeviceError, of input: DeviceInput) {
    guard case .running = state, let lane = lanes[ObjectIdentifier(input)] else { return }
    lanes[ObjectIdentifier(input)] = nil
    if error.code != .stalled { lane.stop() }
    lane.close()
    if error.code == .stalled { awaitReturn(of: input, lane) } else { noteAway(input, error) }
    for connection in graph.connections where connection.input === input { connection.setActive(false) }
    emit(.audioDidFail(error, at: environment.clock.now))
  }

  // MARK: Devices that come and go

  func handle(_ event: DeviceSystem.Event) {
    switch event {
    case .wasDisconnected(let device):
      guard let input = graph.inputs.first(where: { $0.device === device }) else { return }
      forgetStalled(input)
      let error = Self.unplugged(device)
      if device.mediaType == .video { videoFailed(error, of: input) } else { audioFailed(error, of: input) }
      // A session that is interrupted for another reason must not go on without a camera when that one is gone.
      let hasCamera = graph.inputs.contains { input in
        input.device.mediaType == .video && (input.device.isConnected || input.device.isFixed)
      }
      if case .interrupted = state, device.mediaType == .video, !hasCamera {
        beginInterruption(
          .videoDeviceWasLost, failing: CaptureError(device: error, profile: environment.profile))
      }
    case .wasConnected(let device): takeBack(device)
    case .authorizationDidChange: for input in graph.inputs { input.updateAuthorization() }
    }
  }

  /// A device that the session has lost is there again, as a new one: it takes its place.
  private func takeBack(_ device: CaptureDevice) {
    guard
      let input = graph.inputs.first(where: { input in
        input.device.uniqueID == device.uniqueID && input.device.mediaType == device.mediaType
          && !input.device.isConnected
      })
    else { return }
    if let format = input.device.activeFormat, device.formats.contains(format) { device.noteFormat(format) }
    input.replaceDevice(with: device)
    ConfigurationHands.observe(input, in: self)
    switch state {
    case .running: resume(input)
    // A microphone that is back brings no pictures: it is started together with the camera.
    case .interrupted: if device.mediaType == .video { cameraIsBack() }
    case .idle, .stopping: break
    }
  }

  func resume(_ input: DeviceInput) {
    do throws(CaptureError) {
      try startLane(of: input)
    } catch {
      emit(.runtimeError(error, at: environment.clock.now))
      if error.isAbsence { tellLost([LostInput(input: input, error: error)]) }
    }
    lanesDidChange()
  }
}
