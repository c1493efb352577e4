import FoundationEssentials
import MediaCore
import Station

extension StationConfiguration {
  /// The configuration in a file; the defaults without one.
  /// - Throws: `StationError` when the file cannot be read or says something impossible.
  static func reading(_ path: String?) throws(StationError) -> StationConfiguration {
    guard let path else { return StationConfiguration() }
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw StationError(
        .invalidConfiguration, context: path, message: "the configuration file cannot be read; check its name")
    }
    return try StationConfiguration(json: bytes, file: path)
  }
}
