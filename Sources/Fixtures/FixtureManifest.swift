public import CaptureDevices
public import MediaCore

/// Everything about a recording but its payloads: devices, times, losses, ends.
///
/// ``document`` is the text of `manifest.json`; <doc:RecordedDevices> describes it.
public struct FixtureManifest: Sendable {
  /// The newest version of the format that is read. It is written where a device came back or was waited for; all else
  /// is of version 1, which older programs read, too.
  public static let version = 2

  /// What is said about the pictures.
  public struct Video: Sendable {
    /// The camera, as it was then.
    public var camera: VideoDevice
    /// The mode it was set to.
    public var mode: VideoMode
    /// Which instant the frames' times mark.
    public var timestampInstant: TimestampInstant
    /// After how many frames a control that was set showed, at most.
    public var controlDelay: Int
    /// What the camera told, in order.
    public var events: [FixtureVideoEvent]
    /// The checksums of the payloads: all of them, in order.
    public var checks: [FixtureCheck]
  }

  /// What is said about the sound.
  public struct Audio: Sendable {
    /// The microphone, as it was then.
    public var microphone: AudioDevice
    /// The shape of every chunk.
    public var format: AudioFormat
    /// What the microphone told, in order.
    public var events: [FixtureAudioEvent]
    /// The checksums of the payloads: all of them, in order.
    public var checks: [FixtureCheck]
  }

  /// The pictures; `nil` if no camera was recorded.
  public var video: Video?
  /// The sound; `nil` if no microphone was recorded.
  public var audio: Audio?
  /// When the recorded devices came and went.
  public var deviceEvents: [FixtureDeviceEvent]
  /// Whether the recording was cut: the recorder did not come to its end.
  public var isCut: Bool

  /// How long the recording lasted: from its begin to the last that was told, in nanoseconds.
  public var durationNanoseconds: Int64 {
    max(0, video?.events.last?.arrivalNanoseconds ?? 0, audio?.events.last?.arrivalNanoseconds ?? 0)
  }

  /// The frames, in order.
  public var frames: [FixtureFrame] {
    (video?.events ?? []).compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
  }

  /// The chunks of sound, in order.
  public var chunks: [FixtureChunk] {
    (audio?.events ?? []).compactMap { if case .chunk(let chunk) = $0 { chunk } else { nil } }
  }

  /// The text of `manifest.json`.
  public var document: String {
    FixtureJSON.members(
      [("format", .text(Self.format)), ("version", .integer(goesOnBehindAnEnd ? 2 : 1))]
        + descriptions(withEvents: true)
        + (deviceEvents.isEmpty ? [] : [("devices", .list(deviceEvents.map(FixtureBlocks.block)))])
    ).document
  }

  /// Whether something is told of a device behind the end of a stream, which version 1 does not know.
  private var goesOnBehindAnEnd: Bool {
    func goesOn(_ events: [some FixtureStreamEvent]) -> Bool { events.dropLast().contains { $0.isEnd } }
    return goesOn(video?.events ?? []) || goesOn(audio?.events ?? [])
  }

  static let format = "livecam fixture"
  static let journalFormat = "livecam fixture journal"

  /// The members about camera and microphone.
  func descriptions(withEvents: Bool) -> [(String, FixtureJSON)] {
    var members: [(String, FixtureJSON)] = []
    if let video {
      var parts: [(String, FixtureJSON)] = [
        ("camera", FixtureDescriptions.json(video.camera)), ("mode", FixtureDescriptions.json(video.mode)),
        ("timestampInstant", .text(video.timestampInstant.rawValue)),
        ("controlDelay", .integer(Int64(video.controlDelay))),
      ]
      if withEvents { parts.append(("events", .list(FixtureBlocks.blocks(video)))) }
      members.append(("video", .members(parts)))
    }
    if let audio {
      var parts: [(String, FixtureJSON)] = [
        ("microphone", FixtureDescriptions.json(audio.microphone)), ("format", FixtureDescriptions.json(audio.format)),
      ]
      if withEvents { parts.append(("events", .list(FixtureBlocks.blocks(audio)))) }
      members.append(("audio", .members(parts)))
    }
    return members
  }

  init(video: Video? = nil, audio: Audio? = nil, deviceEvents: [FixtureDeviceEvent] = [], isCut: Bool = false) {
    self.video = video
    self.audio = audio
    self.deviceEvents = deviceEvents
    self.isCut = isCut
  }

  /// The manifest that a text of ``document`` stands for. `file` is what it is called in errors.
  /// - Throws: ``FixtureError`` with `.damaged` or `.unsupported`.
  public init(document bytes: [UInt8], file: String) throws(FixtureError) {
    let fields = try Self.header(bytes, in: 0..<bytes.count, format: Self.format, file: file)
    try self.init(descriptions: fields)
    if fields.has("video"), var video {
      for block in try fields.fields("video").list("events") { try FixtureBlocks.read(block, into: &video) }
      self.video = video
    }
    if fields.has("audio"), var audio {
      for block in try fields.fields("audio").list("events") { try FixtureBlocks.read(block, into: &audio) }
      self.audio = audio
    }
    for block in try fields.list("devices") { try FixtureBlocks.read(block, into: &deviceEvents) }
    try checkStarts(file)
  }

  /// Looks whether devices were plugged in as often as their streams say.
  func checkStarts(_ file: String) throws(FixtureError) {
    func check(_ kind: FixtureDeviceEvent.Kind, _ events: [some FixtureStreamEvent]) throws(FixtureError) {
      let count = deviceEvents.reduce(0) { $0 + ($1.kind == kind && $1.isConnected ? 1 : 0) }
      if let last = events.lazy.compactMap(\.startedInstance).max(), last > count {
        throw FixtureFields.damaged(
          file, line: 0, "the \(kind.rawValue) begins anew as number \(last), and was plugged in \(count) times")
      }
    }
    try check(.camera, video?.events ?? [])
    try check(.microphone, audio?.events ?? [])
  }

  /// The beginning of a manifest or a journal, with its version seen to.
  static func header(
    _ bytes: [UInt8], in range: Range<Int>, format: String, file: String
  ) throws(FixtureError) -> FixtureFields {
    let json: FixtureJSON
    do throws(FixtureJSONParser.Failure) {
      json = try FixtureJSONParser.parse(bytes, in: range)
    } catch {
      throw FixtureFields.damaged(file, line: error.line, error.message)
    }
    let fields = try FixtureFields(json, file: file)
    guard try fields.text("format") == format else { throw fields.damaged("this is no \(format)") }
    let version = try fields.integer("version", in: 1...Int64.max)
    guard version <= Self.version else {
      throw FixtureError(
        .unsupported, file: file,
        message: "The fixture is of version \(version); this livecam reads up to \(Self.version). Use a newer one.")
    }
    return fields
  }

  /// The devices and their settings, without events.
  init(descriptions fields: FixtureFields) throws(FixtureError) {
    self.init()
    if fields.has("video") {
      let part = try fields.fields("video")
      guard let instant = TimestampInstant(rawValue: try part.text("timestampInstant")) else {
        throw part.damaged("'timestampInstant' is none that is known")
      }
      video = Video(
        camera: try FixtureDescriptions.camera(part.fields("camera")),
        mode: try FixtureDescriptions.mode(part.fields("mode")), timestampInstant: instant,
        controlDelay: Int(try part.integer("controlDelay", in: 0...1_000_000, or: 0)), events: [], checks: [])
    }
    if fields.has("audio") {
      let part = try fields.fields("audio")
      audio = Audio(
        microphone: try FixtureDescriptions.microphone(part.fields("microphone")),
        format: try FixtureDescriptions.audioFormat(part.fields("format")), events: [], checks: [])
    }
  }
}
