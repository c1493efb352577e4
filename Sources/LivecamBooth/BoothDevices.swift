import ArgumentParser
import CaptureDevices
import Fixtures
import ForeignDevices
import FoundationEssentials
import Glibc
import LinuxDevices
import MediaCore
import Simulator
import Station
import SystemCalls

/// Which devices the booth uses, and the camera's mode.
struct BoothDevices: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: """
      auto, scene (simulated), a node such as /dev/video0, an id or name from 'livecam devices', fixture:NAME.livecam, \
      or movie:FILE. What is replayed begins anew where it ends.
      """)
  var camera = "auto"

  @Option(
    parsing: .unconditional,
    help: "auto, none, scene (simulated), an ALSA PCM or card such as hw:1,0, fixture:NAME.livecam, or movie:FILE.")
  var microphone = "auto"

  @Option(parsing: .unconditional, help: "Width and height in pixels, such as 1280x720. (default: the camera's best)")
  var size: String?

  @Option(parsing: .unconditional, help: "Frames a second. (default: the camera's best, up to 30)")
  var rate: Double?

  private static let schemes: [ReplayScheme] = [.fixture, .movie]

  private var sides: (width: Int, height: Int)? {
    let parts = (size ?? "").lowercased().split(separator: "x").map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1], width > 0, height > 0 else { return nil }
    return (width, height)
  }

  func validate() throws {
    guard size == nil || sides != nil else { throw ValidationError("--size: name pixels, such as 1280x720.") }
    guard rate.map({ $0 > 0 && $0 <= 1000 }) ?? true else {
      throw ValidationError("--rate: name 1 to 1000 frames a second.")
    }
  }

  var wishes: DeviceWishes {
    var wishes = DeviceWishes(
      camera: DeviceChoice(camera, schemes: Self.schemes),
      microphone: DeviceChoice(microphone, schemes: Self.schemes),
      video: VideoWish(size: sides, frameRate: rate))
    wishes.video.priority = .movie
    wishes.loops = true
    return wishes
  }

  func world(_ configuration: StationConfiguration) -> StationWorld {
    var world = StationWorld.machine(configuration)
    world.schemes = Self.schemes
    return world
  }
}
