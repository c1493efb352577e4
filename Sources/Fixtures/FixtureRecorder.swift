public import CaptureDevices
import Dispatch
import FileStorage
import Glibc
public import MediaCore
import Synchronization
import SystemCalls

/// Records what a camera and a microphone deliver, to the byte and the nanosecond, into a bundle that
/// ``FixtureCatalog`` replays.
///
/// Payloads and a journal are on disk as they come: a recorder that is killed at any instant leaves a bundle that can
/// be read up to there. Times count from the clock's present at ``start()``.
///
/// With a ``FixtureReconnection`` a device that is unplugged is waited for and recorded on, in the same movie, with a
/// gap; without one, what is recorded of it ends there.
///
/// Devices that are replays themselves are recorded as they were. Times count from their original begin, the camera
/// keeps its node and modes, and unplugging and returning are recorded again. Where a replayed fixture was stopped,
/// this one is stopped, too.
public final class FixtureRecorder: Sendable {
  /// The reason why a recorder has stopped by itself.
  public enum Ending: Sendable {
    /// A device has failed, or has returned in another mode; the other device may continue. The error is part of the
    /// fixture, unless it was the end of a fixture that is replayed.
    case deviceFailed(DeviceError)
    /// The bundle cannot be written any more.
    case writingFailed(FixtureError)
    /// The recording has reached the duration that was asked for.
    case durationReached
  }

  /// The bundle.
  public let path: String
  let clock: any MediaClock
  private let catalog: (any DeviceCatalog)?
  let reconnection: FixtureReconnection?
  private let duration: MediaTime?
  let onEnding: @Sendable (Ending) -> Void
  let opening: RecorderOpening
  private let spool: FixtureSpool
  let state: Mutex<State>
  let openingQueue = DispatchQueue(label: "livecam.fixture.opening", qos: .userInitiated)

  struct State {
    /// ```
    /// idle ─ start ─► recording ─ finish, or a device that does not start ─► stopping ─ all have stopped ─► over
    /// ```
    /// While devices are being stopped, what they tell is still recorded, and nothing is started any more.
    enum Phase { case idle, recording, stopping, over }
    fileprivate(set) var phase = Phase.idle
    var isRecording: Bool { phase == .recording || phase == .stopping }
    var beginNanoseconds: Int64 = 0
    /// The instant of the clock at which the first sample was taken that the duration counts from.
    var firstSampleNanoseconds: Int64?
    var lastFrameNanoseconds: Int64?
    var lastSequence: UInt64?
    var lastDeviceNanoseconds: Int64 = 0
    var camera: RecorderMedium?
    var microphone: RecorderMedium?
    /// The catalogue in which the devices come and go, and from which they are opened anew.
    var catalog: (any DeviceCatalog)?
    var isReplay = false
    var observation: (any DeviceObservation)?
    var timer: (any ScheduledAction)?

    subscript(_ kind: FixtureDeviceEvent.Kind) -> RecorderMedium? {
      get { kind == .camera ? camera : microphone }
      set { if kind == .camera { camera = newValue } else { microphone = newValue } }
    }
  }

  /// Creates a recorder of devices that are open and not running. Makes the bundle, which must not exist.
  ///
  /// With `catalog`, unplugging and return of the two devices are recorded, too; with `reconnection`, the recorder
  /// opens a returned device there again. `duration` counts from the first frame, or from the first sound if there is
  /// no camera, and includes the time for which a device is unplugged. If nothing comes at all, it counts from the
  /// start. `onEnding` is called, on some thread, when the duration is over, or a device or the disk fails;
  /// ``finish()`` has still to be called.
  /// - Throws: ``FixtureError`` with `.exists`, `.unwritable`, `.diskFull`, or `.invalidState` without any device.
  public init(
    path: String, clock: any MediaClock, camera: (any VideoSource)?, microphone: (any AudioSource)?,
    observing catalog: (any DeviceCatalog)? = nil, reconnecting reconnection: FixtureReconnection? = nil,
    duration: MediaTime? = nil, onEnding: @escaping @Sendable (Ending) -> Void = { _ in }
  ) throws(FixtureError) {
    guard camera != nil || microphone != nil else {
      throw FixtureError(
        .invalidState, context: path, message: "There is neither a camera nor a microphone to be recorded. Name one.")
    }
    self.path = path
    self.clock = clock
    self.catalog = catalog
    self.reconnection = reconnection
    self.duration = duration
    self.onEnding = onEnding
    let manifest = FixtureManifest(
      video: camera.map {
        .init(
          camera: Self.withPresentControls($0), mode: $0.mode, timestampInstant: $0.timestampInstant,
          controlDelayFrames: $0.controlDelayFrames)
      },
      audio: microphone.map {
        .init(microphone: ($0 as? any ReplayedSource<AudioDevice>)?.recordedDevice ?? $0.device, format: $0.format)
      })
    opening = RecorderOpening(
      reconnection: reconnection, mode: manifest.video?.mode, format: manifest.audio?.format,
      controls: manifest.video?.camera.controls ?? [])
    state = Mutex(
      State(
        camera: camera.map { RecorderMedium(RecorderSource($0)) },
        microphone: microphone.map { RecorderMedium(RecorderSource($0)) }))
    spool = FixtureSpool(try FixtureWriter(path, manifest: manifest)) { onEnding(.writingFailed($0)) }
  }

  /// Makes sure that a bundle could be made under that name, before devices are opened for it.
  /// - Throws: ``FixtureError`` with `.exists`.
  public static func checkIsFree(_ path: String) throws(FixtureError) {
    guard !Folder.holds(path) else { throw FixtureError("", .existing(path)) }
  }

  /// Starts the devices; the fixture begins with them. When one does not start, the bundle is removed.
  /// - Throws: ``FixtureError`` with `.invalidState` when it was started before; `DeviceError` of a device.
  public func start() throws {
    let sources: [RecorderSource]? = state.withLock { state in
      guard state.phase == .idle else { return nil }
      state.phase = .recording
      let sources = [state.microphone?.source, state.camera?.source].compactMap { $0 }
      let replays = sources.compactMap(\.facts)
      state.isReplay = replays.count == sources.count
      state.beginNanoseconds = (state.isReplay ? replays.map(\.beginNanoseconds).min() : nil) ?? clock.now.nanoseconds
      return sources
    }
    guard let sources else {
      throw FixtureError(.invalidState, context: path, message: "This recorder was started before. Make a new one.")
    }
    observe(sources)
    scheduleEnd()
    do {
      // It may be finished meanwhile.
      for source in sources where isRecording {
        try source.start(FixtureTap(recorder: self, number: 0), state.withLock { $0.isReplay })
      }
    } catch {
      if stopDevices() {
        state.withLock { $0.phase = .over }
        spool.discard()
      } else {
        for source in sources { source.stop() }
      }
      throw error
    }
    if !isRecording { for source in sources { source.stop() } }
  }

  /// Hears of what comes and goes: of what was recorded of that, if all of it was recorded before.
  private func observe(_ sources: [RecorderSource]) {
    let isReplay = state.withLock { $0.isReplay }
    let replayed = isReplay ? sources.lazy.compactMap { $0.facts?.catalog }.first : nil
    let present: (any DeviceCatalog)? = replayed ?? catalog
    state.withLock { $0.catalog = present }
    let observation =
      replayed?.observeRecorded { [weak self] in self?.hear($0.kind, isConnected: $0.isConnected, node: $0.node) }
      ?? catalog?.observe { [weak self] in self?.hear($0) }
    let isKept = state.withLock { state in
      guard state.phase == .recording else { return false }
      state.observation = observation
      return true
    }
    if !isKept { observation?.cancel() }
  }

  /// Sees to the end of the wished duration. Time flows whether samples come or not.
  private func scheduleEnd() {
    guard let duration else { return }
    let begin = clock.now
    scheduleEnd(at: begin + duration) { [weak self] in
      guard let self, isRecording else { return }
      let first = state.withLock { $0.firstSampleNanoseconds }.map { MediaTime(nanoseconds: $0) } ?? begin
      guard first + duration > clock.now else { return onEnding(.durationReached) }
      scheduleEnd(at: first + duration) { [weak self] in
        if let self, isRecording { onEnding(.durationReached) }
      }
    }
  }

  private var isRecording: Bool { state.withLock { $0.phase == .recording } }

  private func scheduleEnd(at time: MediaTime, _ action: @escaping @Sendable () -> Void) {
    let timer = clock.schedule(at: time, action)
    let isKept = state.withLock { state in
      guard state.phase == .recording else { return false }
      state.timer = timer
      return true
    }
    if !isKept { timer.cancel() }
  }

  /// The reason why the system does not tell of devices that come and go, which are then looked for every second; `nil`
  /// where it does, or nothing runs.
  public var observationFailure: DeviceError? {
    let observation = state.withLock { $0.observation }
    return observation?.failure
  }

  /// Waits until everything that has arrived so far is written.
  /// - Throws: ``FixtureError`` of the first writing that failed.
  public func flush() throws(FixtureError) { try spool.drain { _ in } }

  /// Stops the devices and completes the bundle.
  /// - Throws: ``FixtureError``: what was recorded is kept in its partial form; `.nothingRecorded` when neither a frame
  ///   nor sound has come, and then the bundle is removed; `.invalidState` when nothing runs.
  @discardableResult
  public func finish() throws(FixtureError) -> FixtureSummary {
    guard stopDevices() else {
      throw FixtureError(.invalidState, context: path, message: "Nothing is being recorded. Start the recorder first.")
    }
    let end = clock.now.nanoseconds
    state.withLock { state in
      let event = FixtureEnd(arrivalNanoseconds: end - state.beginNanoseconds, failure: nil)
      for kind in FixtureDeviceEvent.Kind.allCases where state[kind]?.hasEnded == false {
        write(.end(event, of: kind))
      }
      state.phase = .over
    }
    return try spool.drain { (writer) throws(FixtureError) in try writer.finish() }
  }

  /// Returns whether there was anything to be stopped: nothing was, where another call has done it or does.
  private func stopDevices() -> Bool {
    let running: ([RecorderSource], (any DeviceObservation)?, [any ScheduledAction])? = state.withLock { state in
      guard state.phase == .recording else { return nil }
      state.phase = .stopping
      let media = [state.camera, state.microphone].compactMap { $0 }
      let actions = [state.timer] + media.map(\.scheduled)
      return (media.compactMap(\.source), state.observation.take(), actions.compactMap { $0 })
    }
    guard let (sources, observation, actions) = running else { return false }
    for action in actions { action.cancel() }
    for source in sources { source.stop() }
    observation?.cancel()
    return true
  }

  /// The camera with the values that its controls have now; those that cannot be read keep the value they had.
  private static func withPresentControls(_ source: any VideoSource) -> VideoDevice {
    var device = (source as? any ReplayedSource<VideoDevice>)?.recordedDevice ?? source.device
    for index in device.controls.indices {
      // Buttons have none to be read.
      if let value = try? source.value(ofControl: device.controls[index].id) { device.controls[index].value = value }
    }
    return device
  }

  /// Writes a note, for which no room has to be reserved.
  func write(_ note: FixtureNote) {
    spool.reserve(0)
    spool.add(reserved: 0) { (writer) throws(FixtureError) in try writer.add(note) }
  }

  /// Notes something that a device has told while recording; before the first of a stream, that it begins.
  private func note(
    _ kind: FixtureDeviceEvent.Kind, at arrival: Int64, payload: FrameStorage? = nil,
    _ make: (inout State) -> FixtureNote
  ) {
    let byteCount = payload?.count ?? 0
    spool.reserve(byteCount)
    state.withLock { state in
      guard state.isRecording else { return spool.add(reserved: byteCount) { _ in } }
      if let instance = state[kind]?.begin() {
        if kind == .camera { state.lastSequence = nil }
        write(.start(FixtureStart(arrivalNanoseconds: arrival - state.beginNanoseconds, instance: instance), of: kind))
      }
      let note = make(&state)
      spool.add(reserved: byteCount) { (writer) throws(FixtureError) in try writer.add(note, payload: payload) }
    }
  }

  /// A frame. Which instant its time marks, a driver says with its first buffers only.
  func add(_ frame: BorrowedVideoFrame, stamped instant: TimestampInstant) {
    let arrival = clock.now.nanoseconds
    guard frame.bytes.count >= frame.format.frameBytes else { return addLoss(1, .truncated, of: .camera) }
    let payload = FrameStorage(copying: frame.bytes)
    // By contract a frame is not taken after it arrives, and times and numbers rise; a fixture that says otherwise is
    // refused.
    let taken = frame.time.isNumeric ? min(frame.time.nanoseconds, arrival) : arrival
    let number = frame.sequence
    note(.camera, at: arrival, payload: payload) { state in
      let time = max(taken, state.lastFrameNanoseconds ?? taken)
      let sequence = state.lastSequence.map { max(number, $0 &+ 1) } ?? number
      (state.lastFrameNanoseconds, state.lastSequence) = (time, sequence)
      if state.firstSampleNanoseconds == nil {
        state.firstSampleNanoseconds = time
        spool.reserve(0)
        spool.add(reserved: 0) { writer in writer.timestampInstant = instant }
      }
      return .camera(
        .sample(
          FixtureFrame(
            timeNanoseconds: time - state.beginNanoseconds, arrivalNanoseconds: arrival - state.beginNanoseconds,
            sequence: sequence, byteCount: payload.count)))
    }
  }

  func add(_ chunk: BorrowedAudioChunk) {
    let arrival = clock.now.nanoseconds
    guard chunk.frameCount > 0 else { return }
    let (position, frameCount, reading, isFiller) = (chunk.position, chunk.frameCount, chunk.clock, chunk.isFiller)
    note(.microphone, at: arrival, payload: FrameStorage(copying: chunk.bytes)) { state in
      if state.camera == nil { state.firstSampleNanoseconds = state.firstSampleNanoseconds ?? arrival }
      let clock = reading.flatMap { [begin = state.beginNanoseconds] reading in
        reading.time.isNumeric
          ? AudioClockReading(
            position: reading.position, time: MediaTime(nanoseconds: reading.time.nanoseconds - begin)) : nil
      }
      return .microphone(
        .sample(
          FixtureChunk(
            position: position, frameCount: frameCount, arrivalNanoseconds: arrival - state.beginNanoseconds,
            clock: clock, isFiller: isFiller)))
    }
  }

  func addLoss(_ count: Int, _ reason: SkipReason? = nil, of kind: FixtureDeviceEvent.Kind) {
    let arrival = clock.now.nanoseconds
    note(kind, at: arrival) { state in
      .loss(count: max(0, count), reason, arrivalNanoseconds: arrival - state.beginNanoseconds, of: kind)
    }
  }
}
