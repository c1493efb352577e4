import CaptureCodecs
import Foundation
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import TestSupport
import Testing
import VideoCoding

@testable import Station

@Suite struct StationConfigurationTests {
  private func configuration(_ text: String) throws -> StationConfiguration {
    try StationConfiguration(json: Data(text.utf8), file: "station.json5")
  }

  private func complaint(about text: String) -> String {
    let error = #expect(throws: StationError.self) { try configuration(text) }
    #expect(error?.code == .invalidConfiguration)
    return error?.description ?? ""
  }

  @Test("the sample file says what the defaults are, with every key")
  func sample() throws {
    let bytes = try Data(contentsOf: Project.url("Configs/livecam.json5"))
    #expect(try StationConfiguration(json: bytes, file: "livecam.json5") == StationConfiguration())
    let text = String(decoding: bytes, as: UTF8.self)
    for key in StationConfigurationFile.keys { #expect(text.contains("\n  \(key): "), "\(key) is missing") }
  }

  @Test("an empty file leaves everything as it is")
  func empty() throws { #expect(try configuration("{}") == StationConfiguration()) }

  private static func seconds(_ seconds: Double) -> MediaTime {
    MediaTime(seconds: seconds, preferredTimescale: 1_000_000_000)
  }

  @Test("every key sets its own setting and no other")
  func everyKey() throws {
    let changes: [(String, (inout StationConfiguration) -> Void)] = [
      ("preRollSeconds: 0.25", { $0.session.preRoll = Self.seconds(0.25) }),
      ("postRollSeconds: 10", { $0.session.postRoll = Self.seconds(10) }),
      ("stallTimeoutSeconds: 0.5", { $0.session.stallTimeout = Self.seconds(0.5) }),
      ("maximumRingMegabytes: 64", { $0.session.maximumRingBytes = 64 << 20 }),
      ("maximumBacklogSeconds: 2", { $0.session.maximumBacklog = Self.seconds(2) }),
      ("v4l2Buffers: 8", { $0.v4l2Buffers = 8 }),
      ("photoCodec: 'heic'", { $0.photoCodec = .heic }),
      ("movieCodec: 'hevc'", { $0.movieCodec = .hevc }),
      ("heicQuality: 60", { $0.session.heicQuality = 60 }),
      ("heicPreset: 'slow'", { $0.session.heicPreset = .slow }),
      (
        "hevcPreset: 'medium'",
        {
          $0.session.hevcPreset = .medium
          $0.session.pacedCodecs = [.h264]
        }
      ),
      ("hevcQuality: 28", { $0.session.hevcQuality = 28 }),
      ("jpegQuality: 75", { $0.session.jpegQuality = 75 }),
      (
        "videoPreset: 'medium'",
        {
          $0.session.videoPreset = .medium
          $0.session.pacedCodecs = [.hevc]
        }
      ),
      ("videoQuality: 28", { $0.session.videoQuality = 28 }),
      ("syncIntervalSeconds: 2", { $0.session.syncInterval = Self.seconds(2) }),
      ("videoThreads: 3", { $0.session.videoThreads = 3 }),
      ("audioCodec: 'lpcm'", { $0.session.audioCoding = .linearPCM }),
      ("audioBitRate: 128000", { $0.session.audioCoding = .aac(bitRate: 128_000) }),
      ("audioEncoder: 'libavcodec'", { $0.session.audioEncoder = .libavcodec }),
      ("audioCodec: 'aac', audioBitRate: 64000", { $0.session.audioCoding = .aac(bitRate: 64_000) }),
      ("maximumMovieWidth: 640", { $0.session.maximumMovieDimensions = .init(width: 640, height: 1440) }),
      ("maximumMovieHeight: 480", { $0.session.maximumMovieDimensions = .init(width: 1920, height: 480) }),
      ("flashThreshold: 0.5", { $0.session.flashThreshold = 0.5 }),
      ("access: 'ask'", { $0.access = .ask }),
      ("make: 'Maker'", { $0.session.make = "Maker" }),
      ("software: 'Soft'", { $0.session.software = "Soft" }),
    ]
    for (text, change) in changes {
      var expected = StationConfiguration()
      change(&expected)
      #expect(expected != StationConfiguration(), "\(text)")
      #expect(try configuration("{ \(text) }") == expected, "\(text)")
    }
    let keys = StationConfigurationFile.keys.filter { $0 != "version" }
    #expect(Set(changes.map { $0.0.prefix { $0 != ":" } }) == Set(keys.map { Substring($0) }))
  }

  @Test("presets are chosen by the machine's pace unless one is named; the last word counts")
  func presets() throws {
    #expect(StationConfiguration().session.pacedCodecs == [.h264, .hevc])
    #expect(SessionConfiguration().pacedCodecs.isEmpty, "nothing in virtual time depends on the machine")
    #expect(PresetChoice.allCases.map(\.rawValue).prefix(4) == ["auto", "ultrafast", "superfast", "veryfast"])
    #expect(PresetChoice(rawValue: "placebo") == nil && PresetChoice(rawValue: "") == nil)
    var session = try configuration("{ videoPreset: 'fast', hevcPreset: 'auto' }").session
    #expect(session.pacedCodecs == [.hevc] && session.videoPreset == .fast)
    PresetChoice.auto.apply(to: &session, for: .h264)
    #expect(session.pacedCodecs == [.h264, .hevc])
    try #require(PresetChoice(rawValue: "slow")).apply(to: &session, for: .hevc)
    #expect(session.pacedCodecs == [.h264] && session.hevcPreset == .slow && session.videoPreset == .fast)
  }

  @Test("the least and the greatest value of each number are taken, what lies beyond is refused by name")
  func ranges() throws {
    let ranges: [(key: String, least: Double, greatest: Double, beyond: [Double])] = [
      ("preRollSeconds", 0, 10, [-0.001, 10.001]), ("postRollSeconds", 0, 10, [-1, 11]),
      ("stallTimeoutSeconds", 0.1, 3600, [0, 0.09, 3601]), ("maximumRingMegabytes", 1, 65_536, [0, 65_537, 1.5]),
      ("maximumBacklogSeconds", 0.1, 600, [0, 601]), ("v4l2Buffers", 4, 32, [3, 33, 4.5]),
      ("jpegQuality", 1, 100, [0, 101, 50.5]), ("videoQuality", 1, 51, [0, 52]),
      ("heicQuality", 1, 100, [0, 101, 50.5]), ("hevcQuality", 1, 51, [0, 52]),
      ("syncIntervalSeconds", 0.01, 10, [0, 10.1]), ("videoThreads", 0, 64, [-1, 65]),
      ("audioBitRate", 16_000, 512_000, [15_999, 512_001, 1e300]),
    ]
    for range in ranges {
      for value in [range.least, range.greatest] {
        let session = try configuration("{ \(range.key): \(value) }").session
        if range.key != "preRollSeconds", range.key != "postRollSeconds" { try session.check() }
      }
      for value in range.beyond {
        let complaint = complaint(about: "{ \(range.key): \(value) }")
        #expect(complaint.hasPrefix("station.json5:1: \(range.key): "), "\(complaint)")
      }
    }
    #expect(complaint(about: "{ preRollSeconds: NaN }").contains("preRollSeconds"))
    #expect(complaint(about: "{ preRollSeconds: Infinity }").contains("preRollSeconds"))
  }

  @Test("an unknown key is refused by name and line, with what may have been meant and the keys there are")
  func unknownKey() {
    let complaint = complaint(
      about:
        "{\n  // postRol: 1,\n  make: 'postRol: \\' :', /* postRol:\n */ 'software': \"x\",\n  \"postRolSeconds\": 1\n}"
    )
    #expect(complaint.hasPrefix("station.json5:5: postRolSeconds: "), "\(complaint)")
    #expect(complaint.contains("did you mean \"postRollSeconds\"?"))
    for key in StationConfigurationFile.keys { #expect(complaint.contains(key)) }
  }

  @Test(
    "a value of the wrong kind is refused with the file and the key",
    arguments: [
      ("{ jpegQuality: 'high' }", "jpegQuality"), ("{ make: 5 }", "make"), ("{ videoPreset: true }", "videoPreset"),
      ("{ preRollSeconds: [1] }", "preRollSeconds"), ("{ preRollSeconds: null }", "preRollSeconds"),
      ("{ videoPreset: 'fastest' }", "videoPreset"), ("{ audioCodec: 'mp3' }", "audioCodec"),
      ("{ access: 'maybe' }", "access"), ("{ access: true }", "access"),
    ])
  func wrongKind(text: String, key: String) {
    let complaint = complaint(about: text)
    #expect(complaint.hasPrefix("station.json5") && complaint.contains(key), "\(complaint)")
  }

  @Test(
    "what is no JSON5, and what is no object, is refused with the file's name",
    arguments: ["", "{", "[]", "5", "{ make: }", "{ 'make' 'x' }", "\u{0}\u{1}", "{ make: 'x' } }"])
  func noObject(text: String) { #expect(complaint(about: text).hasPrefix("station.json5")) }

  @Test("the line of a mistake is told")
  func lineOfMistake() {
    for (text, line) in [
      ("{\n  make: 'x'\n  software: 'y',\n}", 3), ("{\n  make: 'x',\n", 3), ("{\n make 'x' }", 2), ("[\n1,\n{]", 3),
      ("{}\n}", 2),
    ] { #expect(complaint(about: text).hasPrefix("station.json5:\(line): this is not valid JSON5"), "\(text)") }
  }

  @Test("names of presets and codings that there are, are told")
  func choices() {
    #expect(complaint(about: "{ videoPreset: 'x' }").contains("ultrafast"))
    #expect(complaint(about: "{ hevcPreset: 'x' }").contains("ultrafast"))
    #expect(complaint(about: "{ heicPreset: 'x' }").contains("ultrafast"))
    #expect(complaint(about: "{ photoCodec: 'x' }").contains("heic"))
    #expect(complaint(about: "{ movieCodec: 'avc' }").contains("hevc"))
    #expect(complaint(about: "{ audioCodec: 'x' }").contains("lpcm"))
  }
}

extension SessionConfiguration {
  /// Throws what a session would throw that is made with this.
  fileprivate func check() throws {
    _ = try CaptureSession(configuration: self, environment: .virtual(clock: VirtualClock(), media: .standard))
  }
}
