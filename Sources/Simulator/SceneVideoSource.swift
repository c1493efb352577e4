public import CaptureDevices
public import MediaCore
import Synchronization

/// The simulated camera: films a ``Scene`` in one mode.
///
/// Frames are stamped with the start of exposure and delivered one latency later. It runs on the clock it was opened
/// with and holds to the scene's schedule however late it is called: frame times are computed, never added up. When it
/// has fallen too far behind, it reports the frames that it drops and continues with the newest one. The frame counter
/// starts at 0 with each start, as V4L2's does. Painting and calls to the sink happen on the clock's thread.
public final class SceneVideoSource: VideoSource {
  /// The camera that it is.
  public let device: VideoDevice
  /// The mode it has been set to.
  public let mode: VideoMode
  /// The world it films.
  public let scene: Scene
  /// The instant that frames' times mark: the start of exposure, exactly.
  public let timestampInstant = TimestampInstant.startOfExposure
  private let clock: any MediaClock
  private let latencyNanoseconds: Int64
  /// The farthest a timestamp is from the true instant, in nanoseconds.
  private let jitterNanoseconds: Int64
  private let film: Mutex<SceneFilm>
  private let sceneControls = Mutex(SceneControls())
  private let delivery: SourceDelivery<any VideoSink, Cursor>

  private struct Cursor: Sendable {
    /// The number of the frame whose sequence is 0.
    let first: Int64
    var next: Int64
  }

  private let controls: SimulatedControls
  /// Indicates whether the controls are those of a simulated camera, and not the scene's own.
  private let isMadeUp: Bool

  /// Creates a camera in a scene, set to `mode`, whose pictures are coded by `pictures`.
  /// - Throws: ``DeviceError`` with `.unsupportedMode` if frames of that mode cannot be painted;
  ///   ``SceneModes`` says which can.
  init(
    device: VideoDevice, mode: VideoMode, scene: Scene, view: SceneView = SceneView(), clock: any MediaClock,
    pictures: (any PictureConverting)?, controls: SimulatedControls, isMadeUp: Bool = false
  ) throws(DeviceError) {
    (self.controls, self.isMadeUp) = (controls, isMadeUp)
    try SceneModes.check(mode, device: device.id)
    let settings = scene.settings
    self.device = device
    self.mode = mode
    self.scene = scene
    self.clock = clock
    latencyNanoseconds = max(0, (settings.frameLatency ?? mode.frameInterval).nanoseconds)
    jitterNanoseconds = max(0, min(settings.timestampJitter.nanoseconds, mode.frameInterval.nanoseconds / 3))
    delivery = SourceDelivery(clock: clock, bufferBytes: 0, device: device.id, kind: "camera")
    do {
      film = Mutex(try SceneFilm(scene: scene, mode: mode, view: view, pictures: pictures))
    } catch {
      throw DeviceError(
        .unsupportedMode, context: device.id,
        message: "The scene cannot be painted as \(mode): \(error). Choose another size or format.",
        underlying: error)
    }
    // What was set before the camera was opened holds from its first frame on.
    if !isMadeUp { sceneControls.withLock { $0.note(SceneLook(of: self), atNanoseconds: .min) } }
  }

  /// Begins to deliver frames to `sink`, from the first that is taken at the clock's present or after.
  /// - Throws: ``/CaptureDevices/DeviceError`` with `.invalidState` when it is running.
  public func start(delivering sink: any VideoSink) throws(DeviceError) {
    let first = scene.firstFrame(atOrAfter: clock.now, interval: mode.frameInterval)
    let cursor = Cursor(first: first, next: first)
    try delivery.start(sink, at: cursor, dueNanoseconds: deliveryTime(ofFrame: first)) { [weak self] in self?.tick($0) }
  }

  /// Ends delivery: when it returns, the sink is not being called and will not be. Harmless when not running.
  public func stop() { delivery.stop() }

  /// Returns the present value of a control.
  /// - Throws: ``/CaptureDevices/DeviceError`` with `.unsupportedControl`.
  public func value(ofControl id: UInt32) throws(DeviceError) -> Int64 {
    try controls.value(id)
  }

  /// Sets a control: frames whose exposure begins from now on show it.
  /// - Throws: ``/CaptureDevices/DeviceError`` with `.unsupportedControl` or `.invalidControlValue`.
  public func setControl(_ id: UInt32, to value: Int64) throws(DeviceError) {
    try controls.set(id, to: value)
    guard !isMadeUp else { return }
    // Read while it is noted: of two that are set at once, what is noted last must be what holds.
    sceneControls.withLock { $0.note(SceneLook(of: self), atNanoseconds: clock.now.nanoseconds) }
  }

  /// The frames that are under way when a control is set, and one that has just begun.
  public var controlDelayFrames: Int {
    if isMadeUp { return 0 }
    return Int((latencyNanoseconds + mode.frameInterval.nanoseconds - 1) / max(1, mode.frameInterval.nanoseconds)) + 1
  }

  private func tick(_ generation: Int) {
    delivery.run(generation) { sink, cursor, _ in
      let late = framesBehind(cursor.next)
      if late > max(0, scene.settings.maximumLateFrames) {
        sink.videoSource(self, didSkip: late, reason: .dropped)
        cursor.next += Int64(late)
      }
      do throws(CodingError) { try deliver(cursor, to: sink) } catch {
        sink.videoSource(
          self,
          didFail: DeviceError(
            .streamingFailed, context: device.id, message: "A frame of the scene could not be coded: \(error)",
            underlying: error))
        return nil
      }
      cursor.next += 1
      return deliveryTime(ofFrame: cursor.next)
    }
  }

  /// Returns the number of frames past `number` that should have been delivered by now.
  private func framesBehind(_ number: Int64) -> Int {
    let newest = MediaTime(nanoseconds: clock.now.nanoseconds - latencyNanoseconds + 1)
    return Int(max(0, scene.firstFrame(atOrAfter: newest, interval: mode.frameInterval) - 1 - number))
  }

  private func deliver(_ cursor: Cursor, to sink: any VideoSink) throws(CodingError) {
    let taken = scene.timeOfFrame(cursor.next, interval: mode.frameInterval).nanoseconds
    let look = sceneControls.withLock { $0.look(atNanoseconds: taken) }
    try film.withLock { film throws(CodingError) in
      try film.withFrame(cursor.next, in: look) { bytes in
        let frame = BorrowedVideoFrame(
          format: mode.format, time: MediaTime(nanoseconds: timestamp(ofFrame: cursor.next)),
          sequence: UInt64(cursor.next - cursor.first), bytes: bytes)
        if isMadeUp {
          SimulatedLight(of: self).shine(on: frame) { sink.videoSource(self, didCapture: $0) }
        } else {
          sink.videoSource(self, didCapture: frame)
        }
      }
    }
  }

  private func deliveryTime(ofFrame number: Int64) -> Int64 {
    let taken = scene.timeOfFrame(number, interval: mode.frameInterval).nanoseconds
    // A frame never arrives before the instant it is stamped with.
    return max(taken + latencyNanoseconds, timestamp(ofFrame: number))
  }

  private func timestamp(ofFrame number: Int64) -> Int64 {
    let taken = scene.timeOfFrame(number, interval: mode.frameInterval).nanoseconds
    guard jitterNanoseconds > 0 else { return taken }
    var random = SeededRandom(seed: scene.settings.seed, stream: 4, item: number)
    return taken + random.symmetric(jitterNanoseconds)
  }
}
