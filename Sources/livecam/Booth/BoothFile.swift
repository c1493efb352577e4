import ArgumentParser
import FoundationEssentials
import KioskWeb
import MediaCore
import Station

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
  /// The broker, its account's password, the topics, and who vouches for it.
  var mqtt: String?
  var mqttPassword: String?
  var mqttTopic: String?
  var mqttDiscovery: String?
  var mqttCertificates: String?
  /// A file with the token by which a program reads the figures.
  var metricsTokenFile: String?
  /// What the booth is called on its pages.
  var title: String?
  /// Values of settings that the operator may change later.
  var settings = KioskSettingsChange()

  private enum Key: String, CodingKey, CaseIterable {
    case publicURL, trustedProxies, printer, media, copies, prints, templates, sideCameras, title, settings,
      metricsTokenFile
    case mqtt, mqttPassword, mqttTopic, mqttDiscovery, mqttCertificates
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

  /// Creates the key of a file, whose others others read; `file` names it in errors.
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
    try Self.check(try decoder.container(keyedBy: Name.self), among: Key.allCases.map(\.rawValue))
    let container = try decoder.container(keyedBy: Key.self)
    publicURL = try container.decodeIfPresent(String.self, forKey: .publicURL)
    trustedProxies = try container.decodeIfPresent([String].self, forKey: .trustedProxies)
    printer = try container.decodeIfPresent(String.self, forKey: .printer)
    media = try container.decodeIfPresent(String.self, forKey: .media)
    templates = try container.decodeIfPresent(String.self, forKey: .templates)
    sideCameras = try container.decodeIfPresent([String].self, forKey: .sideCameras)
    mqtt = try container.decodeIfPresent(String.self, forKey: .mqtt)
    mqttPassword = try container.decodeIfPresent(String.self, forKey: .mqttPassword)
    mqttTopic = try container.decodeIfPresent(String.self, forKey: .mqttTopic)
    mqttDiscovery = try container.decodeIfPresent(String.self, forKey: .mqttDiscovery)
    mqttCertificates = try container.decodeIfPresent(String.self, forKey: .mqttCertificates)
    title = try container.decodeIfPresent(String.self, forKey: .title)
    metricsTokenFile = try container.decodeIfPresent(String.self, forKey: .metricsTokenFile)
    settings = try Self.settings(container)
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
  /// - Throws: `DecodingError` for a key that is none of the names.
  private static func check(_ container: KeyedDecodingContainer<Name>, among names: [String]) throws {
    for key in container.allKeys where !names.contains(key.stringValue) {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: container.codingPath + [key],
          debugDescription: StationConfiguration.unknown(key.stringValue, among: names)))
    }
  }

  private static func settings(_ container: KeyedDecodingContainer<Key>) throws -> KioskSettingsChange {
    guard let settings = try container.decodeIfPresent(KioskSettingsChange.self, forKey: .settings) else {
      return KioskSettingsChange()
    }
    let names = try container.nestedContainer(keyedBy: Name.self, forKey: .settings)
    try check(names, among: KioskSettingsChange.names)
    do throws(WebFailure) {
      _ = try KioskSettings(modes: KioskMode.allCases).changed(by: settings, of: KioskMode.allCases)
    } catch {
      throw DecodingError.dataCorruptedError(forKey: .settings, in: container, debugDescription: error.message)
    }
    return settings
  }

  private static func number(
    _ key: Key, _ range: ClosedRange<Int>, _ container: KeyedDecodingContainer<Key>
  ) throws -> Int? {
    // A number that no integer can be is out of the range, and nothing worse.
    guard let value = try container.decodeIfPresent(Double.self, forKey: key) else { return nil }
    guard let number = Int(exactly: value), range.contains(number) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container, debugDescription: "name \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
