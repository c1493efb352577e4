import FoundationEssentials
import KioskWeb
import Station

/// A configuration file, for the station and for the booth.
struct ConfigurationFile {
  let station: StationConfiguration
  let booth: BoothFile
  /// All values by their keys.
  private let values: [String: PlainJSON]

  /// Creates the file at a path; the defaults without one.
  /// - Throws: `StationError` or ``ReasonedError`` that names the file, and the setting with its line.
  init(_ path: String?) throws {
    guard let path else {
      (station, booth, values) = (StationConfiguration(), BoothFile(), [:])
      return
    }
    let bytes = try StationConfiguration.bytes(ofFile: path)
    station = try StationConfiguration(json: bytes, file: path)
    booth = try BoothFile(json: bytes, file: path)
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    values = try decoder.decode([String: PlainJSON].self, from: bytes)
  }

  /// Returns the names of the settings that hold from the booth's start to its end and that another file has others
  /// for: the station's, and those of the cameras beside the first and of the broker.
  func lastingSettings(differingIn other: ConfigurationFile) -> [String] {
    let station = Self.names(values, other.values).filter { $0 != "booth" }
    let booth = Self.names(boothValues, other.boothValues).filter { $0 == "sideCameras" || $0.hasPrefix("mqtt") }
    return station + booth
  }

  /// What a booth has been started with, without secrets: the arguments, the file's values, and the names of livecam's
  /// variables that are set.
  func given(_ arguments: [String], environment: [String: String]) -> PlainJSON {
    let names = environment.keys.filter { $0.hasPrefix("LIVECAM_") && environment[$0] != "" }.sorted()
    return .object([
      "arguments": PlainJSON(withoutSecretsIn: arguments), "file": PlainJSON.object(values).withoutSecrets,
      "environment": .list(names.map { .text($0) }),
    ])
  }

  private var boothValues: [String: PlainJSON] {
    guard case .object(let values) = values["booth"] else { return [:] }
    return values
  }

  private static func names(_ one: [String: PlainJSON], _ other: [String: PlainJSON]) -> [String] {
    Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }.sorted()
  }
}
