import CaptureCodecs
import CaptureDevices
public import Diagnostics
import FileStorage
import Fixtures
public import LinuxDevices
public import LiveCapture
import MediaCore
public import Simulator

/// The devices that a station may use, and the surroundings of its session: clock, dates, files, random identifiers.
///
/// There are three, ``machine(_:stageClock:)``, ``lapsing(_:)`` and ``simulated(_:scene:)``.
public struct StationWorld: Sendable {
  /// The surroundings of sessions.
  public var environment: CaptureEnvironment
  /// The machine's own devices; `nil` where there is no machine.
  public let machine: LinuxCatalog?
  /// The simulated devices.
  public let scene: SceneCatalog
  /// The kinds of replays that can be asked for.
  public var schemes: [ReplayScheme] = [.fixture]
  /// Asks the user whether devices may be used, where the configuration demands it; `nil` for a program that cannot
  /// ask.
  public var prompt: AuthorizationPolicy.Prompt?

  /// Returns the world of this machine: its devices, its clock and calendar, and files on its disk. With `stageClock`
  /// the work of captures is measured.
  public static func machine(
    _ configuration: StationConfiguration = StationConfiguration(), stageClock: (any StageClock)? = nil
  ) -> StationWorld {
    let clock = MonotonicClock()
    var environment = CaptureEnvironment.system(clock: clock)
    environment.stageClock = stageClock
    return StationWorld(
      environment: environment,
      machine: LinuxCatalog(clock: clock, bufferCount: configuration.v4l2Buffers, stageClock: stageClock),
      scene: SceneCatalog(clock: clock, pictures: environment.media.pictures))
  }

  /// Returns a world with a simulated scene in virtual time. Files are on disk; dates continue from the present one.
  public static func lapsing(_ lapse: TimeLapse) -> StationWorld {
    let date = SystemWallClock().date(at: MonotonicClock().now)
    var environment = CaptureEnvironment.system(
      clock: lapse.clock, wallClock: FixedWallClock(date: date, at: lapse.clock.now))
    environment.scheduler = SteppedWork()
    return simulated(environment)
  }

  /// Returns a scene on the clock of an environment, and nothing of the machine's.
  public static func simulated(_ environment: CaptureEnvironment, scene: SceneCatalog? = nil) -> StationWorld {
    StationWorld(
      environment: environment, machine: nil,
      scene: scene ?? SceneCatalog(clock: environment.clock, pictures: environment.media.pictures))
  }

  /// Opens a camera and, if one is wanted, the microphone for it.
  /// - Throws: `DeviceError` when what was named is not there, is busy, lacks the mode, or may not be used.
  public func open(
    _ wishes: DeviceWishes, access: StationConfiguration.Access = .allow
  ) async throws -> ChosenDevices {
    var notices: [String] = []
    let permission = DevicePermission(access: access, machine: machine, prompt: prompt)
    let microphone = try await permission.permitting(wishes.microphone) { notices.append($0) }
    var replays = OpenedReplays(schemes: schemes, clock: environment.clock, loops: wishes.loops)
    var wish = wishes.video
    let (cameras, name, place) = try place(of: wishes.camera, replays: &replays)
    if wishes.isRaw, wish.pixelFormat == nil {
      var devices = try cameras.videoDevices()
      if case .named = wishes.camera {
        devices.removeAll { $0.node != name && $0.id != name && !$0.name.contains(name) }
      }
      wish.pixelFormat = devices.first.flatMap { CameraAbilities.rawFormat(of: $0.modes) }
    }
    if case (.auto, .scene) = (wishes.camera, place), machine != nil {
      notices.append("No camera found: filming a simulated scene instead (--camera scene).")
    }
    let (video, reason) = try cameras.openVideo(name, wish: wish)
    let node = video.device.node.map { " (\($0))" } ?? ""
    notices.append("Camera: \(video.device.name)\(node), \(reason)")
    do throws(DeviceError) {
      if wishes.isRaw { try CameraAbilities(video).checkRaw() }
      let audio = try openMicrophone(
        microphone, wish: wishes.audio, camera: video.device, place: place, replays: &replays, notices: &notices)
      return ChosenDevices(video: video, audio: audio, notices: notices, cameras: cameras)
    } catch {
      video.stop()
      throw error
    }
  }

  /// The catalog in which devices are looked up by name: the machine, or the scene where there is no machine.
  private var named: any DeviceCatalog { machine.map { $0 as any DeviceCatalog } ?? scene }

  /// The origin of a camera: its microphone is looked up in the same place.
  private enum Place {
    case machine
    case scene
    case replayed(any DeviceCatalog)
  }

  /// Returns the catalog in which a camera is opened, its name there, and its origin.
  private func place(
    of choice: DeviceChoice, replays: inout OpenedReplays
  ) throws(DeviceError) -> (cameras: any DeviceCatalog, name: String, place: Place) {
    switch choice {
    case .none:
      throw DeviceError(
        .notFound, context: "none", message: "A camera is needed. Name one, or leave the choice open.")
    case .scene: return (scene, Self.sceneName, .scene)
    case .replay(let scheme, let path):
      let catalog = try replays.catalog(scheme, path)
      return (catalog, scheme, .replayed(catalog))
    case .named(let name) where SceneCatalog.hasCamera(named: name): return (scene, name, .scene)
    case .named(let name): return (named, name, .machine)
    case .auto:
      guard let machine, let first = try machine.videoDevices().first else { return (scene, Self.sceneName, .scene) }
      return (machine, first.node ?? first.id, .machine)
    }
  }

  private func openMicrophone(
    _ choice: DeviceChoice, wish: AudioWish, camera: VideoDevice, place: Place, replays: inout OpenedReplays,
    notices: inout [String]
  ) throws(DeviceError) -> (any AudioSource)? {
    let source: any AudioSource
    switch (choice, place) {
    case (.none, _): return nil
    case (.scene, _), (.auto, .scene): source = try scene.openAudio(Self.sceneName, wish: wish)
    case (.named(let name), _): source = try named.openAudio(name, wish: wish)
    case (.replay(let scheme, let path), _):
      source = try replays.catalog(scheme, path).openAudio(scheme, wish: wish)
    case (.auto, .replayed(let catalog)):
      guard let device = try catalog.audioDevices().first else {
        notices.append("What is replayed has no sound: what is made of it will be silent.")
        return nil
      }
      source = try catalog.openAudio(device.id, wish: wish)
    case (.auto, .machine):
      guard let found = try openMachinesMicrophone(for: camera, wish: wish, notices: &notices) else { return nil }
      source = found
    }
    notices.append("Microphone: \(source.device.name), \(source.format)")
    return source
  }

  /// The camera's own microphone, else the first that opens; none is no error when none was asked for.
  private func openMachinesMicrophone(
    for camera: VideoDevice, wish: AudioWish, notices: inout [String]
  ) throws(DeviceError) -> (any AudioSource)? {
    guard let machine else { return nil }
    let found = try machine.audioDevices()
    let own = machine.microphone(of: camera, among: found)
    var failures: [String] = []
    for device in (own.map { [$0] } ?? []) + found.filter({ $0.id != own?.id }) {
      do {
        return try machine.openAudio(device.pcm, wish: wish)
      } catch {
        failures.append("\(error)")
      }
    }
    let why = failures.isEmpty ? "there is none" : failures.joined(separator: "; ")
    notices.append("No microphone could be used (\(why)): there will be no sound.")
    return nil
  }

  private static let sceneName = "scene"
}
