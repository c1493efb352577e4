import CaptureDevices
import Dispatch
public import MediaCore
import Synchronization

/// Keeps the last seconds of cameras and microphones in memory, from which its outputs take Live Photos.
///
/// Modelled on `AVCaptureSession`. Inputs and outputs are changed between ``beginConfiguration()`` and
/// ``commitConfiguration()``, whether it runs or not. Between captures, a running session only copies each frame into a
/// ring. All inputs share the environment's clock as time base. Inputs and outputs share its queue.
public actor CaptureSession {
  nonisolated let executor: QueueExecutor
  /// The session's queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The way in which footage is kept and coded.
  public nonisolated let configuration: SessionConfiguration
  nonisolated let environment: CaptureEnvironment
  nonisolated var scheduler: any WorkScheduler { environment.scheduler }
  nonisolated var now: MediaTime { environment.clock.now }
  nonisolated let counter = FootageCounter()
  nonisolated let stillQueue = DispatchQueue(label: "livecam.still", qos: .userInitiated)
  nonisolated let deviceQueue = DispatchQueue(label: "livecam.device", qos: .userInitiated)
  nonisolated let writeQueue = DispatchQueue(label: "livecam.write", qos: .userInitiated)

  var lifecycle = SessionLifecycle()
  var transaction: ConfigurationTransaction
  var runner: InputRunner<any InputLane>
  var pressure: PressureWatch
  var photos: PhotoPipeline
  var recordings: Recordings
  let inputHands = InputHands()
  let recordingHands = RecordingHands()
  private var drained: CheckedContinuation<Void, Never>?
  /// The session itself while something is under way, so that its end comes even if the app has let the session go.
  private var keeping: CaptureSession?
  nonisolated let frameInterval = Mutex(MediaTime.zero)
  package nonisolated let eventFeed = EventFeed<SessionEvent>()
  package nonisolated let pressureFeed = EventFeed<SystemPressureState>()

  /// Creates a session without inputs and outputs.
  /// - Throws: ``CaptureError`` `.invalidSettings`, naming the setting that is out of its range.
  public init(configuration: SessionConfiguration, environment: CaptureEnvironment) throws(CaptureError) {
    try configuration.validate()
    var configuration = configuration
    configuration.processorCount = environment.processorCount
    configuration.isCPUIndependent = environment.isCPUIndependent
    self.configuration = configuration
    self.environment = environment
    executor = QueueExecutor(label: "livecam.session", scheduler: environment.scheduler)
    transaction = ConfigurationTransaction(duplicateInput: environment.profile.duplicateInput)
    runner = InputRunner(timeout: configuration.stallTimeout)
    pressure = PressureWatch(configuration.systemPressure)
    photos = PhotoPipeline(configuration, environment.profile, eventOrder: environment.eventOrder)
    recordings = Recordings(endedEarly: environment.profile.recordingEndedEarly)
  }

  deinit {
    // Not here: the last to let go may be a device's own thread, which must not wait for its own end. Cameras have been
    // set back by then: a session with a capture under way stays.
    executor.queue.async { [lanes = runner.allLanes] in for lane in lanes { lane.stop() } }
  }

  /// Starts the devices; returns once all have been started, which is before their first samples come. While the
  /// session is interrupted, the start is remembered. A microphone, or one of several cameras, that is unplugged or in
  /// use by another program is not an error: ``events`` report it, the others run, and the session uses it as soon as
  /// it can.
  /// - Throws: ``CaptureError`` with `.invalidConfiguration` without a camera, when already running or inside a
  ///   configuration, or `.deviceFailed` when no camera can be opened, or a device fails otherwise; then nothing runs.
  public func startRunning() throws(CaptureError) {
    try transaction.requireClosed("startRunning")
    let hasCamera = graph.inputs.contains { $0.device.mediaType == .video }
    for action in try lifecycle.start(hasCamera: hasCamera) { try SessionHands.perform(action, in: self) }
  }

  /// Stops the devices; returns once every capture has finished, and cameras that were set for one are set back.
  ///
  /// Stills and movies that have all their footage are completed; everything else ends with `.sessionStopped`.
  /// - Throws: ``CaptureError`` with `.invalidConfiguration` inside a configuration.
  public func stopRunning() async throws(CaptureError) {
    try transaction.requireClosed("stopRunning")
    if case .stopping = lifecycle.phase {
      return await withCheckedContinuation { waiter in proceed { lifecycle, _ in lifecycle.join(waiter) } }
    }
    proceed { lifecycle, _ in lifecycle.stop() }
    guard case .stopping = lifecycle.phase else { return }
    await scheduler.runPending()
    if hasOpenCaptures { await withCheckedContinuation { drained = $0 } }
    proceed { $0.stopped(at: $1) }
  }

  /// Indicates whether a capture or a recording is under way, its end has not been told yet, or a camera has not been
  /// set back yet.
  private var hasOpenCaptures: Bool { photos.hasOpenCaptures || !recordings.isEmpty }

  private func keepOpen() { if keeping == nil, hasOpenCaptures { keeping = self } }

  func noteClosedCapture() {
    guard !hasOpenCaptures else { return }
    drained.take()?.resume()
    keeping = nil
  }

  /// A Boolean value that indicates whether devices deliver to the session.
  public var isRunning: Bool { lifecycle.phase.isRunning }

  /// A Boolean value that indicates whether an interruption keeps a started session from running.
  public var isInterrupted: Bool { !lifecycle.phase.reasons.isEmpty }

  /// Begins an interruption: devices are stopped, and captures in progress end with errors. A session that runs, or is
  /// started during the interruption, runs again when the last reason has ended, unless it is stopped before.
  ///
  /// Call it for reasons that only the program knows, such as a locked screen. The session notices lost devices by
  /// itself.
  ///
  /// The reason that another program has the microphone affects only a session that has a microphone.
  public func beginInterruption(_ reason: InterruptionReason) {
    let hasMicrophone = graph.inputs.contains { $0.device.mediaType == .audio }
    proceed { $0.begin(reason, hasMicrophone: hasMicrophone, at: $1) }
  }

  /// Ends an interruption whose reason has gone. Harmless if there was none.
  public func endInterruption(_ reason: InterruptionReason) { proceed { $0.end(reason, at: $1) } }

  /// The pressure of keeping up, on the machine: that of the camera for which it is hardest.
  ///
  /// With the interruption `videoDeviceNotAvailableDueToSystemPressure` it is `shutdown`. See ``SystemPressurePolicy``.
  public var systemPressureState: SystemPressureState { pressure.told }

  /// The later values of ``systemPressureState``; the stream ends with the session. Stands for observing
  /// `AVCaptureDevice.systemPressureState`.
  public nonisolated var systemPressureStates: AsyncStream<SystemPressureState> { pressureFeed.stream }

  /// The deliveries of the first camera and microphone since the start, and what movies have cost in this session.
  public var statistics: SessionStatistics {
    SessionStatistics(
      video: firstLane(of: .video)?.video?.statistics, audio: firstLane(of: .audio)?.audio?.statistics,
      footage: counter.statistics)
  }

  /// Returns what one camera has delivered since it started; `nil` while it does not run.
  public func statistics(of input: DeviceInput) -> VideoStatistics? { runner.lane(of: input)?.video?.statistics }

  /// Calls `action` with the time of the oldest frame in the first camera's ring once there is one: at once, or on the
  /// camera's thread. Not called if the camera does not start, or fails before its first frame.
  public func whenFrame(_ action: @escaping @Sendable (_ oldest: MediaTime) -> Void) {
    inputHands.whenFrame(action, in: self)
  }

  /// The time by which a movie's pre-roll may fall short of what is configured without being called short: one frame.
  public nonisolated var shortPreRollTolerance: MediaTime { frameInterval.withLock { $0 } }

  /// The events of the session from now on; ends with the session.
  public nonisolated var events: AsyncStream<SessionEvent> { eventFeed.stream }

  /// Returns once all pending work is done: frames encoded, files written, delegates called.
  ///
  /// For virtual time: call it between one instant and the next. It waits as the environment's
  /// ``CaptureEnvironment/scheduler`` does: ``QueuedWork``, the usual one, does not.
  public nonisolated func settle() async { await scheduler.settle() }

  /// Runs `body` on the session's queue, later.
  nonisolated func enter(_ body: @escaping @Sendable (isolated CaptureSession) -> Void) {
    scheduler.run(on: executor.queue) { self.assumeIsolated(body) }
  }

  /// Runs `body` on the session's queue, now: for calls that are not asynchronous, from any thread.
  nonisolated func sync<Value: Sendable, Failure: Error>(
    _ body: @Sendable (isolated CaptureSession) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    func run() -> Result<Value, Failure> {
      assumeIsolated { session in Result { () throws(Failure) in try body(session) } }
    }
    let result = scheduler.perform { executor.isCurrent ? run() : executor.queue.sync(execute: run) }
    return try result.get()
  }

  var graph: SessionGraph { transaction.graph }

  var view: SessionView {
    var view = SessionView(now: now, phase: lifecycle.phase, graph: graph)
    for output in graph.photoOutputs + photos.outputs {
      view.features[ObjectIdentifier(output)] = output.state.withLock { $0.features.enabled }
    }
    return view
  }

  func proceed(_ event: (inout SessionLifecycle, MediaTime) -> [SessionLifecycle.Action]) {
    // Only the app's own start asks for a throw.
    for action in event(&lifecycle, now) { try? SessionHands.perform(action, in: self) }
  }

  func run(_ event: (inout InputRunner<any InputLane>, SessionView) -> [InputRunner<any InputLane>.Action]) {
    let view = view
    for action in event(&runner, view) { inputHands.perform(action, in: self) }
  }

  func weigh(_ event: (inout PressureWatch) -> [PressureWatch.Action]) {
    for action in event(&pressure) { SessionHands.perform(action, in: self) }
  }

  func photograph(_ event: (inout PhotoPipeline, SessionView) -> [PhotoPipeline.Action]) {
    let view = view
    for action in event(&photos, view) { PhotoHands.perform(action, in: self) }
    keepOpen()
  }

  func record(_ event: (inout Recordings) -> [Recordings.Action]) {
    for action in event(&recordings) { recordingHands.perform(action, in: self) }
    keepOpen()
  }

  func firstLane(of mediaType: MediaType) -> (any InputLane)? {
    graph.inputs.lazy.filter { $0.device.mediaType == mediaType }.compactMap { self.runner.lane(of: $0) }.first
  }

  /// The lane of the microphone that an output hears; `nil` unless it delivers.
  func microphone(of output: any CaptureOutput) -> AudioLane? {
    guard let connection = graph.connection(to: output, of: .audio), connection.isActive else { return nil }
    return runner.lane(of: connection.input)?.audio
  }

  func emit(_ event: SessionEvent) { eventFeed.tell(event) }

  /// Tells of a device's trouble that ends neither a capture nor the input.
  func report(_ error: DeviceError) {
    emit(.runtimeError(CaptureError(device: error, profile: environment.profile), at: now))
  }
}
