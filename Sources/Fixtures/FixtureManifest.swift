public import CaptureDevices
public import MediaCore

/// The description of a fixture without its payloads: devices, times, losses, ends.
///
/// ``document`` is the text of `manifest.json`; <doc:RecordedDevices> describes it.
public struct FixtureManifest: Sendable {
  /// The newest version of the format that is read. It is written where a device came back or was waited for; all else
  /// is of version 1, which older programs read, too.
  public static let version = 2

  /// The facts about the pictures.
  public struct Video: Sendable {
    /// The camera, as it was then.
    public var camera: VideoDevice
    /// The mode it was set to.
    public var mode: VideoMode
    /// The instant that the frames' times mark.
    public var timestampInstant: TimestampInstant
    /// The largest number of frames after which a change of a control showed.
    public var controlDelayFrames: Int
    /// The record of what the camera told.
    public var track = FixtureTrack<FixtureFrame>()
  }

  /// The facts about the sound.
  public struct Audio: Sendable {
    /// The microphone, as it was then.
    public var microphone: AudioDevice
    /// The shape of every chunk.
    public var format: AudioFormat
    /// The record of what the microphone told.
    public var track = FixtureTrack<FixtureChunk>()
  }

  /// The pictures; `nil` if no camera was recorded.
  public var video: Video?
  /// The sound; `nil` if no microphone was recorded.
  public var audio: Audio?
  /// The events of the recorded devices that came and went.
  public var deviceEvents: [FixtureDeviceEvent] = []
  /// A Boolean value that indicates whether the fixture was cut: the recorder did not come to its end.
  public var isCut = false

  /// The length of the fixture: from its begin to the last that was told, in nanoseconds.
  public var durationNanoseconds: Int64 { max(0, video?.track.lastArrival ?? 0, audio?.track.lastArrival ?? 0) }

  /// The frames, in order.
  public var frames: [FixtureFrame] { video?.track.samples ?? [] }

  /// The chunks of sound, in order.
  public var chunks: [FixtureChunk] { audio?.track.samples ?? [] }

  /// The text of `manifest.json`.
  public var document: String {
    FixtureJSON.members([
      ("format", .text(Self.format)), ("version", .integer(goesOnBehindAnEnd ? 2 : 1)),
      ("video", video?.json(withEvents: true)), ("audio", audio?.json(withEvents: true)),
      ("devices", deviceEvents.isEmpty ? nil : .list(deviceEvents.map(\.json))),
    ]).document
  }

  /// Indicates whether an event of a device follows the end of a stream, which version 1 does not know.
  private var goesOnBehindAnEnd: Bool {
    video?.track.events.dropLast().contains { $0.end != nil } == true
      || audio?.track.events.dropLast().contains { $0.end != nil } == true
  }

  private static let format = "livecam fixture"
  private static let journalFormat = "livecam fixture journal"

  /// The first line of a journal: the devices, and where the first payload lies.
  func journalHeader(payloads: Int) -> FixtureJSON {
    .members([
      ("format", .text(Self.journalFormat)), ("version", .integer(Int64(Self.version))),
      ("payloads", .integer(Int64(payloads))), ("video", video?.json(withEvents: false)),
      ("audio", audio?.json(withEvents: false)),
    ])
  }
}

extension FixtureManifest {
  /// Creates the manifest from a text, as ``document`` writes it. `file` is what it is called in errors.
  /// - Throws: ``FixtureError`` with `.damaged` or `.unsupported`.
  public init(document bytes: [UInt8], file: String) throws(FixtureError) {
    let fields = try FixtureFields(bytes[...], of: file)
    try self.init(fields, format: Self.format, withEvents: true)
    for block in try fields.list("devices") { deviceEvents.append(try FixtureDeviceEvent(block, behind: deviceEvents)) }
    try checkStarts(file)
  }

  /// The devices and their settings by the first line of a journal, and where the first payload lies.
  static func read(journalHeader fields: FixtureFields) throws(FixtureError) -> (Self, payloads: Int) {
    var manifest = try Self(fields, format: journalFormat, withEvents: false)
    manifest.isCut = true
    return (manifest, try fields.int("payloads", in: 0...1 << 20))
  }

  /// Looks whether devices were plugged in as often as their streams say.
  func checkStarts(_ file: String) throws(FixtureError) {
    func check<Sample: FixtureSample>(_ track: FixtureTrack<Sample>?) throws(FixtureError) {
      let count = deviceEvents.count { $0.kind == Sample.kind && $0.isConnected }
      if let last = track?.events.lazy.compactMap(\.startedInstance).max(), last > count {
        throw FixtureFields.damaged(
          file, line: 0, "the \(Sample.kind.rawValue) begins anew as number \(last), and was plugged in \(count) times")
      }
    }
    try check(video?.track)
    try check(audio?.track)
  }

  /// Creates the devices and their settings, with or without what they told.
  private init(_ fields: FixtureFields, format: String, withEvents: Bool) throws(FixtureError) {
    guard try fields.text("format") == format else { throw fields.damaged("this is no \(format)") }
    let version = try fields.integer("version", in: 1...Int64.max)
    guard version <= Self.version else {
      throw FixtureError(
        .unsupported, context: fields.file,
        message: "The fixture is of version \(version); this livecam reads up to \(Self.version). Use a newer one.")
    }
    if fields.has("video") { video = try Video(fields.fields("video"), withEvents: withEvents) }
    if fields.has("audio") { audio = try Audio(fields.fields("audio"), withEvents: withEvents) }
  }
}

extension FixtureManifest.Video {
  fileprivate func json(withEvents: Bool) -> FixtureJSON {
    .members([
      ("camera", camera.json), ("mode", mode.json), ("timestampInstant", .text(timestampInstant.rawValue)),
      ("controlDelay", .integer(Int64(controlDelayFrames))), ("events", withEvents ? .list(track.blocks) : nil),
    ])
  }

  fileprivate init(_ fields: FixtureFields, withEvents: Bool) throws(FixtureError) {
    timestampInstant = try fields.word("timestampInstant")
    camera = try VideoDevice(fields.fields("camera"))
    mode = try VideoMode(fields.fields("mode"))
    controlDelayFrames = Int(try fields.optionalInteger("controlDelay", in: 0...1_000_000) ?? 0)
    track.leastUnits = mode.format.planes.isEmpty ? 0 : mode.format.frameBytes
    if withEvents { for block in try fields.list("events") { try track.read(block) } }
  }
}

extension FixtureManifest.Audio {
  fileprivate func json(withEvents: Bool) -> FixtureJSON {
    .members([
      ("microphone", microphone.json), ("format", format.json), ("events", withEvents ? .list(track.blocks) : nil),
    ])
  }

  fileprivate init(_ fields: FixtureFields, withEvents: Bool) throws(FixtureError) {
    microphone = try AudioDevice(fields.fields("microphone"))
    format = try AudioFormat(fields.fields("format"))
    if withEvents { for block in try fields.list("events") { try track.read(block) } }
  }
}
