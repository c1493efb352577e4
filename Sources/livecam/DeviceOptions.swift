public import ArgumentParser
import CaptureDevices
import CaptureScripts
import Fixtures
import ForeignDevices
public import LiveCapture
import MediaCore
import Simulator
import Station

/// The options for the devices, and for the camera's mode.
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

  init() {}

  func validate() throws {
    guard rate.map({ $0 > 0 && $0 <= 1000 }) ?? true else {
      throw ValidationError("--rate: name 1 to 1000 frames a second.")
    }
    if let pixelFormat, PixelFormat(named: pixelFormat.uppercased()) == nil {
      throw ValidationError(
        "--pixel-format \(pixelFormat): a coding has four characters, such as MJPG or YUYV.")
    }
  }

  /// The kinds of files that are replayed as devices: the project's own fixtures, and any movie that FFmpeg reads.
  static let schemes: [ReplayScheme] = [.fixture, .movie]

  var wishes: DeviceWishes {
    DeviceWishes(
      camera: DeviceChoice(camera, schemes: Self.schemes), microphone: DeviceChoice(microphone, schemes: Self.schemes),
      video: VideoWish(
        size: size.map { ($0.width, $0.height) }, frameRate: rate,
        pixelFormat: pixelFormat.flatMap { PixelFormat(named: $0.uppercased()) }))
  }
}

extension ResolvedPhotoSettings.Dimensions: ExpressibleByArgument {
  /// Width and height such as `1280x720`.
  public init?(argument: String) { self.init(argument.lowercased()) }
}
