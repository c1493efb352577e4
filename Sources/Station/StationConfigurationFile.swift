import LiveCapture
import MediaCore

struct StationConfigurationFile: Decodable {
  /// A value that has the right kind and cannot be used.
  struct Invalid: Error {
    let key: String
    let message: String
  }

  /// The configuration that the keys of the file set; all others are as in ``StationConfiguration/init()``.
  private(set) var configuration = StationConfiguration()

  /// Every key with what it sets, in the order in which they are looked at.
  private static let settings: KeyValuePairs<String, @Sendable (Value, inout StationConfiguration) throws -> Void> = [
    "version": { value, _ in try value.checkVersion() },
    "preRollSeconds": { $1.session.preRoll = try $0.seconds(in: 0...10) },
    "postRollSeconds": { $1.session.postRoll = try $0.seconds(in: 0...10) },
    "stallTimeoutSeconds": { $1.session.stallTimeout = try $0.seconds(in: 0.1...3600) },
    "maximumBacklogSeconds": { $1.session.maximumBacklog = try $0.seconds(in: 0.1...600) },
    "syncIntervalSeconds": { $1.session.syncInterval = try $0.seconds(in: 0.01...10) },
    "photoCodec": { $1.photoCodec = try $0.choice("codec of stills") },
    "movieCodec": { $1.movieCodec = try $0.choice("codec of movies") },
    "access": { $1.access = try $0.choice("decision about devices") },
    "jpegQuality": { $1.session.jpegQuality = try $0.whole(in: 1...100) },
    "videoQuality": { $1.session.videoQuality = try $0.whole(in: 1...51) },
    "videoThreads": { $1.session.videoThreads = try $0.whole(in: 0...64) },
    "heicQuality": { $1.session.heicQuality = try $0.whole(in: 1...100) },
    "hevcQuality": { $1.session.hevcQuality = try $0.whole(in: 1...51) },
    "videoPreset": { try $0.choice("preset", PresetChoice.self).apply(to: &$1.session, for: .h264) },
    "hevcPreset": { try $0.choice("preset", PresetChoice.self).apply(to: &$1.session, for: .hevc) },
    "heicPreset": { $1.session.heicPreset = try $0.choice("preset") },
    "audioEncoder": { $1.session.audioEncoder = try $0.choice("encoder of sound") },
    "audioBitRate": { $1.session.audioCoding = .aac(bitRate: try $0.whole(in: 16_000...512_000)) },
    "audioCodec": { if try $0.isUncompressedSound { $1.session.audioCoding = .linearPCM } },
    "maximumMovieWidth": {
      $1.session.maximumMovieDimensions = .init(
        width: try $0.whole(in: 16...16_384), height: $1.session.maximumMovieDimensions.height)
    },
    "maximumMovieHeight": {
      $1.session.maximumMovieDimensions = .init(
        width: $1.session.maximumMovieDimensions.width, height: try $0.whole(in: 16...16_384))
    },
    "flashThreshold": { $1.session.flashThreshold = try $0.number(in: 0...1, "0 and 1") },
    "maximumRingMegabytes": { $1.session.maximumRingBytes = try $0.whole(in: 1...65_536) << 20 },
    "v4l2Buffers": { $1.v4l2Buffers = try $0.whole(in: 4...32) },
    "make": { $1.session.make = try $0.text() },
    "software": { $1.session.software = try $0.text() },
  ]

  /// The keys that there are.
  static let keys = settings.map(\.key)

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    // What the booth alone reads stands in one file with this.
    for key in container.allKeys where !Self.keys.contains(key.stringValue) && key.stringValue != "booth" {
      throw Invalid(
        key: key.stringValue, message: StationConfiguration.unknown(key.stringValue, among: Self.keys + ["booth"]))
    }
    for (name, set) in Self.settings {
      let value = Value(container: container, key: Key(stringValue: name))
      if container.contains(value.key) { try set(value, &configuration) }
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct Value {
    let container: KeyedDecodingContainer<Key>
    let key: Key

    func text() throws -> String { try container.decode(String.self, forKey: key) }

    func choice<Choice: RawRepresentable & CaseIterable>(
      _ kind: String, _ type: Choice.Type = Choice.self
    ) throws -> Choice where Choice.RawValue == String {
      let name = try text()
      if let choice = Choice(rawValue: name) { return choice }
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw refusal("\"\(name)\" is no \(kind); there are \(names)")
    }

    /// Files without a version are of the first.
    func checkVersion() throws {
      let version = try container.decode(Double.self, forKey: key)
      guard version == 1 else {
        throw refusal("this livecam reads version 1 of the settings, and the file is of another")
      }
    }

    var isUncompressedSound: Bool {
      get throws {
        switch try text() {
        case "lpcm": return true
        case "aac": return false
        case let name: throw refusal("\"\(name)\" is no sound coding; there are aac and lpcm")
        }
      }
    }

    func whole(in range: ClosedRange<Int>) throws -> Int {
      let number = try container.decode(Double.self, forKey: key)
      guard let value = Int(exactly: number), range.contains(value) else {
        throw refusal("\(number) is not a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return value
    }

    func seconds(in range: ClosedRange<Double>) throws -> MediaTime {
      let seconds = try number(in: range, "\(range.lowerBound) and \(range.upperBound) seconds")
      return MediaTime(seconds: seconds, preferredTimescale: 1_000_000_000)
    }

    func number(in range: ClosedRange<Double>, _ bounds: String) throws -> Double {
      let number = try container.decode(Double.self, forKey: key)
      guard range.contains(number) else { throw refusal("\(number) does not lie between \(bounds)") }
      return number
    }

    private func refusal(_ message: String) -> Invalid { Invalid(key: key.stringValue, message: message) }
  }
}
