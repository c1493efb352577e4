import Dispatch
public import CaptureDevices
public import MediaCore
import Synchronization

/// Keeps the last seconds of a camera and a microphone, and takes Live Photos out of them.
///
/// ```
/// idle ──startRunning──► running ──stopRunning──► stopping ──► idle
///                           └──camera fails──► failed ──stopRunning──┘
/// ```
/// Modelled on `AVCaptureSession`. While it runs and nobody takes a photo it copies each frame into a ring and
/// does nothing else. Inputs and outputs share its queue.
public actor CaptureSession {
  enum State {
    case idle
    case running
    case stopping
    case failed(DeviceError)
  }

  nonisolated let executor = QueueExecutor(label: "livecam.session")
  /// The session's queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// How footage is kept and coded.
  public nonisolated let configuration: SessionConfiguration
  nonisolated let environment: CaptureEnvironment
  nonisolated let tracker: WorkTracker
  nonisolated let counter = FootageCounter()
  nonisolated let stillQueue = DispatchQueue(label: "livecam.still", qos: .userInitiated)
  nonisolated let writeQueue = DispatchQueue(label: "livecam.write", qos: .userInitiated)

  var state = State.idle
  var video: VideoPort?
  var audio: AudioPort?
  var output: PhotoOutput?
  var requests: [CaptureID: PhotoRequest] = [:]
  private var videoSource: (any VideoSource)?
  private var audioSource: (any AudioSource)?
  private var startTime = MediaTime.zero
  private var stallCheck: (any ScheduledAction)?
  private var lastCaptureID: Int64 = 0
  private var drained: [CheckedContinuation<Void, Never>] = []
  private var stopped: [CheckedContinuation<Void, Never>] = []
  private var firstFrameActions: [@Sendable (MediaTime) -> Void] = []
  private nonisolated let frameInterval = Mutex(MediaTime.zero)
  private nonisolated let observers = Mutex<[AsyncStream<SessionEvent>.Continuation]>([])

  /// A session without inputs and outputs.
  /// - Throws: ``CaptureError`` `.invalidSettings`, naming the setting that is out of its range.
  public init(configuration: SessionConfiguration, environment: CaptureEnvironment) throws(CaptureError) {
    try configuration.validate()
    self.configuration = configuration
    self.environment = environment
    tracker = WorkTracker(isStepwise: environment.isStepwise)
  }

  deinit {
    stallCheck?.cancel()
    for observer in observers.withLock({ $0 }) { observer.finish() }
    // Not here: the last to let go may be a device's own thread, which must not wait for its own end.
    executor.queue.async { [videoSource, audioSource] in
      videoSource?.stop()
      audioSource?.stop()
    }
  }

  /// Adds the camera. A session has one, and only takes it while it is not running.
  public func addInput(_ source: any VideoSource) throws(CaptureError) {
    try requireIdle("a camera")
    guard videoSource == nil else {
      throw CaptureError(.invalidConfiguration, message: "the session has a camera already")
    }
    videoSource = source
    frameInterval.withLock { $0 = source.mode.frameInterval }
  }

  /// Adds the microphone. A session has at most one, and only takes it while it is not running.
  public func addInput(_ source: any AudioSource) throws(CaptureError) {
    try requireIdle("a microphone")
    guard audioSource == nil else {
      throw CaptureError(.invalidConfiguration, message: "the session has a microphone already")
    }
    audioSource = source
  }

  /// Adds the photo output. A session has one.
  public func addOutput(_ output: PhotoOutput) throws(CaptureError) {
    guard self.output == nil else {
      throw CaptureError(.invalidConfiguration, message: "the session has a photo output already")
    }
    try output.attach(to: self)
    self.output = output
  }

  /// Starts the devices; returns once both have been started, which is before their first samples come.
  /// - Throws: ``CaptureError`` with `.invalidConfiguration` without a camera or when already running, or
  ///   `.deviceFailed`; then nothing runs.
  public func startRunning() throws(CaptureError) {
    try requireIdle("startRunning")
    guard let videoSource else {
      throw CaptureError(.invalidConfiguration, message: "the session has no camera; add one with addInput first")
    }
    try requireRoom(for: videoSource)
    let video = VideoPort(source: videoSource, configuration: configuration) { [weak self] error in
      self?.enter { $0.videoFailed(error) }
    }
    let audio = audioSource.map { source in
      AudioPort(source: source, configuration: configuration) { [weak self] error in
        self?.enter { $0.audioFailed(error) }
      }
    }
    // If the start fails they go with the port.
    for action in firstFrameActions { video.whenFrame(action) }
    firstFrameActions = []
    do throws(DeviceError) {
      if let audio { try audio.source.start(delivering: audio) }
      try videoSource.start(delivering: video)
    } catch {
      audio?.source.stop()
      videoSource.stop()
      throw CaptureError(device: error)
    }
    self.video = video
    self.audio = audio
    state = .running
    startTime = environment.clock.now
    scheduleStallCheck()
    emit(.didStartRunning(at: startTime))
  }

  /// Stops the devices; returns once every capture has finished.
  ///
  /// A still or movie that has all its footage is completed, everything else ends with `.sessionStopped`.
  public func stopRunning() async {
    stallCheck?.cancel()
    stallCheck = nil
    switch state {
    case .idle: return
    case .stopping: await withCheckedContinuation { stopped.append($0) }
    case .running, .failed: await stop()
    }
  }

  private func stop() async {
    state = .stopping
    endFootage(
      CaptureError(.sessionStopped, message: "the session was stopped before the capture was complete"))
    video?.source.stop()
    audio?.source.stop()
    await requestsToFinish()
    video?.close()
    video = nil
    audio = nil
    state = .idle
    emit(.didStopRunning(at: environment.clock.now))
    for continuation in stopped { continuation.resume() }
    stopped = []
  }

  private func requestsToFinish() async {
    await tracker.doSteps()
    if !requests.isEmpty { await withCheckedContinuation { drained.append($0) } }
  }

  /// Whether devices deliver to the session.
  public var isRunning: Bool {
    if case .running = state { return true }
    return false
  }

  /// What the devices have delivered since the start, and what movies have cost since the session was made.
  public var statistics: SessionStatistics {
    SessionStatistics(video: video?.statistics, audio: audio?.statistics, footage: counter.statistics)
  }

  /// Calls `action` with the time of the oldest frame in the ring as soon as there is one: at once, or on the
  /// camera's thread. Before the start it waits for that; if the camera fails before its first frame, or does not
  /// start, it is not called.
  public func whenFrame(_ action: @escaping @Sendable (_ oldest: MediaTime) -> Void) {
    if let video { video.whenFrame(action) } else { firstFrameActions.append(action) }
  }

  /// How much a movie's pre-roll may fall short of what is configured without being called short: one frame.
  public nonisolated var shortPreRollTolerance: MediaTime { frameInterval.withLock { $0 } }

  /// What happens to the session from now on; ends with the session.
  public nonisolated var events: AsyncStream<SessionEvent> {
    AsyncStream { continuation in observers.withLock { $0.append(continuation) } }
  }

  /// Returns once everything that has been set off is done: frames encoded, files written, delegates told.
  ///
  /// For virtual time: call it between one instant and the next. Real time does not wait. In a stepwise environment
  /// nothing is done but here, and while the session stops.
  public nonisolated func settle() async { await tracker.idle() }

  // MARK: For the session's other files

  /// Runs `body` on the session's queue, later.
  nonisolated func enter(_ body: @escaping @Sendable (isolated CaptureSession) -> Void) {
    tracker.async(on: executor.queue) { self.assumeIsolated(body) }
  }

  func nextCaptureID() -> CaptureID {
    lastCaptureID += 1
    return CaptureID(rawValue: lastCaptureID)
  }

  func requestDidFinish(_ request: PhotoRequest) {
    requests[request.id] = nil
    if let footage = request.videoFootage { video?.release(footage, for: request.id) }
    if let footage = request.audioFootage { audio?.release(footage, for: request.id) }
    guard requests.isEmpty else { return }
    for continuation in drained { continuation.resume() }
    drained = []
  }

  // MARK: Failing devices

  private func videoFailed(_ error: DeviceError) {
    guard case .running = state else { return }
    state = .failed(error)
    stallCheck?.cancel()
    video?.source.stop()
    endFootage(CaptureError(device: error))
    emit(.videoDidFail(error, at: environment.clock.now))
  }

  private func audioFailed(_ error: DeviceError) {
    guard case .running = state, let audio else { return }
    audio.source.stop()
    audio.close()
    self.audio = nil
    emit(.audioDidFail(error, at: environment.clock.now))
  }

  private func endFootage(_ error: CaptureError) {
    // A movie that only waits for the last of its sound has its picture; silence takes the place of what is missing.
    let recordsPicture = requests.values.filter { !$0.resolved.isLive || $0.recording.contains(.video) }
    for request in recordsPicture.sorted(by: { $0.id < $1.id }) {
      perform(request.machine.footageEnded(error), for: request)
    }
    audio?.close()
  }

  private func scheduleStallCheck() {
    let next = environment.clock.now + configuration.stallTimeout.multiplied(by: 1, over: 4)
    stallCheck = environment.clock.schedule(at: next) { [weak self] in self?.enter { $0.checkForStall() } }
  }

  private func checkForStall() {
    guard case .running = state, let video else { return }
    let horizon = environment.clock.now - configuration.stallTimeout
    if max(video.newestTime ?? startTime, startTime) < horizon {
      return videoFailed(stalled(video.source.device.node ?? video.source.device.id))
    }
    if let audio, max(audio.newestTime ?? startTime, startTime) < horizon {
      audioFailed(stalled(audio.source.device.pcm))
    }
    scheduleStallCheck()
  }

  private func stalled(_ device: String) -> DeviceError {
    DeviceError(
      .stalled, device: device,
      message:
        "nothing has come from the device for \(configuration.stallTimeout.seconds) s; unplug it and plug it in again")
  }

  /// A ring that holds hardly a frame could not even keep the still.
  private func requireRoom(for source: any VideoSource) throws(CaptureError) {
    let fewest = 8
    let bytes = source.mode.format.frameBytes
    guard bytes * fewest > configuration.maximumRingBytes else { return }
    throw CaptureError(
      .invalidSettings, context: "maximumRingBytes",
      message: "\(configuration.maximumRingBytes >> 20) MB do not hold \(fewest) frames of \(source.mode); "
        + "allow at least \((bytes * fewest >> 20) + 1) MB, or choose a smaller size")
  }

  private func requireIdle(_ what: String) throws(CaptureError) {
    if case .idle = state { return }
    throw CaptureError(.invalidConfiguration, context: what, message: "the session is running; stop it first")
  }

  private func emit(_ event: SessionEvent) {
    observers.withLock { observers in
      observers.removeAll { observer in
        if case .terminated = observer.yield(event) { return true }
        return false
      }
    }
  }
}
