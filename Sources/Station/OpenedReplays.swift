import CaptureDevices
import MediaCore
import Simulator

/// The replays that devices have been opened of: a camera and a microphone of one share its begin.
struct OpenedReplays {
  let schemes: [ReplayScheme]
  let clock: any MediaClock
  /// Indicates whether replays are repeated without end.
  let loops: Bool
  private(set) var catalogs: [DeviceChoice: any DeviceCatalog] = [:]

  /// The catalog of a replay.
  /// - Throws: `DeviceError` with `.notFound` when there is none, with `.unsuitable` when it is of no use.
  mutating func catalog(_ name: String, _ path: String) throws(DeviceError) -> any DeviceCatalog {
    let choice = DeviceChoice.replay(name, path: path)
    if let catalog = catalogs[choice] { return catalog }
    guard let scheme = schemes.first(where: { $0.name == name }) else {
      throw DeviceError(
        .unsuitable, context: path, message: "Nothing here opens \(name):PATH. Register a scheme of that name.")
    }
    guard scheme.isRepeatable || !loops else {
      throw DeviceError(
        .unsuitable, context: path,
        message: "A \(name) is not repeated. Make a fixture of it (`livecam record --camera \(name):\(path) --output "
          + "NAME.livecam`), and repeat that.")
    }
    let catalog = try scheme.open(path, clock, loops)
    catalogs[choice] = catalog
    return catalog
  }
}
