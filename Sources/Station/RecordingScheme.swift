public import CaptureDevices
public import MediaCore
public import Fixtures

/// A kind of recording whose devices are asked for by a prefix, such as `fixture:PATH`.
public struct RecordingScheme: Sendable {
  /// What stands before the colon, and what the devices of such a recording answer to.
  public let name: String
  /// Whether such recordings can begin anew where they end.
  public let isRepeatable: Bool
  /// Makes the catalog of the recording at a path.
  let open: @Sendable (_ path: String, _ clock: any MediaClock, _ loops: Bool) throws(FixtureError) -> any DeviceCatalog

  /// A scheme of a name.
  public init(
    _ name: String, isRepeatable: Bool,
    open:
      @escaping @Sendable (
        _ path: String, _ clock: any MediaClock, _ loops: Bool
      ) throws(FixtureError) -> any DeviceCatalog
  ) {
    self.name = name
    self.isRepeatable = isRepeatable
    self.open = open
  }

  /// The bundles that livecam records.
  public static let fixture = RecordingScheme("fixture", isRepeatable: true) {
    (path, clock, loops) throws(FixtureError) in
    try FixtureCatalog(path: path, clock: clock, options: FixtureOptions(loops: loops))
  }
}

/// The recordings that devices have been opened of: a camera and a microphone of one share its begin.
struct OpenedRecordings {
  private let schemes: [RecordingScheme]
  private let clock: any MediaClock
  private let loops: Bool
  private var catalogs: [DeviceChoice: any DeviceCatalog] = [:]

  /// Recordings on a clock, repeated without end if `loops` is set.
  init(_ schemes: [RecordingScheme], clock: any MediaClock, loops: Bool) {
    self.schemes = schemes
    self.clock = clock
    self.loops = loops
  }

  /// The catalog of a recording.
  /// - Throws: `DeviceError` with `.notFound` when there is none, with `.unsuitable` when it is of no use.
  mutating func catalog(_ name: String, _ path: String) throws(DeviceError) -> any DeviceCatalog {
    let choice = DeviceChoice.recording(name, path: path)
    if let catalog = catalogs[choice] { return catalog }
    let catalog: any DeviceCatalog
    do throws(FixtureError) {
      guard let scheme = schemes.first(where: { $0.name == name }) else {
        throw FixtureError(
          .unsupported, file: path, message: "Nothing here opens \(name): recordings. Register a scheme of that name.")
      }
      guard scheme.isRepeatable || !loops else {
        throw FixtureError(
          .unsupported, file: path,
          message: "A \(name) is not repeated. Make a fixture of it (`livecam record --camera \(name):\(path) --output "
            + "NAME.livecam`), and repeat that.")
      }
      catalog = try scheme.open(path, clock, loops)
    } catch {
      throw DeviceError(
        error.code == .missing ? .notFound : .unsuitable, device: error.file, errno: error.errno,
        message: error.message + (error.cause.map { " Cause: \($0.text(behind: error.file))" } ?? ""))
    }
    catalogs[choice] = catalog
    return catalog
  }
}
