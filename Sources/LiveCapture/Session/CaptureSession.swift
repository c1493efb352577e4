import CaptureDevices
import Dispatch
public import MediaCore
import Synchronization

/// Keeps the last seconds of cameras and microphones, and takes Live Photos out of them.
///
/// ```
/// idle ──startRunning──► running ◄──interruption──► interrupted
///   ▲                       └───────stopRunning─────────┘
///   └──────── stopping ◄────────────────┘
/// ```
/// Modelled on `AVCaptureSession`. What it is made of is changed between ``beginConfiguration()`` and
/// ``commitConfiguration()``, running or not. While it runs and nobody takes a photo it copies each frame into a
/// ring and does nothing else. All inputs share one time base: the environment's clock. Inputs and outputs share its
/// queue.
public actor CaptureSession {
  enum State {
    case idle
    case running
    case interrupted
    case stopping
  }

  nonisolated let executor = QueueExecutor(label: "livecam.session")
  /// The session's queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// How footage is kept and coded.
  public nonisolated let configuration: SessionConfiguration
  nonisolated let environment: CaptureEnvironment
  nonisolated var scheduler: any WorkScheduler { environment.scheduler }
  nonisolated let counter = FootageCounter()
  /// What is known of the machine's pace; `nil` until a movie's preset is to be chosen by it.
  var pace: EncodingPace?
  nonisolated let stillQueue = DispatchQueue(label: "livecam.still", qos: .userInitiated)
  nonisolated let deviceQueue = DispatchQueue(label: "livecam.device", qos: .userInitiated)
  nonisolated let writeQueue = DispatchQueue(label: "livecam.write", qos: .userInitiated)

  var state = State.idle
  /// What is in force.
  var graph = SessionGraph()
  /// What a configuration that is open is to bring, and how deep it is nested.
  var pendingGraph: SessionGraph?
  var configurationDepth = 0
  /// What is put back if it fails.
  var restoration = Restoration()
  /// Whether a change in the open configuration ends what is under way.
  var isRebuildPending = false
  /// The inputs that deliver.
  var ports: [ObjectIdentifier: InputPort] = [:]
  /// Inputs that have stalled and are waited for.
  var stalledDevices: [ObjectIdentifier: StalledDevice] = [:]
  /// Inputs that cannot be had, and are waited for; the app has been told of each.
  var awayDevices: [ObjectIdentifier: AwayDevice] = [:]
  /// Reasons for which a session that is to run does not, in the order in which they came.
  var interruptions: [InterruptionReason] = []
  /// Whether the session has found a camera in use by another program, and is to go on by itself.
  var isInterruptedByBusyCamera = false
  /// Whether another program has the microphone, be there one in the session or not.
  var isSoundTaken = false
  var requests: [CaptureID: PhotoRequest] = [:]
  /// How long stills have taken to be made.
  var processingTimes = ProcessingTimes()
  /// Recordings whose end has not been told, in the order in which they began.
  var recordings: [MovieRecording] = []
  var pressure = Pressure()
  /// What feeds data outputs, by connection.
  var videoFeeds: [ObjectIdentifier: (port: VideoPort, feed: VideoDataFeed)] = [:]
  var audioFeeds: [ObjectIdentifier: (port: AudioPort, feed: AudioDataFeed)] = [:]
  var sequencers: [ObjectIdentifier: EventSequencer] = [:]
  /// Captures that need the camera set, in line.
  var exposureLine = ExposureLine()
  var usedIdentifiers = UsedIdentifiers()
  var startTime = MediaTime.zero
  var stallCheck: (any ScheduledAction)?
  var firstFrameActions: [@Sendable (MediaTime) -> Void] = []
  private var systemHandlers: [(DeviceSystem, Int)] = []
  private var drained: [CheckedContinuation<Void, Never>] = []
  private var stopped: [CheckedContinuation<Void, Never>] = []
  nonisolated let frameInterval = Mutex(MediaTime.zero)
  nonisolated let pressureObservers = Mutex<[AsyncStream<SystemPressureState>.Continuation]>([])
  private nonisolated let observers = Mutex<[AsyncStream<SessionEvent>.Continuation]>([])

  /// A session without inputs and outputs.
  /// - Throws: ``CaptureError`` `.invalidSettings`, naming the setting that is out of its range.
  public init(configuration: SessionConfiguration, environment: CaptureEnvironment) throws(CaptureError) {
    try configuration.validate()
    var configuration = configuration
    configuration.processorCount = environment.processorCount
    configuration.isCPUIndependent = environment.isCPUIndependent
    self.configuration = configuration
    self.environment = environment
  }

  deinit {
    stallCheck?.cancel()
    pressure.end?.cancel()
    for device in awayDevices.values { device.retry?.cancel() }
    for observer in pressureObservers.withLock({ $0 }) { observer.finish() }
    for (system, handler) in systemHandlers { system.removeHandler(handler) }
    for observer in observers.withLock({ $0 }) { observer.finish() }
    for device in stalledDevices.values { device.restart?.cancel() }
    // Cameras do not forget what they were set to for a capture that nobody waits for any more: first they are set back,
    // then stopped, so that whoever can have one next finds it as it was. Not here: the last to let go may be a device's
    // own thread, which must not wait for its own end.
    let (plans, all) = (exposureLine.plans, Array(ports.values) + stalledDevices.values.map(\.port))
    deviceQueue.async { [queue = executor.queue] in
      for plan in plans { plan.value.end() }
      queue.async { for port in all { port.stop() } }
    }
  }

  /// Starts the devices; returns once all have been started, which is before their first samples come. While the
  /// session is interrupted, the start is remembered. A microphone that is not there now or is in use by another program,
  /// or one of several cameras, is no obstacle: the rest runs, ``events`` tells, and it is used when it can be.
  /// - Throws: ``CaptureError`` with `.invalidConfiguration` without a camera, when already running or inside a
  ///   configuration, or `.deviceFailed` when no camera can be had, or a device fails otherwise; then nothing runs.
  public func startRunning() throws(CaptureError) {
    try requireClosedConfiguration("startRunning")
    guard case .idle = state else {
      throw CaptureError(
        .invalidConfiguration, context: "startRunning", message: "the session is running; stop it first")
    }
    guard graph.inputs.contains(where: { $0.device.mediaType == .video }) else {
      throw CaptureError(.invalidConfiguration, message: "the session has no camera; add one with addInput first")
    }
    guard interruptions.isEmpty else {
      state = .interrupted
      return
    }
    do throws(CaptureError) {
      let lost = try startPorts()
      if let error = whyNothingRuns(without: lost) { throw error }
      didStart()
      tellLost(lost)
    } catch {
      for input in graph.inputs { stopPort(of: input) }
      // Whoever waits for the first frame waits for the camera that has not started.
      firstFrameActions = []
      emit(.runtimeError(error, at: environment.clock.now))
      throw error
    }
  }

  /// Stops the devices; returns once every capture has finished, and cameras that were set for one are set back.
  ///
  /// A still or movie that has all its footage is completed, everything else ends with `.sessionStopped`. Inside a
  /// configuration it is too early for that: commit first.
  /// - Throws: ``CaptureError`` with `.invalidConfiguration` inside a configuration.
  public func stopRunning() async throws(CaptureError) {
    try requireClosedConfiguration("stopRunning")
    stallCheck?.cancel()
    stallCheck = nil
    switch state {
    case .idle: return
    case .stopping: await withCheckedContinuation { stopped.append($0) }
    case .running, .interrupted: await stop()
    }
  }

  private func stop() async {
    state = .stopping
    forgetStalled()
    forgetAway()
    endFootage(
      of: Array(requests.values), .fails,
      CaptureError(.sessionStopped, message: "the session was stopped before the capture was complete"))
    end(
      recordings,
      CaptureError(
        .sessionStopped, message: "the session was stopped while it recorded", avErrorCode: MovieRecording.sessionEnded)
    )
    for port in ports.values {
      port.stop()
      // Movies that wait for the last of their sound wait no longer; pictures are still looked for in the rings.
      port.audio?.close()
    }
    for output in graph.photoOutputs { flushEvents(of: output) }
    await requestsToFinish()
    for port in ports.values { port.close() }
    ports = [:]
    (videoFeeds, audioFeeds) = ([:], [:])
    state = .idle
    forgetPressure()
    // A camera that was lost is tried again by the next start.
    interruptions.removeAll { $0 == .videoDeviceWasLost || $0 == .videoDeviceInUseByAnotherClient }
    isInterruptedByBusyCamera = false
    for connection in graph.connections { connection.setActive(true) }
    for output in graph.photoOutputs {
      output.sessionDidStop()
      sequencers[ObjectIdentifier(output)]?.resume()
    }
    updateReadiness()
    emit(.didStopRunning(at: environment.clock.now))
    for continuation in stopped { continuation.resume() }
    stopped = []
  }

  private func requestsToFinish() async {
    await scheduler.runPending()
    if hasOpenCaptures { await withCheckedContinuation { drained.append($0) } }
  }

  /// Whether a capture or a recording is under way, its end has not been told yet, or a camera not been set back yet.
  var hasOpenCaptures: Bool {
    !requests.isEmpty || !recordings.isEmpty || !exposureLine.isEmpty
      || sequencers.values.contains { $0.hasOpenCaptures }
  }

  func noteClosedCapture() {
    guard !hasOpenCaptures else { return }
    for continuation in drained { continuation.resume() }
    drained = []
  }

  /// Whether devices deliver to the session.
  public var isRunning: Bool {
    if case .running = state { return true }
    return false
  }

  /// Whether something keeps a session that is to run from running.
  public var isInterrupted: Bool { !interruptions.isEmpty }

  /// What the first camera and the first microphone have delivered since the start, and what movies have cost since
  /// the session was made.
  public var statistics: SessionStatistics {
    SessionStatistics(
      video: firstPort(of: .video)?.video?.statistics, audio: firstPort(of: .audio)?.audio?.statistics,
      footage: counter.statistics)
  }

  /// What one camera has delivered since it started; `nil` while it does not run.
  public func statistics(of input: DeviceInput) -> VideoStatistics? {
    ports[ObjectIdentifier(input)]?.video?.statistics
  }

  /// Calls `action` with the time of the oldest frame in the first camera's ring as soon as there is one: at once, or on
  /// the camera's thread. Before the start it waits for that; if the camera fails before its first frame, or does not
  /// start, it is not called.
  public func whenFrame(_ action: @escaping @Sendable (_ oldest: MediaTime) -> Void) {
    if let video = firstPort(of: .video)?.video { video.whenFrame(action) } else { firstFrameActions.append(action) }
  }

  /// How much a movie's pre-roll may fall short of what is configured without being called short: one frame.
  public nonisolated var shortPreRollTolerance: MediaTime { frameInterval.withLock { $0 } }

  /// What happens to the session from now on; ends with the session.
  public nonisolated var events: AsyncStream<SessionEvent> {
    AsyncStream { continuation in observers.withLock { $0.append(continuation) } }
  }

  /// Returns once everything that has been set off is done: frames encoded, files written, delegates told.
  ///
  /// For virtual time: call it between one instant and the next. It waits as the environment's
  /// ``CaptureEnvironment/scheduler`` does: ``QueuedWork``, the usual one, does not.
  public nonisolated func settle() async { await scheduler.settle() }

  // MARK: For the session's other files

  /// Runs `body` on the session's queue, later.
  nonisolated func enter(_ body: @escaping @Sendable (isolated CaptureSession) -> Void) {
    scheduler.run(on: executor.queue) { self.assumeIsolated(body) }
  }

  /// Runs `body` on the session's queue, now: for calls that are not asynchronous, from any thread.
  nonisolated func sync<Value: Sendable>(_ body: @Sendable (isolated CaptureSession) -> Value) -> Value {
    executor.isCurrent ? assumeIsolated(body) : executor.queue.sync { assumeIsolated(body) }
  }

  func firstPort(of mediaType: MediaType) -> InputPort? {
    graph.inputs.lazy.filter { $0.device.mediaType == mediaType }.compactMap { self.ports[ObjectIdentifier($0)] }.first
  }

  func didStart() {
    state = .running
    startTime = environment.clock.now
    updateConnections()
    scheduleStallCheck()
    emit(.didStartRunning(at: startTime))
    for output in graph.photoOutputs { prepare(output, isCommitted: true) }
    updateReadiness()
    watchFirstFrames()
  }

  /// Hears of devices that come and go in a system, from the first input of it on.
  func follow(_ system: DeviceSystem) {
    guard !systemHandlers.contains(where: { $0.0 === system }) else { return }
    let number = system.addHandler { [weak self] event in self?.enter { $0.handle(event) } }
    systemHandlers.append((system, number))
  }

  func emit(_ event: SessionEvent) {
    observers.withLock { observers in
      observers.removeAll { observer in
        if case .terminated = observer.yield(event) { return true }
        return false
      }
    }
  }
}
