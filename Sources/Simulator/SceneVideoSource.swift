public import CaptureDevices
public import MediaCore
import Synchronization

/// The simulated camera: films a ``Scene`` in one mode.
///
/// Frames are stamped with the start of exposure and delivered one latency later. It runs on the clock it was opened
/// with and holds to the scene's schedule however late it is called: frame times are computed, never added up. When
/// it has fallen too far behind it reports what it drops and goes on with the newest frame. The frame counter starts
/// at 0 with each start, as V4L2's does. Painting and calls to the sink happen on the clock's thread.
public final class SceneVideoSource: VideoSource {
  /// Who the camera is.
  public let device: VideoDevice
  /// The mode it has been set to.
  public let mode: VideoMode
  /// The world it films.
  public let scene: Scene
  /// The start of exposure.
  public let timestampInstant = TimestampInstant.startOfExposure
  private let clock: any MediaClock
  /// From a frame's instant to its delivery, in nanoseconds.
  private let latency: Int64
  /// The farthest a timestamp is from the true instant, in nanoseconds.
  private let jitter: Int64
  private let state: Mutex<State>
  /// The controls of a camera that was made up; `nil` for those of the scene's own.
  private let controls: SimulatedControls?

  /// A camera in a scene, set to `mode`, whose pictures are coded by `pictures`.
  /// - Throws: ``DeviceError`` with `.unsupportedMode` if frames of that mode cannot be painted;
  ///   ``SceneModes`` says which can.
  init(
    device: VideoDevice, mode: VideoMode, scene: Scene, clock: any MediaClock, pictures: (any PictureConverting)?,
    controls: SimulatedControls? = nil
  ) throws(DeviceError) {
    self.controls = controls
    try SceneModes.check(mode, device: device.id)
    let settings = scene.settings
    self.device = device
    self.mode = mode
    self.scene = scene
    self.clock = clock
    latency = max(0, (settings.frameLatency ?? mode.frameInterval).nanoseconds)
    jitter = max(0, min(settings.timestampJitter.nanoseconds, mode.frameInterval.nanoseconds / 3))
    do {
      state = Mutex(State(film: try SceneFilm(scene: scene, mode: mode, pictures: pictures)))
    } catch {
      throw DeviceError(
        .unsupportedMode, device: device.id,
        message: "The scene cannot be painted as \(mode): \(error). Choose another size or format.")
    }
  }

  /// Begins to deliver frames to `sink`, from the first that is taken at the clock's present or after.
  /// - Throws: ``DeviceError`` with `.invalidState` when it is running.
  public func start(delivering sink: any VideoSink) throws(DeviceError) {
    let isStarted = state.withLock { state in
      guard state.stream == nil else { return false }
      state.generation += 1
      let generation = state.generation
      let first = scene.firstFrame(atOrAfter: clock.now, interval: mode.frameInterval)
      var stream = Stream(sink: sink, firstFrame: first) { [weak self] in self?.tick(generation) }
      stream.scheduled = clock.schedule(at: deliveryTime(ofFrame: first), stream.tick)
      state.stream = stream
      return true
    }
    guard isStarted else {
      throw DeviceError(.invalidState, device: device.id, message: "The camera is running. Stop it first.")
    }
  }

  /// Ends delivery: when it returns, the sink is not being called and will not be. Harmless when not running.
  public func stop() {
    // Delivery happens under the same lock, so taking it waits for a call in progress.
    let ended = state.withLock { $0.stream.take() }
    ended?.scheduled?.cancel()
  }

  /// The present value of a control.
  /// - Throws: ``DeviceError`` with `.unsupportedControl`.
  public func value(ofControl id: UInt32) throws(DeviceError) -> Int64 {
    if let controls { return try controls.value(id) }
    guard let value = state.withLock({ $0.controls.value(id) }) else {
      throw DeviceError(
        .unsupportedControl, device: device.id, message: "The scene has no control 0x\(String(id, radix: 16)).")
    }
    return value
  }

  /// Sets a control: frames whose exposure begins from now on show it.
  /// - Throws: ``DeviceError`` with `.unsupportedControl` or `.invalidControlValue`.
  public func setControl(_ id: UInt32, to value: Int64) throws(DeviceError) {
    if let controls { return try controls.set(id, to: value) }
    let now = clock.now.nanoseconds
    try state.withLock { state throws(DeviceError) in
      try state.controls.set(id, to: value, at: now, device: device.id)
    }
  }

  /// The frames that are under way when a control is set, and one that has just begun.
  public var controlDelay: Int {
    if controls != nil { return 0 }
    return Int((latency + mode.frameInterval.nanoseconds - 1) / max(1, mode.frameInterval.nanoseconds)) + 1
  }

  /// Delivers the next frame if it is due, and schedules the one after it.
  private func tick(_ generation: Int) {
    state.withLock { state in
      guard state.generation == generation, var stream = state.stream else { return }
      let late = framesBehind(stream.nextFrame)
      if late > max(0, scene.settings.maximumLateFrames) {
        stream.sink.videoSource(self, didSkip: late, reason: .dropped)
        stream.nextFrame += Int64(late)
      }
      guard deliver(stream, film: state.film, controls: state.controls) else {
        state.stream = nil
        return
      }
      stream.nextFrame += 1
      stream.scheduled = clock.schedule(at: deliveryTime(ofFrame: stream.nextFrame), stream.tick)
      state.stream = stream
    }
  }

  /// How many frames past `number` should have been delivered by now.
  private func framesBehind(_ number: Int64) -> Int {
    let newest = MediaTime(nanoseconds: clock.now.nanoseconds - latency + 1)
    return Int(max(0, scene.firstFrame(atOrAfter: newest, interval: mode.frameInterval) - 1 - number))
  }

  private func deliver(_ stream: Stream, film: SceneFilm, controls: SceneControls) -> Bool {
    do {
      let taken = scene.timeOfFrame(stream.nextFrame, interval: mode.frameInterval).nanoseconds
      try film.withFrame(stream.nextFrame, brightness: controls.brightness(at: taken)) { bytes in
        let frame = BorrowedVideoFrame(
          format: mode.format, time: MediaTime(nanoseconds: timestamp(ofFrame: stream.nextFrame)),
          sequence: UInt64(stream.nextFrame - stream.firstFrame), bytes: bytes)
        if self.controls != nil {
          SimulatedLight(of: self).shine(on: frame) { stream.sink.videoSource(self, didCapture: $0) }
        } else {
          stream.sink.videoSource(self, didCapture: frame)
        }
      }
      return true
    } catch {
      stream.sink.videoSource(
        self,
        didFail: DeviceError(
          .streamingFailed, device: device.id, message: "A frame of the scene could not be coded: \(error)"))
      return false
    }
  }

  private func deliveryTime(ofFrame number: Int64) -> MediaTime {
    let taken = scene.timeOfFrame(number, interval: mode.frameInterval).nanoseconds
    // A frame never arrives before the instant it is stamped with.
    return MediaTime(nanoseconds: max(taken + latency, timestamp(ofFrame: number)))
  }

  private func timestamp(ofFrame number: Int64) -> Int64 {
    let taken = scene.timeOfFrame(number, interval: mode.frameInterval).nanoseconds
    guard jitter > 0 else { return taken }
    var random = SeededRandom(seed: scene.settings.seed, stream: 4, item: number)
    return taken + random.symmetric(jitter)
  }

  private struct Stream: Sendable {
    let sink: any VideoSink
    let tick: @Sendable () -> Void
    /// The number of the frame whose sequence is 0.
    let firstFrame: Int64
    var nextFrame: Int64
    var scheduled: (any ScheduledAction)?

    init(sink: any VideoSink, firstFrame: Int64, tick: @escaping @Sendable () -> Void) {
      self.sink = sink
      self.tick = tick
      self.firstFrame = firstFrame
      nextFrame = firstFrame
    }
  }

  private struct State {
    var stream: Stream?
    /// Tells the calls of one stream from late ones of the stream before.
    var generation = 0
    let film: SceneFilm
    var controls = SceneControls()

    init(film: SceneFilm) { self.film = film }
  }
}
