import LiveCapture
import MediaCore

/// The configuration file's keys, as they are written.
struct StationConfigurationFile: Decodable {
  /// A value that has the right kind and cannot be used.
  struct Invalid: Error {
    let key: String
    let message: String
  }

  private enum Key: String, CodingKey, CaseIterable {
    case preRollSeconds, postRollSeconds, stallTimeoutSeconds, maximumRingMegabytes, maximumBacklogSeconds
    case photoCodec, jpegQuality, heicQuality, heicPreset
    case movieCodec, videoPreset, videoQuality, hevcPreset, hevcQuality, syncIntervalSeconds, videoThreads
    case audioCodec, audioBitRate, audioEncoder, make, software, v4l2Buffers
    case access
    case maximumMovieWidth, maximumMovieHeight, flashThreshold
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let numbers: [Key: Double]
  private let texts: [Key: String]

  init(from decoder: any Decoder) throws {
    let known = Set(Key.allCases.map(\.rawValue))
    for key in try decoder.container(keyedBy: AnyKey.self).allKeys where !known.contains(key.stringValue) {
      throw Invalid(
        key: key.stringValue,
        message: "there is no such setting; the settings are \(known.sorted().joined(separator: ", "))")
    }
    let container = try decoder.container(keyedBy: Key.self)
    var numbers: [Key: Double] = [:]
    var texts: [Key: String] = [:]
    for key in container.allKeys {
      switch key {
      case .photoCodec, .movieCodec, .heicPreset, .videoPreset, .hevcPreset, .audioCodec, .audioEncoder, .make,
        .software,
        .access:
        texts[key] = try container.decode(String.self, forKey: key)
      default: numbers[key] = try container.decode(Double.self, forKey: key)
      }
    }
    self.numbers = numbers
    self.texts = texts
  }

  func apply(to configuration: inout StationConfiguration) throws {
    try applyTimes(to: &configuration.session)
    configuration.photoCodec = try choice(.photoCodec, "codec of stills") ?? configuration.photoCodec
    configuration.movieCodec = try choice(.movieCodec, "codec of movies") ?? configuration.movieCodec
    configuration.access = try choice(.access, "decision about devices") ?? configuration.access
    try applyCoding(to: &configuration.session)
    try applyAudio(to: &configuration.session)
    try applyPictures(to: &configuration.session)
    if let megabytes = try whole(.maximumRingMegabytes, in: 1...65_536) {
      configuration.session.maximumRingBytes = megabytes << 20
    }
    if let buffers = try whole(.v4l2Buffers, in: 4...32) { configuration.v4l2Buffers = buffers }
    configuration.session.make = texts[.make] ?? configuration.session.make
    configuration.session.software = texts[.software] ?? configuration.session.software
  }

  private func applyTimes(to session: inout SessionConfiguration) throws {
    session.preRoll = try seconds(.preRollSeconds, in: 0...10) ?? session.preRoll
    session.postRoll = try seconds(.postRollSeconds, in: 0...10) ?? session.postRoll
    session.stallTimeout = try seconds(.stallTimeoutSeconds, in: 0.1...3600) ?? session.stallTimeout
    session.maximumBacklog = try seconds(.maximumBacklogSeconds, in: 0.1...600) ?? session.maximumBacklog
    session.syncInterval = try seconds(.syncIntervalSeconds, in: 0.01...10) ?? session.syncInterval
  }

  private func applyCoding(to session: inout SessionConfiguration) throws {
    session.jpegQuality = try whole(.jpegQuality, in: 1...100) ?? session.jpegQuality
    session.videoQuality = try whole(.videoQuality, in: 1...51) ?? session.videoQuality
    session.videoThreads = try whole(.videoThreads, in: 0...64) ?? session.videoThreads
    session.heicQuality = try whole(.heicQuality, in: 1...100) ?? session.heicQuality
    session.hevcQuality = try whole(.hevcQuality, in: 1...51) ?? session.hevcQuality
    if let choice: PresetChoice = try choice(.videoPreset, "preset") { choice.apply(to: &session, for: .h264) }
    if let choice: PresetChoice = try choice(.hevcPreset, "preset") { choice.apply(to: &session, for: .hevc) }
    session.heicPreset = try choice(.heicPreset, "preset") ?? session.heicPreset
  }

  private func applyPictures(to session: inout SessionConfiguration) throws {
    let size = session.maximumMovieDimensions
    session.maximumMovieDimensions = .init(
      width: try whole(.maximumMovieWidth, in: 16...16_384) ?? size.width,
      height: try whole(.maximumMovieHeight, in: 16...16_384) ?? size.height)
    if let threshold = numbers[.flashThreshold] {
      guard (0...1).contains(threshold) else {
        throw Invalid(key: Key.flashThreshold.rawValue, message: "\(threshold) does not lie between 0 and 1")
      }
      session.flashThreshold = threshold
    }
  }

  private func applyAudio(to session: inout SessionConfiguration) throws {
    session.audioEncoder = try choice(.audioEncoder, "encoder of sound") ?? session.audioEncoder
    let rate = try whole(.audioBitRate, in: 16_000...512_000)
    switch texts[.audioCodec] {
    case "lpcm": session.audioCoding = .linearPCM
    case "aac", nil:
      if let rate { session.audioCoding = .aac(bitRate: rate) }
    case let name?:
      throw Invalid(key: Key.audioCodec.rawValue, message: "\"\(name)\" is no sound coding; there are aac and lpcm")
    }
  }

  private func choice<Value: RawRepresentable & CaseIterable>(
    _ key: Key, _ kind: String
  ) throws -> Value? where Value.RawValue == String {
    guard let name = texts[key] else { return nil }
    guard let value = Value(rawValue: name) else {
      let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw Invalid(key: key.rawValue, message: "\"\(name)\" is no \(kind); there are \(names)")
    }
    return value
  }

  private func whole(_ key: Key, in range: ClosedRange<Int>) throws -> Int? {
    guard let number = numbers[key] else { return nil }
    guard let value = Int(exactly: number), range.contains(value) else {
      throw Invalid(
        key: key.rawValue, message: "\(number) is not a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private func seconds(_ key: Key, in range: ClosedRange<Double>) throws -> MediaTime? {
    guard let number = numbers[key] else { return nil }
    guard range.contains(number) else {
      throw Invalid(
        key: key.rawValue, message: "\(number) does not lie between \(range.lowerBound) and \(range.upperBound) seconds"
      )
    }
    return MediaTime(seconds: number, preferredTimescale: 1_000_000_000)
  }
}
