public import CaptureDevices
public import MediaCore
import Synchronization

/// Records what a camera and a microphone deliver, to the byte and the nanosecond, into a bundle that
/// ``FixtureCatalog`` replays.
///
/// Payloads and a journal are on disk as they come: a recorder that is killed at any instant leaves a bundle that can
/// be read up to there. Times count from the clock's present at ``start()``.
///
/// Devices that are recordings themselves are recorded as they were: times count from the begin that they had, the
/// camera keeps its node and modes, what came and went is noted again, and where a recording ends that was stopped, this
/// one is stopped, too.
public final class FixtureRecorder: Sendable {
  /// Why a recording cannot go on by itself.
  public enum Ending: Sendable {
    /// A device has failed; the other may go on. What it failed with is part of the recording, unless it was the end of a
    /// recording that is replayed.
    case deviceFailed(DeviceError)
    /// The bundle cannot be written any more.
    case writingFailed(FixtureError)
  }

  /// The bundle.
  public let path: String
  private let clock: any MediaClock
  private let camera: (any VideoSource)?
  private let microphone: (any AudioSource)?
  private let catalog: (any DeviceCatalog)?
  private let onEnding: @Sendable (Ending) -> Void
  private let spool: FixtureSpool
  private let state = Mutex(State())

  private struct State {
    enum Phase { case idle, recording, over }
    var phase = Phase.idle
    var begin: Int64 = 0
    var lastFrame: (time: Int64, sequence: UInt64)?
    var hasVideoEnded = false
    var hasAudioEnded = false
    var observation: (any DeviceObservation)?
  }

  /// A recorder of devices that are open and not running. Makes the bundle, which must not exist.
  ///
  /// With `catalog`, the coming and going of the two devices is recorded, too. `onEnding` is called, on some thread,
  /// when a device or the disk fails; ``finish()`` has still to be called.
  /// - Throws: ``FixtureError`` with `.exists`, `.unwritable`, `.diskFull`, or `.invalidState` without any device.
  public init(
    path: String, clock: any MediaClock, camera: (any VideoSource)?, microphone: (any AudioSource)?,
    observing catalog: (any DeviceCatalog)? = nil, onEnding: @escaping @Sendable (Ending) -> Void = { _ in }
  ) throws(FixtureError) {
    guard camera != nil || microphone != nil else {
      throw FixtureError(
        .invalidState, file: path, message: "There is neither a camera nor a microphone to be recorded. Name one.")
    }
    self.path = path
    self.clock = clock
    self.camera = camera
    self.microphone = microphone
    self.catalog = catalog
    self.onEnding = onEnding
    let manifest = FixtureManifest(
      video: camera.map {
        .init(
          camera: Self.withPresentControls($0), mode: $0.mode, timestampInstant: $0.timestampInstant,
          controlDelay: $0.controlDelay, events: [], checks: [])
      },
      audio: microphone.map {
        .init(
          microphone: ($0 as? any ReplayedMicrophone)?.recordedDevice ?? $0.device, format: $0.format, events: [],
          checks: [])
      })
    spool = FixtureSpool(try FixtureWriter(path, manifest: manifest)) { onEnding(.writingFailed($0)) }
  }

  /// Makes sure that a bundle could be made under that name, before devices are opened for it.
  /// - Throws: ``FixtureError`` with `.exists`.
  public static func checkIsFree(_ path: String) throws(FixtureError) { try FixtureBundle.checkFree(path) }

  /// What is recorded, if all of it was recorded before.
  private var replayed: [any ReplayedSource]? {
    let sources = [camera as AnyObject?, microphone as AnyObject?].compactMap { $0 }
    let replayed = sources.compactMap { $0 as? any ReplayedSource }
    return replayed.count == sources.count ? replayed : nil
  }

  /// Starts the devices, and with them the recording. When one does not start, the bundle is removed.
  /// - Throws: ``FixtureError`` with `.invalidState` when it was started before; `DeviceError` of a device.
  public func start() throws {
    let replayed = replayed
    let isStarted = state.withLock { state in
      guard state.phase == .idle else { return false }
      state.phase = .recording
      state.begin = replayed?.map(\.replayBegin).min() ?? clock.now.nanoseconds
      return true
    }
    guard isStarted else {
      throw FixtureError(.invalidState, file: path, message: "This recorder was started before. Make a new one.")
    }
    let observed = replayed == nil ? catalog : replayed?.lazy.compactMap(\.replayEvents).first ?? catalog
    let observation = observed?.observe { [weak self] in self?.add($0) }
    state.withLock { $0.observation = observation }
    do {
      if replayed != nil, let microphone = microphone as? any ReplayedMicrophone {
        try microphone.startWhole(delivering: AudioTap(recorder: self))
      } else {
        try microphone?.start(delivering: AudioTap(recorder: self))
      }
      if replayed != nil, let camera = camera as? any ReplayedCamera {
        try camera.startWhole(delivering: VideoTap(recorder: self))
      } else {
        try camera?.start(delivering: VideoTap(recorder: self))
      }
    } catch {
      stopDevices()
      state.withLock { $0.phase = .over }
      spool.discard()
      throw error
    }
  }

  /// Waits until everything that has come so far is written.
  /// - Throws: ``FixtureError`` of the first writing that failed.
  public func flush() throws(FixtureError) { try spool.drain { _ in } }

  /// Stops the devices and completes the bundle.
  /// - Throws: ``FixtureError``: what was recorded is kept in its partial form; `.invalidState` when nothing runs.
  @discardableResult
  public func finish() throws(FixtureError) -> FixtureSummary {
    guard state.withLock({ $0.phase == .recording }) else {
      throw FixtureError(.invalidState, file: path, message: "Nothing is being recorded. Start the recorder first.")
    }
    stopDevices()
    let end = clock.now.nanoseconds
    state.withLock { state in
      let event = FixtureEnd(arrivalNanoseconds: end - state.begin, failure: nil)
      if camera != nil, !state.hasVideoEnded {
        addReserved { (writer) throws(FixtureError) in try writer.add(FixtureVideoEvent.end(event)) }
      }
      if microphone != nil, !state.hasAudioEnded {
        addReserved { (writer) throws(FixtureError) in try writer.add(FixtureAudioEvent.end(event)) }
      }
      state.phase = .over
    }
    let path = path
    return try spool.drain { (writer) throws(FixtureError) in
      let payloadBytes = writer.payloadBytes
      return FixtureSummary(path: path, manifest: try writer.finish(), payloadBytes: payloadBytes)
    }
  }

  private func stopDevices() {
    camera?.stop()
    microphone?.stop()
    let observation = state.withLock { $0.observation.take() }
    observation?.cancel()
  }

  /// The camera with the values that its controls have now; those that cannot be read keep the value they had.
  private static func withPresentControls(_ source: any VideoSource) -> VideoDevice {
    let device = (source as? any ReplayedCamera)?.recordedDevice ?? source.device
    let controls = device.controls.map { control in
      DeviceControl(
        id: control.id, name: control.name, kind: control.kind, minimum: control.minimum, maximum: control.maximum,
        step: control.step, defaultValue: control.defaultValue,
        value: (try? source.value(ofControl: control.id)) ?? control.value, menu: control.menu)
    }
    return VideoDevice(
      id: device.id, name: device.name, node: device.node, identity: device.identity, driver: device.driver,
      modes: device.modes, controls: controls)
  }

  private func addReserved(_ write: @escaping @Sendable (FixtureWriter) throws(FixtureError) -> Void) {
    spool.reserve(0)
    spool.add(reserved: 0, write)
  }

  /// Notes something while recording; `make` is given the begin, in nanoseconds.
  private func note(
    reserved byteCount: Int = 0,
    _ make: (inout State) -> @Sendable (FixtureWriter) throws(FixtureError) -> Void
  ) {
    spool.reserve(byteCount)
    state.withLock { state in
      guard state.phase == .recording else { return spool.add(reserved: byteCount) { _ in } }
      spool.add(reserved: byteCount, make(&state))
    }
  }

  private func add(_ event: DeviceEvent) {
    let arrival = clock.now.nanoseconds
    let (kind, isConnected): (FixtureDeviceEvent.Kind, Bool)
    switch event {
    case .videoConnected(let device) where device.id == camera?.device.id: (kind, isConnected) = (.camera, true)
    case .videoDisconnected(let device) where device.id == camera?.device.id: (kind, isConnected) = (.camera, false)
    case .audioConnected(let device) where device.id == microphone?.device.id: (kind, isConnected) = (.microphone, true)
    case .audioDisconnected(let device) where device.id == microphone?.device.id:
      (kind, isConnected) = (.microphone, false)
    default: return
    }
    note { state in
      let event = FixtureDeviceEvent(
        kind: kind, isConnected: isConnected, arrivalNanoseconds: arrival - state.begin)
      return { (writer) throws(FixtureError) in try writer.add(event) }
    }
  }

  private func add(_ frame: BorrowedVideoFrame) {
    let arrival = clock.now.nanoseconds
    guard frame.bytes.count >= frame.format.frameBytes else { return addSkip(1, .truncated) }
    let payload = FrameStorage(copying: frame.bytes)
    // By contract a frame is not taken after it arrives, and times and numbers rise; a fixture that says otherwise is
    // refused.
    let taken = frame.time.isNumeric ? min(frame.time.nanoseconds, arrival) : arrival
    let number = frame.sequence
    note(reserved: payload.count) { state in
      var (time, sequence) = (taken, number)
      if let last = state.lastFrame { (time, sequence) = (max(time, last.time), max(sequence, last.sequence &+ 1)) }
      state.lastFrame = (time, sequence)
      let event = FixtureVideoEvent.frame(
        FixtureFrame(
          timeNanoseconds: time - state.begin, arrivalNanoseconds: arrival - state.begin, sequence: sequence,
          byteCount: payload.count))
      return { (writer) throws(FixtureError) in try writer.add(event, payload: payload) }
    }
  }

  private func add(_ chunk: BorrowedAudioChunk) {
    let arrival = clock.now.nanoseconds
    guard chunk.frameCount > 0 else { return }
    let payload = FrameStorage(copying: chunk.bytes)
    let (position, frameCount, reading, isFiller) = (chunk.position, chunk.frameCount, chunk.clock, chunk.isFiller)
    note(reserved: payload.count) { state in
      let begin = state.begin
      let clock = reading.flatMap { reading in
        reading.time.isNumeric
          ? AudioClockReading(
            position: reading.position, time: MediaTime(nanoseconds: reading.time.nanoseconds - begin)) : nil
      }
      let event = FixtureAudioEvent.chunk(
        FixtureChunk(
          position: position, frameCount: frameCount, arrivalNanoseconds: arrival - begin, clock: clock,
          isFiller: isFiller))
      return { (writer) throws(FixtureError) in try writer.add(event, payload: payload) }
    }
  }

  private func addSkip(_ count: Int, _ reason: SkipReason) {
    let arrival = clock.now.nanoseconds
    note { state in
      let event = FixtureVideoEvent.skip(
        count: max(0, count), reason: reason, arrivalNanoseconds: arrival - state.begin)
      return { (writer) throws(FixtureError) in try writer.add(event) }
    }
  }

  private func addLoss(_ frames: Int) {
    let arrival = clock.now.nanoseconds
    note { state in
      let event = FixtureAudioEvent.loss(frames: max(0, frames), arrivalNanoseconds: arrival - state.begin)
      return { (writer) throws(FixtureError) in try writer.add(event) }
    }
  }

  private func addVideoFailure(_ error: DeviceError) {
    let arrival = clock.now.nanoseconds
    let failure = (camera as? any ReplayedSource)?.isEnd(error) == true ? nil : error
    note { state in
      state.hasVideoEnded = true
      let event = FixtureVideoEvent.end(FixtureEnd(arrivalNanoseconds: arrival - state.begin, failure: failure))
      return { (writer) throws(FixtureError) in try writer.add(event) }
    }
    onEnding(.deviceFailed(error))
  }

  private func addAudioFailure(_ error: DeviceError) {
    let arrival = clock.now.nanoseconds
    let failure = (microphone as? any ReplayedSource)?.isEnd(error) == true ? nil : error
    note { state in
      state.hasAudioEnded = true
      let event = FixtureAudioEvent.end(FixtureEnd(arrivalNanoseconds: arrival - state.begin, failure: failure))
      return { (writer) throws(FixtureError) in try writer.add(event) }
    }
    onEnding(.deviceFailed(error))
  }

  private final class VideoTap: VideoSink {
    let recorder: FixtureRecorder
    init(recorder: FixtureRecorder) { self.recorder = recorder }

    func videoSource(_ source: any VideoSource, didCapture frame: BorrowedVideoFrame) { recorder.add(frame) }
    func videoSource(_ source: any VideoSource, didSkip count: Int, reason: SkipReason) {
      recorder.addSkip(count, reason)
    }
    func videoSource(_ source: any VideoSource, didFail error: DeviceError) { recorder.addVideoFailure(error) }
  }

  private final class AudioTap: AudioSink {
    let recorder: FixtureRecorder
    init(recorder: FixtureRecorder) { self.recorder = recorder }

    func audioSource(_ source: any AudioSource, didCapture chunk: BorrowedAudioChunk) { recorder.add(chunk) }
    func audioSource(_ source: any AudioSource, didLose frames: Int) { recorder.addLoss(frames) }
    func audioSource(_ source: any AudioSource, didFail error: DeviceError) { recorder.addAudioFailure(error) }
  }
}
