import FoundationEssentials
import Glibc
import MediaCore
import Station
import SystemCalls

extension StationConfiguration {
  /// The configuration in a file; the defaults without one.
  /// - Throws: `StationError` when the file cannot be read or says something impossible.
  static func reading(_ path: String?) throws(StationError) -> StationConfiguration {
    guard let path else { return StationConfiguration() }
    let bytes: [UInt8]
    // It may be a pipe.
    do throws(SystemError) { bytes = try Descriptor(opening: path, O_RDONLY).readToEnd() } catch {
      throw StationError(
        .invalidConfiguration, context: path, message: "the configuration file cannot be read; check its name")
    }
    return try StationConfiguration(json: Data(bytes), file: path)
  }
}
