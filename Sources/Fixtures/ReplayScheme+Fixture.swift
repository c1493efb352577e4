public import CaptureDevices
public import MediaCore
public import Simulator

extension ReplayScheme {
  /// The bundles that livecam records.
  public static let fixture = ReplayScheme("fixture", isRepeatable: true) {
    (path, clock, loops) throws(DeviceError) in
    do throws(FixtureError) {
      return try FixtureCatalog(path: path, clock: clock, options: FixtureOptions(loops: loops))
    } catch {
      throw DeviceError(error)
    }
  }
}

extension DeviceError {
  /// Creates the error of a device that a replay is to stand for: `.notFound` where there is none, else `.unsuitable`.
  public init(_ error: FixtureError) {
    self.init(
      error.code == .missing ? .notFound : .unsuitable, context: error.context, status: error.status,
      message: error.message + error.otherCause, underlying: error)
  }
}
