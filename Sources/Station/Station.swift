import CaptureDevices
@_exported public import LiveCapture
public import Logging
@_exported public import Shooting

/// A camera and a microphone that are open, with a session that takes photos with them: what a program begins with.
///
/// It puts together what the parts of livecam take from their surroundings: devices, clock, files, session and output,
/// in the order in which they need each other, and stops them the other way round.
public final class Station: Sendable {
  /// The devices, open and set.
  public let devices: ChosenDevices
  /// The session, which has the devices and ``output``. It runs while a shoot does.
  public let session: CaptureSession
  /// The output that photos are taken with.
  public let output = PhotoOutput()
  /// The surroundings of the session.
  public let environment: CaptureEnvironment
  /// The configuration that the station was made with.
  public let configuration: StationConfiguration

  /// The notices about the devices that the user has to know, such as that a simulated scene is filmed for lack of a
  /// camera.
  public var notices: [String] { devices.notices }

  private let log: StationLog

  /// Creates a station of the devices of a world; `nil` stands for this machine's. The article Station lists the
  /// messages that `logger` receives.
  /// - Throws: `DeviceError` when a device is not there, is busy, lacks the mode, or may not be used; `CaptureError`
  ///   for a configuration that a session cannot have.
  public init(
    _ configuration: StationConfiguration = StationConfiguration(), _ wishes: DeviceWishes = DeviceWishes(),
    in world: StationWorld? = nil, logger: Logger = Logger(label: "livecam")
  ) async throws {
    log = StationLog(logger: logger)
    let world = world ?? .machine(configuration)
    self.configuration = configuration
    var environment = world.environment
    if let flash = wishes.flash { environment.flash = try flash.open() }
    self.environment = environment
    session = try CaptureSession(configuration: configuration.session, environment: environment)
    do { devices = try await world.open(wishes, access: configuration.access) } catch {
      log.tell(.error, "devices not opened", error)
      throw error
    }
    log.tell(devices)
    log.follow(session, output)
    try await session.addInput(devices.video)
    if let audio = devices.audio { try await session.addInput(audio) }
    try await session.addOutput(output)
  }

  /// Returns a series of photos, which ``/Shooting/Shoot/run()`` takes. A station takes one after the other.
  /// - Throws: `DeviceError` when the camera cannot expose a bracket as asked.
  public func shoot(_ plan: ShootPlan, into destination: any PairDestination) throws -> Shoot {
    if !plan.bracket.isEmpty { try CameraAbilities(devices.video).check(plan.bracket) }
    var plan = plan
    plan.photoCodec = plan.photoCodec ?? configuration.photoCodec
    plan.movieCodec = plan.movieCodec ?? configuration.movieCodec
    return Shoot(plan, into: destination, session: session, output: output, environment: environment, hearing: log.tell)
  }

  /// Logs when a movie output of the app begins and ends recordings.
  public func log(_ recordings: MovieFileOutput) { log.follow(recordings) }

  /// Stops the session, which gives up what is under way, then the devices.
  public func stop() async {
    // Refused only inside a configuration, which nobody has opened here; the devices are stopped in any case.
    try? await session.stopRunning()
    devices.video.stop()
    devices.audio?.stop()
  }
}
