import CaptureDevices
import Fixtures
import MediaCore
public import Simulator

extension ReplayScheme {
  /// The scheme of other programs' movies that FFmpeg reads.
  public static let movie = ReplayScheme("movie", isRepeatable: false) { (path, clock, _) throws(DeviceError) in
    do throws(FixtureError) { return try MovieCatalog(path: path, clock: clock) } catch { throw DeviceError(error) }
  }
}
