import CaptureDevices
import Fixtures
import MediaCore
public import Simulator

extension ReplayScheme {
  /// Other people's movies, as far as FFmpeg reads them.
  public static let movie = ReplayScheme("movie", isRepeatable: false) { (path, clock, _) throws(DeviceError) in
    do throws(FixtureError) { return try MovieCatalog(path: path, clock: clock) } catch { throw DeviceError(error) }
  }
}
