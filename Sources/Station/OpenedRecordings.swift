import CaptureDevices
import Fixtures
import ForeignDevices
import MediaCore
import Simulator

/// The fixtures and movies that devices have been opened of: a camera and a microphone of one share its begin.
struct OpenedRecordings {
  private let clock: any MediaClock
  private let loops: Bool
  private var catalogs: [DeviceChoice: any DeviceCatalog] = [:]

  /// Recordings on a clock, repeated without end if `loops` is set.
  init(clock: any MediaClock, loops: Bool) {
    self.clock = clock
    self.loops = loops
  }

  /// What the devices of every recording of that kind answer to.
  static func deviceName(_ choice: DeviceChoice) -> String { if case .movie = choice { "movie" } else { "fixture" } }

  /// The catalog of a choice that names a recording.
  /// - Throws: `DeviceError` with `.notFound` when there is none, with `.unsuitable` when it is of no use.
  mutating func catalog(_ choice: DeviceChoice) throws(DeviceError) -> any DeviceCatalog {
    if let catalog = catalogs[choice] { return catalog }
    let catalog: any DeviceCatalog
    do throws(FixtureError) {
      switch choice {
      case .fixture(let path):
        catalog = try FixtureCatalog(path: path, clock: clock, options: FixtureOptions(loops: loops))
      case .movie(let path) where loops:
        throw FixtureError(
          .unsupported, file: path,
          message: "A movie is not repeated. Make a fixture of it (`livecam record --camera movie:\(path) --output "
            + "NAME.livecam`), and repeat that.")
      case .movie(let path): catalog = try MovieCatalog(path: path, clock: clock)
      default: preconditionFailure("\(choice) is no recording")
      }
    } catch {
      throw DeviceError(
        error.code == .missing ? .notFound : .unsuitable, device: error.file, errno: error.errno,
        message: error.message + (error.cause.map { " Cause: \($0.text(behind: error.file))" } ?? ""))
    }
    catalogs[choice] = catalog
    return catalog
  }
}
