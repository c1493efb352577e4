import ArgumentParser
import FoundationEssentials
import Glibc
import MediaCore
import Station
import SystemCalls

/// The part of a configuration file about the booth itself, its key `booth`: values for settings that no option gives.
struct BoothFile: Decodable {
  /// The beginning of links.
  var publicURL: String?
  /// The addresses of proxies that are believed.
  var trustedProxies: [String]?
  /// The printer, its paper, and how much of it guests may use.
  var printer: String?
  var media: String?
  var copies: Int?
  var prints: Int?
  /// A folder of templates.
  var templates: String?
  /// The cameras beside the first.
  var sideCameras: [String]?

  private enum Key: String, CodingKey, CaseIterable {
    case publicURL, trustedProxies, printer, media, copies, prints, templates, sideCameras
  }
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
  private struct File: Decodable { let booth: BoothFile? }

  /// Nothing.
  init() {}

  /// The key of a file, whose others others read; `file` names it in errors.
  /// - Throws: ``ReasonedError`` that names the setting and its line.
  init(json: Data, file: String) throws {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    do { self = try decoder.decode(File.self, from: json).booth ?? BoothFile() } catch let error as DecodingError {
      let context = error.context
      let key = context?.codingPath.last { $0.intValue == nil }?.stringValue ?? "booth"
      let place = StationConfiguration.place(of: key, in: json, file)
      throw ReasonedError(.badArguments, "\(place): \(key): \(context?.debugDescription ?? "it cannot be read")")
    }
  }

  init(from decoder: any Decoder) throws {
    for key in try decoder.container(keyedBy: Name.self).allKeys where Key(rawValue: key.stringValue) == nil {
      let names = Key.allCases.map(\.rawValue)
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath + [key],
          debugDescription: StationConfiguration.unknown(key.stringValue, among: names)))
    }
    let container = try decoder.container(keyedBy: Key.self)
    publicURL = try container.decodeIfPresent(String.self, forKey: .publicURL)
    trustedProxies = try container.decodeIfPresent([String].self, forKey: .trustedProxies)
    printer = try container.decodeIfPresent(String.self, forKey: .printer)
    media = try container.decodeIfPresent(String.self, forKey: .media)
    templates = try container.decodeIfPresent(String.self, forKey: .templates)
    sideCameras = try container.decodeIfPresent([String].self, forKey: .sideCameras)
    copies = try Self.number(.copies, 1...99, container)
    prints = try Self.number(.prints, 1...100_000, container)
    if let publicURL, let refusal = ServingOptions.refusal(ofPublicURL: publicURL) {
      throw DecodingError.dataCorruptedError(forKey: .publicURL, in: container, debugDescription: refusal)
    }
    if let refusal = trustedProxies.flatMap(ServingOptions.refusal(ofProxies:)) {
      throw DecodingError.dataCorruptedError(forKey: .trustedProxies, in: container, debugDescription: refusal)
    }
  }
}

extension BoothFile {
  private static func number(
    _ key: Key, _ range: ClosedRange<Int>, _ container: KeyedDecodingContainer<Key>
  ) throws -> Int? {
    guard let number = try container.decodeIfPresent(Int.self, forKey: key) else { return nil }
    guard range.contains(number) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container, debugDescription: "name \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

/// A configuration file, for the station and for the booth.
struct ConfigurationFile {
  let station: StationConfiguration
  let booth: BoothFile

  /// The file at a path; the defaults without one.
  /// - Throws: `StationError` or ``ReasonedError`` that names the file, and the setting with its line.
  init(_ path: String?) throws {
    guard let path else {
      (station, booth) = (StationConfiguration(), BoothFile())
      return
    }
    let bytes = try StationConfiguration.bytes(ofFile: path)
    station = try StationConfiguration(json: bytes, file: path)
    booth = try BoothFile(json: bytes, file: path)
  }
}
