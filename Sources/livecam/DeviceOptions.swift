import ArgumentParser
import CaptureDevices
import Diagnostics
import Fixtures
import ForeignDevices
import MediaCore
import Simulator
import Station

/// Which devices are used, and the camera's mode.
struct DeviceOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: """
      auto, scene (simulated), a node such as /dev/video0, an id or name from 'livecam devices', fixture:NAME.livecam, \
      or movie:FILE.
      """)
  var camera = "auto"

  @Option(
    parsing: .unconditional,
    help: "auto, none, scene (simulated), an ALSA PCM or card such as hw:1,0, fixture:NAME.livecam, or movie:FILE.")
  var microphone = "auto"

  @Option(parsing: .unconditional, help: "Width and height in pixels, such as 1280x720. (default: the camera's best)")
  var size: ResolvedPhotoSettings.Dimensions?

  @Option(parsing: .unconditional, help: "Frames a second. (default: the camera's best, up to 30)")
  var rate: Double?

  @Option(
    parsing: .unconditional,
    help: "The camera's coding of frames, such as MJPG or YUYV; BGRA is AR24. (default: the camera's best)")
  var pixelFormat: String?

  @Flag(help: "Film scene, fixture: or movie: as fast as the machine can work; times are those of real time.")
  var virtualTime = false

  func validate() throws {
    try checkVirtualTime()
    try check(rate.map { $0 > 0 && $0 <= 1000 } ?? true, "--rate: name 1 to 1000 frames a second.")
    if let pixelFormat {
      try check(
        PixelFormat(named: pixelFormat.uppercased()) != nil,
        "--pixel-format \(pixelFormat): a coding has four characters, such as MJPG or YUYV.")
    }
  }

  /// Time waits for no device of the machine's.
  private func checkVirtualTime() throws {
    guard virtualTime else { return }
    for (option, name) in [("--camera", camera), ("--microphone", microphone)] {
      if case .named = DeviceChoice(name, schemes: StationWorld.schemesOfCommand) {
        throw ValidationError(
          "--virtual-time \(option) \(name): a device of this machine delivers in real time. Name scene, "
            + "fixture:NAME.livecam or movie:FILE, or leave --virtual-time out.")
      }
    }
  }

  var wishes: DeviceWishes {
    DeviceWishes(
      camera: DeviceChoice(camera, schemes: StationWorld.schemesOfCommand),
      microphone: DeviceChoice(microphone, schemes: StationWorld.schemesOfCommand),
      video: VideoWish(
        size: size.map { ($0.width, $0.height) }, frameRate: rate,
        pixelFormat: pixelFormat.flatMap { PixelFormat(named: $0.uppercased()) }))
  }
}

extension StationWorld {
  /// The kinds of files that the command replays as devices: its own fixtures, and any movie that FFmpeg reads.
  static let schemesOfCommand: [ReplayScheme] = [.fixture, .movie]

  /// This machine, with everything that the command lets its user name, and its user to be asked.
  /// In a time lapse nothing of the machine's can be named.
  static func ofCommand(
    _ configuration: StationConfiguration, stageClock: (any StageClock)? = nil, timeLapse: TimeLapse? = nil
  ) -> StationWorld {
    var world =
      timeLapse.map { .lapsing($0) } ?? StationWorld.machine(configuration, stageClock: stageClock)
    world.environment.stageClock = stageClock
    world.schemes = schemesOfCommand
    world.prompt = AccessPrompt.prompt
    return world
  }
}
