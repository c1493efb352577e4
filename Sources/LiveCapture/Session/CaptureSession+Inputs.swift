import CaptureDevices
import MediaCore
import Synchronization

/// The inputs that deliver: started, stopped, lost, waited for.
extension CaptureSession {
  /// Microphones come first, so that there is sound to the first picture.
  static func inStartingOrder(_ inputs: [DeviceInput]) -> [DeviceInput] {
    inputs.filter { $0.device.mediaType == .audio } + inputs.filter { $0.device.mediaType == .video }
  }

  /// Starts every input that does not deliver yet, except those that are away, which it returns.
  /// - Throws: when one fails otherwise; then none delivers.
  func startPorts() throws(CaptureError) -> [LostInput] {
    var lost: [LostInput] = []
    for input in Self.inStartingOrder(graph.inputs) {
      do throws(CaptureError) { try startPort(of: input) } catch {
        guard error.isAbsence else {
          for input in graph.inputs { stopPort(of: input) }
          throw error
        }
        lost.append(LostInput(input: input, error: error))
      }
    }
    feedDataOutputs()
    return lost
  }

  /// Starts an input. Harmless when it delivers already.
  func startPort(of input: DeviceInput) throws(CaptureError) {
    guard ports[ObjectIdentifier(input)] == nil else { return }
    guard input.device.isConnected || input.device.isFixed else {
      // Another device may answer to its name by now.
      throw CaptureError(device: Self.unplugged(input.device), profile: environment.profile)
    }
    ports[ObjectIdentifier(input)] = try openPort(of: input)
    forgetAway(input)
  }

  private static func unplugged(_ device: CaptureDevice) -> DeviceError {
    DeviceError(
      .disconnected, device: device.uniqueID,
      message: "The device has been unplugged. Plug it in again: the session goes on by itself.")
  }

  private func openPort(of input: DeviceInput) throws(CaptureError) -> InputPort {
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

  private func start(_ source: any VideoSource, for input: DeviceInput) throws(DeviceError) -> VideoPort {
    try requireRoom(for: source)
    let port = VideoPort(
      source: source, input: input, configuration: configuration, clock: environment.clock,
      pictures: environment.media.pictures, stageClock: environment.stageClock,
      meter: makePressureMeter(of: source, for: input),
      onPressure: { [weak self] state, time in
        self?.enter { $0.pressureChanged(state, of: input, at: time) }
      },
      onJump: { [weak self] step in
        self?.enter { $0.emit(.cameraClockDidJump(by: step, at: $0.environment.clock.now)) }
      },
      onFailure: { [weak self] error in self?.enter { $0.videoFailed(error, of: input) } })
    do throws(DeviceError) {
      try source.start(delivering: port)
    } catch {
      source.stop()
      pressure.states[ObjectIdentifier(input)] = nil
      throw error
    }
    if firstPort(of: .video) == nil {
      frameInterval.withLock { $0 = source.mode.frameInterval }
      for action in firstFrameActions { port.whenFrame(action) }
      firstFrameActions = []
    }
    return port
  }

  private func start(_ source: any AudioSource, for input: DeviceInput) throws(DeviceError) -> AudioPort {
    let port = AudioPort(
      source: source, input: input, configuration: configuration, clock: environment.clock
    ) { [weak self] error in
      self?.enter { $0.audioFailed(error, of: input) }
    }
    do throws(DeviceError) {
      try source.start(delivering: port)
    } catch {
      source.stop()
      throw error
    }
    return port
  }

  /// Stops an input; captures that use it end.
  func stopPort(of input: DeviceInput) {
    forgetStalled(input)
    guard let port = ports.removeValue(forKey: ObjectIdentifier(input)) else { return }
    if let video = port.video {
      end(requests.values.filter { $0.video === video })
      end(recordings.filter { $0.video === video }, Self.configurationChanged)
    }
    port.stop()
    port.close()
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
    guard case .running = state, let port = ports[ObjectIdentifier(input)] else { return }
    ports[ObjectIdentifier(input)] = nil
    if error.code != .stalled { port.stop() }
    for connection in graph.connections where connection.input === input { connection.setActive(false) }
    let using = requests.values.filter { $0.video === port.video }
    endFootage(of: using, .fails, CaptureError(device: error, profile: environment.profile))
    end(
      recordings.filter { $0.video === port.video }, CaptureError(device: error, profile: environment.profile))
    port.close()
    if error.code == .stalled { awaitReturn(of: input, port) } else { noteAway(input, error) }
    forgetPressure(of: input)
    emit(.videoDidFail(error, at: environment.clock.now))
    if firstPort(of: .video) == nil { beginInterruption(without: error) }
    updateReadiness()
  }

  func audioFailed(_ error: DeviceError, of input: DeviceInput) {
    guard case .running = state, let port = ports[ObjectIdentifier(input)] else { return }
    ports[ObjectIdentifier(input)] = nil
    if error.code != .stalled { port.stop() }
    port.close()
    if error.code == .stalled { awaitReturn(of: input, port) } else { noteAway(input, error) }
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
    observe(input)
    switch state {
    case .running: resume(input)
    // A microphone that is back brings no pictures: it is started together with the camera.
    case .interrupted: if device.mediaType == .video { cameraIsBack() }
    case .idle, .stopping: break
    }
  }

  func resume(_ input: DeviceInput) {
    do throws(CaptureError) {
      try startPort(of: input)
    } catch {
      emit(.runtimeError(error, at: environment.clock.now))
      if error.isAbsence { tellLost([LostInput(input: input, error: error)]) }
    }
    portsDidChange()
  }
}
