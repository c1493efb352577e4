public import CaptureScripts
public import LiveCapture
public import MediaCore
public import Simulator
import Synchronization

/// Runs an app's capture code over simulated devices, in virtual time, and reports its mistakes.
///
/// ```
/// let bench = try await AppBench { world in
///   try await CaptureService(system: world.system, environment: world.environment)
/// }
/// bench.watchBadge { await $0.liveCount }
/// try await bench.run { try await $0.start() }
/// let photo = try await bench.run { try await $0.capturePhoto() }
/// let report = await bench.finish()
/// #expect(report.passes)
/// ```
/// ``finish()`` reports mistakes that an app does not notice. They are a badge that is wrong at some instant, a request
/// for which AVFoundation would raise an exception, a delegate that is released too early or never, a capture without
/// an end, and files that are left over or empty.
public final class AppBench<App: Sendable>: Sendable {
  /// The parts that an app is made of instead of the machine.
  public struct World: Sendable {
    /// The clock, which only the test advances.
    public let clock: VirtualClock
    /// The cameras and microphones, which can be unplugged, denied, and made to fail.
    public let devices: SimulatedWorld
    /// The devices as an app finds them: by discovery, with the user's permission, and observed.
    public let system: DeviceSystem
    /// The clock, files and codecs for the app's session.
    public let environment: CaptureEnvironment
    /// The disk, which can be filled up or closed.
    public let disk: FaultyFiles
    /// What the app has written, with all bytes, in memory.
    public let files: MemoryFiles
    /// The encoders of movies and their sound, which can be made to fail.
    public let encoders: FailingEncoders
    /// The maker of stills, which can be made to fail.
    public let stills: FailingStills
    /// The work of the session, which a slow disk or a slow delegate can hold up.
    public let work: SlowWork
  }

  /// What the app is made of instead of the machine: clock, devices, disk, encoders.
  public let world: World
  /// The app under test, as the closure of the initializer made it.
  public let app: App
  private let courses: CaptureCourses
  private let state = Mutex(State())

  private struct State {
    var badge: BadgeWatch?
    var isKept: @Sendable (String) -> Bool = { !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
  }

  /// Creates a bench whose app is made by `app`.
  ///
  /// Events come in the nominal order, each at an instant of its own, unless `order` is another. Movies and stills have
  /// no pictures unless `media` are `CaptureMedia.standard` of `CaptureCodecs`. `authorization` is what the user has
  /// said, by default yes to everything.
  /// - Throws: `DeviceError` for devices that cannot be, and what `app` throws.
  public init(
    cameras: [SimulatedCamera] = [.back(), .front()],
    microphones: [SimulatedMicrophone] = [SimulatedMicrophone()], scene: SceneSettings = SceneSettings(),
    order: CaptureProfile.Order = .apart, profile: CaptureProfile = CaptureProfile(),
    authorization: AuthorizationPolicy = .filePermissions, media: CaptureMedia = .null,
    app: @escaping @Sendable (World) async throws -> App
  ) async throws {
    let clock = VirtualClock()
    let files = MemoryFiles()
    let disk = FaultyFiles(files)
    let devices = SimulatedWorld(
      clock: clock, scene: scene, cameras: cameras, microphones: microphones, pictures: media.pictures)
    let system = try DeviceSystem(devices, authorization: authorization, profile: profile)
    let encoders = FailingEncoders(media)
    var media = encoders.media
    let stills = FailingStills(media.stills)
    media.stills = stills
    let work = SlowWork(VirtualRun.of(clock).use(), on: clock)
    world = World(
      clock: clock, devices: devices, system: system,
      environment: .virtual(
        clock: clock, files: disk, scheduler: work, profile: profile, order: order, media: media),
      disk: disk, files: files, encoders: encoders, stills: stills, work: work)
    courses = CaptureCourses(of: clock)
    self.app = try await clock.run { [world] in try await app(world) }
  }

  /// The virtual clock of the world.
  public var clock: VirtualClock { world.clock }
  /// The simulated cameras and microphones, which tests unplug and disturb.
  public var devices: SimulatedWorld { world.devices }

  /// Advances the clock by `time`, with whatever falls due meanwhile.
  public func pass(_ time: MediaTime) async { await clock.run(for: time) }

  /// Runs code of the app, and advances the clock until it ends: see `VirtualClock.run(settling:within:_:)`.
  /// - Throws: What the code throws, and ``UnendedOperation`` if it has not ended by the limit.
  @discardableResult
  public func run<Success: Sendable>(
    within limit: MediaTime = .seconds(60), _ operation: @escaping @Sendable (App) async throws -> Success
  ) async throws -> Success {
    try await clock.run(within: limit) { [app] in try await operation(app) }
  }

  /// Advances the clock until a condition holds, by `limit` at most; returns whether it holds.
  public func eventually(
    within limit: MediaTime = .seconds(60), _ isDone: @escaping @Sendable (App) async -> Bool
  ) async -> Bool {
    await clock.eventually(within: limit) { await isDone(app) }
  }

  /// Compares the app's count of Live Photos with the captures, at every instant from now on.
  public func watchBadge(_ count: @escaping @Sendable (App) async -> Int) {
    let watch = BadgeWatch(clock) { [app] in await count(app) }
    state.withLock { $0.badge = watch }
  }

  /// Sets which files may be left at the end; by default all but those with a hidden name or in a hidden folder.
  public func expectFiles(_ isKept: @escaping @Sendable (String) -> Bool) { state.withLock { $0.isKept = isKept } }

  /// Advances the clock by ten seconds, in which everything under way ends, and returns what the app has done wrong.
  public func finish() async -> AppReport {
    await pass(.seconds(10))
    return report
  }

  /// The report of what the app has done wrong so far.
  private var report: AppReport {
    let (badge, isKept) = state.withLock { ($0.badge, $0.isKept) }
    var problems = badge?.report.problems ?? []
    problems += courses.exceptions
    for course in courses.all {
      if let missed = course.missed {
        problems.append(
          "the delegate of capture \(course.number) was released before \(missed.methodName); keep it until"
            + " didFinishCaptureFor")
      }
      if course.isOpen {
        problems.append(
          "capture \(course.number) has not finished: \(course.text)")
      }
    }
    if let held = courses.heldDelegates {
      problems.append("the delegates of captures \(held) are still held; let each go in didFinishCaptureFor")
    }
    for (path, bytes) in world.files.files.sorted(by: { $0.key < $1.key }) {
      if !isKept(path) {
        problems.append("\(path) is left over")
      } else if bytes.isEmpty {
        problems.append("\(path) is empty")
      }
    }
    return AppReport(captures: courses.all.map(\.text), problems: problems)
  }
}
