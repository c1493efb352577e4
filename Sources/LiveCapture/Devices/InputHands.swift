import CaptureDevices
import Glibc
import MediaCore
import Synchronization

/// Carries out what ``InputRunner`` decides: on sources, lanes and the clock. Belongs to the session's queue.
final class InputHands {
  private var ticks: [SessionTick: any ScheduledAction] = [:]
  private var firstFrameActions: [@Sendable (MediaTime) -> Void] = []

  private var systems: [DeviceSystem] = []
  /// The measured pace of the machine; `nil` until a movie's preset is to be chosen by it.
  private var pace: EncodingPace?

  deinit {
    for tick in ticks.values { tick.cancel() }
  }

  /// Hears of devices that come and go in a system, from the first input of it on.
  func follow(_ system: DeviceSystem, in session: isolated CaptureSession) {
    guard !systems.contains(where: { $0 === system }) else { return }
    system.feed.listen(for: session) { [weak session] event in session?.enter { SessionHands.handle(event, in: $0) } }
    systems.append(system)
  }

  /// Returns the pace of the machine, updated for the number of cameras that run; `nil` where presets are fixed.
  private func reckonedPace(in session: isolated CaptureSession) -> EncodingPace? {
    guard !session.configuration.pacedCodecs.isEmpty else { return nil }
    let environment = session.environment
    let known =
      pace
      ?? EncodingPace(clock: environment.clock, cores: environment.processorCount) { [weak session] choice in
        session?.enter { $0.emit(.didChooseEncoding(choice, at: $0.now)) }
      }
    pace = known
    known.reckon(withCameras: session.runner.delivering.count { $0.video != nil })
    return known
  }

  func plan(of video: VideoLane, _ codec: VideoCodec, in session: isolated CaptureSession) -> PictureEncoder.Plan {
    PictureEncoder.Plan(
      mode: video.source.mode, codec: codec, configuration: session.configuration, counter: session.counter,
      encoders: session.environment.media.movies, pace: reckonedPace(in: session))
  }

  // MARK: Ticks

  func arm(_ tick: SessionTick, at time: MediaTime, in session: isolated CaptureSession) {
    ticks[tick] = session.environment.clock.schedule(at: time) { [weak session] in
      session?.enter { SessionHands.take(tick, at: time, in: $0) }
    }
  }

  func cancel(_ tick: SessionTick) { ticks.removeValue(forKey: tick)?.cancel() }

  // MARK: First frames

  func whenFrame(_ action: @escaping @Sendable (MediaTime) -> Void, in session: isolated CaptureSession) {
    if let video = session.firstLane(of: .video)?.video {
      video.whenFrame(action)
    } else {
      firstFrameActions.append(action)
    }
  }

  func forgetFirstFrames() { firstFrameActions = [] }

  /// Feeds every data output by its connection's lane. What is fed already goes on without a gap.
  func feedDataOutputs(in session: isolated CaptureSession) {
    let (scheduler, pictures) = (session.scheduler, session.environment.media.pictures)
    for connection in session.graph.connections {
      let lane = session.runner.lane(of: connection.input)
      switch connection.output {
      case let output as VideoDataOutput:
        lane?.video?.add(for: connection) { frame, _ in
          if connection.isActive { output.take(frame, from: connection, scheduler, pictures) }
          return SampleReception()
        }
      case let output as AudioDataOutput:
        lane?.audio?.add(for: connection) { chunk, _ in
          if connection.isActive { output.take(chunk, from: connection, scheduler) }
          return SampleReception()
        }
      default: break
      }
    }
  }

  // MARK: Carrying out

  func perform(_ action: InputRunner<any InputLane>.Action, in session: isolated CaptureSession) {
    switch action {
    case .stop(let lane): lane.stop()
    case .close(let lane): lane.close()
    case .rest(let lane, let input):
      lane.rest { [weak session] in
        session?.enter { session in
          let isUpToDate = session.runner.state(of: input)?.stalledLane?.isUpToDate(for: input) ?? false
          session.run { $0.returned(input, isUpToDate: isUpToDate, $1) }
        }
      }
    case .restart(let lane):
      lane.stop()
      // Whether one that has started is well shows when it delivers.
      do throws(DeviceError) { try lane.start() } catch { session.report(error) }
    case .wake(let lane, let input):
      let interval = lane.video?.source.mode.frameInterval
      lane.wake(meter: interval.flatMap { session.pressure.meter(of: input, frameInterval: $0) })
    case .arm(let tick, let time): arm(tick, at: time, in: session)
    case .cancel(let tick): cancel(tick)
    case .deactivate(let input):
      for connection in session.graph.connections where connection.input === input { connection.setActive(false) }
    case .end(let lane, let error): end(lane, by: error, in: session)
    case .tell(let error, let input):
      let now = session.now
      session.emit(
        input.device.mediaType == .video ? .videoDidFail(error, at: now) : .audioDidFail(error, at: now))
    case .fail(let input, let error): session.run { $0.failed(error, input, $1) }
    case .scheduleStallCheck:
      let arrivals = arrivals(in: session)
      session.run { $0.scheduleStallCheck(arrivals, $1) }
    case .replaceDevice(let input, let device):
      input.replaceDevice(with: device)
      ConfigurationHands.observe(input, in: session)
    case .resume(let input):
      let error = failure(ofStarting: input, in: session)
      session.run { $0.resumed(input, error, $1) }
    case .retry(let input):
      let isThere = failure(ofStarting: input, in: session) == nil
      session.run { $0.retried(input, isThere: isThere, $1) }
    case .report(let error): session.emit(.runtimeError(error, at: session.now))
    case .lanesDidChange: SessionHands.lanesDidChange(in: session)
    case .forgetPressure(let input): session.weigh { $0.forget(input) }
    case .camerasAreGone(let error):
      let isBusy = error.code == .busy
      let error = CaptureError(device: error, profile: session.environment.profile)
      session.proceed { $0.camerasAreGone(error, isBusy: isBusy, at: $1) }
    case .updateReadiness: SessionHands.updateReadiness(in: session)
    case .stallIsOver: session.proceed { $0.stallIsOver(at: $1) }
    case .cameraIsBack: session.proceed { $0.cameraIsBack(at: $1) }
    }
  }

  /// Ends what films a lane's camera: by the camera's failure, or because it was taken out.
  private func end(_ lane: any InputLane, by error: DeviceError?, in session: isolated CaptureSession) {
    guard let video = lane.video else { return }
    let name = ObjectIdentifier(video)
    if let error {
      let error = CaptureError(device: error, profile: session.environment.profile)
      session.photograph { $0.cameraFailed(name, error, $1) }
      session.record { $0.cameraEnded(name, error) }
    } else {
      session.photograph { $0.reconfigured($1) { $0.camera?.lane == name } }
      session.record { $0.cameraEnded(name, Recordings.configurationChanged) }
    }
  }

  func arrivals(in session: isolated CaptureSession) -> [InputRunner<any InputLane>.Arrival] {
    session.graph.inputs.compactMap { input in
      session.runner.lane(of: input).map { .init(input: input, device: $0.deviceName, time: $0.lastArrival) }
    }
  }

  // MARK: Starting

  func startAll(in session: isolated CaptureSession) -> SessionLifecycle.Start {
    var lost: [LostInput] = []
    for input in session.graph.inputsInStartingOrder {
      do throws(CaptureError) { try start(input, in: session) } catch {
        guard error.isAbsence else { return .failed(error) }
        lost.append(LostInput(input: input, error: error))
      }
    }
    feedDataOutputs(in: session)
    if let error = session.runner.whyNothingRuns(without: lost, session.view) { return .isWithoutCamera(lost, error) }
    return .runs(lost)
  }

  /// Starts an input. Harmless when it delivers already.
  /// - Throws: ``CaptureError`` with `.deviceFailed`.
  func start(_ input: DeviceInput, in session: isolated CaptureSession) throws(CaptureError) {
    guard session.runner.lane(of: input) == nil else { return }
    guard input.device.isConnected || input.device.isFixed else {
      // Another device may answer to its name by now.
      throw CaptureError(device: .unplugged(input.device), profile: session.environment.profile)
    }
    session.run { inputs, _ in inputs.forgetStalled(input) }
    do throws(DeviceError) {
      let lane = try open(input, in: session)
      do throws(DeviceError) { try lane.start() } catch {
        lane.stop()
        session.pressure.drop(input)
        throw error
      }
      if let video = lane.video, session.firstLane(of: .video) == nil {
        for action in firstFrameActions { video.whenFrame(action) }
        firstFrameActions = []
      }
      session.run { inputs, _ in inputs.started(input, lane) }
    } catch {
      throw CaptureError(device: error, profile: session.environment.profile)
    }
  }

  private func failure(ofStarting input: DeviceInput, in session: isolated CaptureSession) -> CaptureError? {
    do throws(CaptureError) { try start(input, in: session) } catch { return error }
    return nil
  }

  private func open(_ input: DeviceInput, in session: isolated CaptureSession) throws(DeviceError) -> any InputLane {
    switch input.device.opening {
    case .openVideo(let source): return try lane(of: source, for: input, in: session)
    case .openAudio(let source): return try lane(of: source, for: input, in: session)
    case .video(let catalog, let device):
      let wish = input.device.wish(for: session.graph.preset)
      let source = try catalog.openVideo(device.node ?? device.id, wish: wish).source
      input.device.noteSource(source)
      return try lane(of: source, for: input, in: session)
    case .audio(let catalog, let device):
      return try lane(of: catalog.openAudio(device.pcm, wish: AudioWish()), for: input, in: session)
    }
  }

  private func lane(
    of source: any VideoSource, for input: DeviceInput, in session: isolated CaptureSession
  ) throws(DeviceError) -> VideoLane {
    let (configuration, environment) = (session.configuration, session.environment)
    try configuration.requireUse(of: source.mode, source.device.id)
    return VideoLane(
      source: source, input: input, configuration: configuration, clock: environment.clock,
      pictures: environment.media.pictures, stageClock: environment.stageClock,
      meter: session.pressure.meter(of: input, frameInterval: source.mode.frameInterval),
      VideoLane.Reports(
        pressure: { [weak session] state, time in
          session?.enter { SessionHands.pressureChanged(state, of: input, at: time, in: $0) }
        },
        jump: { [weak session] step in
          session?.enter { $0.emit(.cameraClockDidJump(by: step, at: $0.now)) }
        }, failure: failure(of: input, in: session)))
  }

  private func lane(
    of source: any AudioSource, for input: DeviceInput, in session: isolated CaptureSession
  ) throws(DeviceError) -> AudioLane {
    try session.configuration.requireUse(of: source.format, source.device.id)
    return AudioLane(
      source: source, input: input, configuration: session.configuration, clock: session.environment.clock,
      AudioLane.Reports(
        invalid: { [weak session] in session?.enter { $0.emit(.audioSamplesAreInvalid(at: $0.now)) } },
        failure: failure(of: input, in: session)))
  }

  private func failure(
    of input: DeviceInput, in session: isolated CaptureSession
  ) -> @Sendable (DeviceError) -> Void {
    { [weak session] error in session?.enter { $0.run { $0.failed(error, input, $1) } } }
  }
}

extension DeviceError {
  static func unplugged(_ device: CaptureDevice) -> DeviceError {
    DeviceError(
      .disconnected, context: device.uniqueID,
      message: "The device has been unplugged. Plug it in again: the session goes on by itself.")
  }
}

extension CaptureError {
  /// Indicates whether a device is not connected, or in use by another program: a state that is not the app's mistake
  /// and that may pass.
  var isAbsence: Bool {
    guard let error = underlying as? DeviceError else { return false }
    switch error.code {
    case .disconnected, .notFound: return true
    case .busy: return !isLackOfRoom
    default: return false
    }
  }

  /// Indicates whether the bus lacks bandwidth because of what another device uses.
  var isLackOfRoom: Bool { (underlying as? DeviceError)?.status == Int(ENOSPC) }
}
