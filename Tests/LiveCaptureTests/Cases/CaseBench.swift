import CaptureCodecs
import CaptureDevices
import CaptureSupport
import Diagnostics
import FileStorage
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

/// A simulated world with a session as an app sets it up: discovered devices, photo preset, Live Photos enabled.
struct CaseBench {
  var clock: VirtualClock
  let world: SimulatedWorld
  let system: DeviceSystem
  let files: MemoryFiles
  let session: CaptureSession
  let output = PhotoOutput()
  let delegate: DelegateLog
  let deferred = DeferredPhotoMemory()

  init(
    cameras: [SimulatedCamera] = [.usual()], encoders: (any MovieEncoding)? = nil,
    microphones: [String] = ["microphone"],
    profile: CaptureProfile = CaptureProfile(), authorization: AuthorizationPolicy = .filePermissions,
    files: MemoryFiles = MemoryFiles(), disk: (any FileStore)? = nil, flash: (any Flash)? = nil,
    scheduler: (any WorkScheduler)? = nil, through slot: CatalogSlot? = nil,
    configure: (inout SessionConfiguration) -> Void = { _ in }
  ) throws {
    clock = VirtualClock()
    world = SimulatedWorld(
      clock: clock, cameras: cameras, microphones: microphones.map { SimulatedMicrophone($0) },
      pictures: StandardPictures())
    system = try DeviceSystem(slot?.make(world) ?? world, authorization: authorization, profile: profile)
    self.files = files
    var environment = CaptureEnvironment.virtual(
      clock: clock, files: disk ?? files, scheduler: scheduler, profile: profile, media: .standard)
    environment.flash = flash
    environment.deferredStorage = deferred
    if let encoders { environment.media.movies = encoders }
    var configuration = CaptureBench.Setup().session
    configuration.maximumMovieDimensions = .init(width: 160, height: 160)
    configure(&configuration)
    session = try CaptureSession(configuration: configuration, environment: environment)
    delegate = DelegateLog(clock: clock)
  }

  /// Every device that is there, the output, the photo preset, and Live Photos enabled.
  func assemble(isLive: Bool = true, hasSound: Bool = true) async throws {
    await session.beginConfiguration()
    for device in system.devices where hasSound || device.mediaType == .video {
      try await session.addInput(DeviceInput(device, of: system))
    }
    try await session.addOutput(output)
    try await session.setSessionPreset(.photo)
    try await session.commitConfiguration()
    if isLive { try output.setLivePhotoCaptureEnabled(true) }
  }

  func start() async throws {
    try await session.startRunning()
    await session.settle()
  }

  func advance(_ seconds: Double) async {
    await clock.advance(by: MediaTime(seconds: seconds, preferredTimescale: 1_000_000_000)) { await session.settle() }
  }

  /// Assembled, started, and running for three seconds.
  func run(isLive: Bool = true, hasSound: Bool = true) async throws {
    try await assemble(isLive: isLive, hasSound: hasSound)
    try await start()
    await advance(3)
  }

  @discardableResult
  func press(_ settings: PhotoSettings = PhotoSettings()) async throws -> CaptureID {
    let id = try output.capturePhoto(with: settings, delegate: delegate)
    await session.settle()
    return id
  }

  @discardableResult
  func pressLive(_ name: String = "1.mov") async throws -> CaptureID {
    try await press(PhotoSettings(livePhotoMoviePath: name))
  }

  func calls(_ step: CaptureStep, _ id: CaptureID? = nil) -> [DelegateLog.Call] {
    delegate.calls.filter { $0.step == step && (id == nil || $0.settings.uniqueID == id) }
  }

  /// Expects a call to break a rule, and nothing to have begun.
  func expectBroken(
    _ rule: ContractRule, _ settings: PhotoSettings, delegate: (any PhotoCaptureDelegate)? = nil,
    location: SourceLocation = #_sourceLocation
  ) {
    let count = self.delegate.calls.count
    let error = #expect(throws: CaptureError.self, sourceLocation: location) {
      try output.capturePhoto(with: settings, delegate: delegate ?? self.delegate)
    }
    #expect(error?.rule == rule, sourceLocation: location)
    #expect(error?.rule?.exception == .invalidArgument, sourceLocation: location)
    #expect(self.delegate.calls.count == count, sourceLocation: location)
  }
}

extension SimulatedCamera {
  /// The camera that cases use: three sizes, 720p the largest, and nothing that could be set.
  static func usual(
    _ id: String = "camera", node: String = "/dev/video0", format: PixelFormat = .yu12,
    sizes: [(Int, Int)] = [(640, 480), (1280, 720), (320, 240)]
  ) -> SimulatedCamera {
    SimulatedCamera(id, node: node, modes: sizes.map { mode(format, width: $0.0, height: $0.1) })
  }

  /// A camera of sensor's samples alone, so that every preset takes them.
  static func sensor(isProcessed: Bool = false) -> SimulatedCamera {
    var camera = raw("camera", isProcessed: isProcessed)
    camera.modes.removeAll { $0.pixelFormat != sensorFormat }
    return camera
  }
}
