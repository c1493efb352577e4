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
    return try StationConfiguration(json: bytes(ofFile: path), file: path)
  }

  /// The bytes of a configuration file, or of a pipe.
  /// - Throws: `StationError` with the system's reason when they cannot be read.
  static func bytes(ofFile path: String) throws(StationError) -> Data {
    do throws(SystemError) { return Data(try Descriptor(opening: path, O_RDONLY).readToEnd()) } catch {
      throw StationError(
        .invalidConfiguration, context: path,
        message: "the configuration file cannot be read: \(error).",
        underlying: error)
    }
  }
}
