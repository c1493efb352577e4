import CaptureCodecs
import CaptureDevices
import CaptureSupport
import Dispatch
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Synchronization

/// A session of a phone's camera, each opening of which is watched, for captures that are ended before their time.
struct ExposureBench {
  /// What ends a capture.
  enum Ending: CaseIterable {
    case stop
    case interruption
    case liveSwitched
    case outputRemoved
    case formatChanged
    case unplugged
    case cameraBroken
  }

  static let camera = "back"
  static let controls = [
    CameraControlNumber.exposureMode, CameraControlNumber.exposureTime, CameraControlNumber.gain,
    CameraControlNumber.exposureBias, CameraControlNumber.flashMode,
  ]

  let clock = VirtualClock()
  let world: SimulatedWorld
  let catalog: WatchedCatalog
  let system: DeviceSystem
  let session: CaptureSession
  let work: any WorkScheduler
  let output = PhotoOutput()
  let delegate: DelegateLog

  init(flash: (any Flash)? = nil, leaks: LeakWatch = LeakWatch(), isStepwise: Bool = true) async throws {
    world = SimulatedWorld(clock: clock, cameras: [.back(Self.camera)], pictures: StandardPictures())
    catalog = WatchedCatalog(world, leaks)
    system = try DeviceSystem(catalog)
    var environment = CaptureEnvironment.virtual(
      clock: clock, scheduler: isStepwise ? nil : CountedWork(), media: .standard)
    environment.flash = flash
    work = environment.scheduler
    session = try CaptureSession(configuration: CaptureBench.Setup().session, environment: environment)
    delegate = DelegateLog(clock: clock)
    await session.beginConfiguration()
    for device in system.devices { try await session.addInput(DeviceInput(device, of: system)) }
    try await session.addOutput(output)
    try await session.setSessionPreset(.photo)
    try await session.commitConfiguration()
    try output.setLivePhotoCaptureEnabled(true)
    try await session.startRunning()
    await advance(2)
  }

  func advance(_ seconds: Double) async {
    await clock.advance(by: MediaTime(seconds: seconds, preferredTimescale: 1_000_000_000)) { await session.settle() }
  }

  func press(_ settings: PhotoSettings) async throws {
    try output.capturePhoto(with: settings, delegate: delegate)
    await session.settle()
  }

  /// What the camera is set to; `nil` for each control while it is not plugged in.
  var values: [Int64?] { Self.controls.map { world.value(ofControl: $0, camera: Self.camera) } }

  /// How bright a still is, 0 to 255.
  func brightness() async throws -> Double {
    // Half a second from when the scene flashes.
    let seconds = clock.now.seconds
    await advance(seconds.rounded(.up) + 0.5 - seconds)
    try await press(PhotoSettings(format: .pixels(.grey)))
    await advance(0.2)
    guard let bytes = delegate.calls.last(where: { $0.photo != nil })?.photo?.pixelBuffer?.bytes else { return -1 }
    return Double(bytes.reduce(0) { $0 + Int($1) }) / Double(bytes.count)
  }

  func end(_ ending: Ending) async throws {
    switch ending {
    case .stop: try await session.stopRunning()
    case .interruption: await session.beginInterruption(.videoDeviceNotAvailableInBackground)
    case .liveSwitched: try output.setLivePhotoCaptureEnabled(!output.isLivePhotoCaptureEnabled)
    case .outputRemoved: try await session.removeOutput(output)
    case .formatChanged:
      guard let device = system.devices.first else { return }
      try device.lockForConfiguration()
      defer { device.unlockForConfiguration() }
      if let other = device.formats.first(where: { $0 != device.activeFormat }) { try device.setActiveFormat(other) }
    case .unplugged: world.unplug(Self.camera)
    case .cameraBroken: catalog.fail()
    }
  }

  /// Makes the session run again, as it did.
  func resume(after ending: Ending) async throws {
    switch ending {
    case .stop: try await session.startRunning()
    case .interruption: await session.endInterruption(.videoDeviceNotAvailableInBackground)
    case .outputRemoved: try await session.addOutput(output)
    case .unplugged: world.plugIn(.back(Self.camera))
    case .cameraBroken:
      try await session.stopRunning()
      try await session.startRunning()
    case .liveSwitched, .formatChanged: break
    }
    await advance(2)
  }
}

/// A world whose cameras are watched, each time they are opened, and refuse to be set from some time on.
final class WatchedCatalog: DeviceCatalog {
  private let world: SimulatedWorld
  private let leaks: LeakWatch
  private let refusal = Refusal()
  private let last = Mutex(WeakSource())

  private struct WeakSource { weak var source: WatchedSource? }

  /// Held by the catalog's cameras too: one that is open is as it is when its catalog has gone.
  private final class Refusal: Sendable { let isOn = Mutex(false) }

  init(_ world: SimulatedWorld, _ leaks: LeakWatch) { (self.world, self.leaks) = (world, leaks) }

  /// Lets controls neither be read nor be set any more, as if the cable were loose.
  func refuse() { refusal.isOn.withLock { $0 = true } }

  /// Lets whoever sets a control from now on wait until the gate is opened.
  func hold(by gate: Gate) { last.withLock { $0.source }?.hold(by: gate) }

  /// Ends the stream of the camera as it was opened last.
  func fail() { last.withLock { $0.source }?.fail() }

  func videoDevices() -> [VideoDevice] { world.videoDevices() }
  func audioDevices() -> [AudioDevice] { world.audioDevices() }

  func openVideo(
    _ name: String, wish: VideoWish
  ) throws(DeviceError) -> (source: any VideoSource, reason: String) {
    let opened = try world.openVideo(name, wish: wish)
    let source = leaks.watch(
      WatchedSource(opened.source) { [refusal] in refusal.isOn.withLock { $0 } }, "camera \(name)")
    last.withLock { $0.source = source }
    return (source, opened.reason)
  }

  func openAudio(_ name: String, wish: AudioWish) throws(DeviceError) -> any AudioSource {
    try world.openAudio(name, wish: wish)
  }

  func observe(_ handler: @escaping @Sendable (DeviceEvent) -> Void) -> any DeviceObservation { world.observe(handler) }
  func access(to device: VideoDevice) -> DeviceAccess { world.access(to: device) }
  func access(to device: AudioDevice) -> DeviceAccess { world.access(to: device) }
  func traits(of device: VideoDevice) -> VideoDeviceTraits { world.traits(of: device) }
}

/// Keeps threads waiting until it is opened.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let arrivals = Atomic(0)

  /// Whether somebody has come to it.
  var wasReached: Bool { arrivals.load(ordering: .relaxed) > 0 }

  func pass() {
    arrivals.add(1, ordering: .relaxed)
    semaphore.wait()
    semaphore.signal()
  }

  func open() { semaphore.signal() }
}

/// A camera of a ``WatchedCatalog``, open.
final class WatchedSource: VideoSource {
  private let source: any VideoSource
  private let isRefusing: @Sendable () -> Bool
  private let sink = Mutex<(any VideoSink)?>(nil)
  private let gate = Mutex<Gate?>(nil)

  init(_ source: any VideoSource, isRefusing: @escaping @Sendable () -> Bool) {
    (self.source, self.isRefusing) = (source, isRefusing)
  }

  var device: VideoDevice { source.device }
  var mode: VideoMode { source.mode }
  var timestampInstant: TimestampInstant { source.timestampInstant }

  func start(delivering sink: any VideoSink) throws(DeviceError) {
    try source.start(delivering: sink)
    self.sink.withLock { $0 = sink }
  }

  func stop() {
    source.stop()
    sink.withLock { $0 = nil }
  }

  func fail() {
    source.stop()
    sink.withLock { $0.take() }?.videoSource(self, didFail: error)
  }

  private var error: DeviceError { DeviceError(.system, context: device.id, message: "The cable is loose.") }

  func value(ofControl id: UInt32) throws(DeviceError) -> Int64 {
    if isRefusing() { throw error }
    return try source.value(ofControl: id)
  }

  func hold(by gate: Gate) { self.gate.withLock { $0 = gate } }

  func setControl(_ id: UInt32, to value: Int64) throws(DeviceError) {
    gate.withLock { $0 }?.pass()
    if isRefusing() { throw error }
    try source.setControl(id, to: value)
  }
}
