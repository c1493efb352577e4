import ArgumentParser
import CaptureDevices
import Fixtures
import FoundationEssentials
import Glibc
import LinuxDevices
import MediaCore
import Simulator
import Station

/// `livecam record`: keeps what devices deliver, to be replayed as often as one likes.
struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Record a camera and a microphone, to be replayed as devices.",
    discussion: """
      Writes a folder with a movie of the very bytes that the devices delivered, and a manifest of their times and
      losses. 'livecam shoot --camera fixture:NAME.livecam' films it again, sound included.
      A device that is unplugged is waited for, and recorded on when it is plugged in again, at whatever node: unplugging,
      return and the gap between them are part of the recording, and of what is replayed.
      Ctrl-C ends the recording. One to which nothing came leaves no folder, and ends with 1. One that is cut off, by a full disk or a kill, can be replayed up to there; players play
      its movie once 'livecam repair' has made a complete one of it.
      It grows with size and rate, and with every second: 3 s of 1280x720 with sound take some 11 MB, of 320x240 at 15 a
      second some 0.9 MB. For a recording that is checked in choose --size, --rate and --duration.
      """)

  @Option(
    parsing: .unconditional,
    help: "auto, scene (simulated), a node such as /dev/video0, an id or name, fixture:PATH or movie:PATH.")
  var camera = "auto"

  @Option(
    parsing: .unconditional,
    help: "auto, none, scene (simulated), an ALSA PCM or card such as hw:1,0, fixture:PATH or movie:PATH.")
  var microphone = "auto"

  @Option(parsing: .unconditional, help: "Width and height in pixels, such as 1280x720. (default: the camera's best)")
  var size: PictureSize?

  @Option(parsing: .unconditional, help: "Frames a second. (default: the camera's best, up to 30)")
  var rate: Double?

  @Option(
    parsing: .unconditional,
    help: "The camera's coding of frames, such as MJPG or YUYV; BGRA is AR24. (default: the camera's best)")
  var pixelFormat: String?

  @Option(parsing: .unconditional, help: "The folder to make, such as NAME.livecam. It must not exist.")
  var output: String

  @Option(
    parsing: .unconditional,
    help: "Seconds to record, from the first frame on, unplugged or not. (default: until Ctrl-C)")
  var duration: Double?

  @Option(
    parsing: .unconditional,
    help: "A configuration file, of which access and the V4L2 buffers count; Configs/livecam.json5 shows every setting."
  )
  var config: String?

  @Flag(help: "Print one JSON object a line for each event.")
  var json = false

  func validate() throws {
    func check(_ holds: Bool, _ message: String) throws { if !holds { throw ValidationError(message) } }
    try check(!output.isEmpty, "--output: name the folder to make, such as NAME.livecam.")
    try check(
      duration.map { $0 > 0 && $0 <= 86_400 } ?? true, "--duration: record more than 0 and up to 86400 seconds.")
    try check(rate.map { $0 > 0 && $0 <= 1000 } ?? true, "--rate: name 1 to 1000 frames a second.")
    if let pixelFormat, PixelFormat(named: pixelFormat.uppercased()) == nil {
      throw ValidationError("--pixel-format \(pixelFormat): a coding has four characters, such as MJPG or YUYV.")
    }
  }

  /// Why the recording ends.
  private enum Reason: Sendable {
    case interrupted
    case ending(FixtureRecorder.Ending)
  }

  func run() async throws {
    do {
      try await record()
    } catch let error as FixtureError {
      throw Self.fail(error)
    } catch let code as ExitCode {
      throw code
    } catch {
      throw ExitReason.fail(error)
    }
  }

  private func record() async throws {
    let clock = MonotonicClock()
    let terminal = Terminal()
    let path = Self.withoutSlash(output)
    // The name is tried before any device is: a mistake there costs no waiting.
    try FixtureRecorder.checkIsFree(path)
    let configuration = try StationConfiguration.reading(config)
    let machine = LinuxCatalog(clock: clock, bufferCount: configuration.v4l2Buffers)
    let sound = try await AccessPrompt(access: configuration.access, machine: machine).permitting(
      DeviceChoice(microphone)
    ) { error in
      tell(RecordReport(event: "notice", time: clock.now, message: "\(error) There will be no sound."), terminal)
    }
    let (reasons, continuation) = AsyncStream.makeStream(of: Reason.self)
    let (recorder, hasSound) = try makeRecorder(path, sound: sound, machine: machine, clock: clock, terminal: terminal)
    {
      continuation.yield(.ending($0))
    }
    let interrupts = Interrupts { _ in continuation.yield(.interrupted) }
    defer { interrupts.end() }
    try recorder.start()
    tell(RecordReport(event: "didStartRecording", time: clock.now, message: "Recording \(path)"), terminal)
    let failure = await wait(for: reasons, deviceCount: hasSound ? 2 : 1, terminal: terminal, clock: clock)
    let summary = try recorder.finish()
    tell(RecordReport(summary, time: clock.now), terminal)
    if let failure { throw failure }
    guard summary.frameCount > 0 else {
      Terminal.complain("livecam: \(path): no picture came from the camera; the recording has sound alone")
      throw ExitReason.captureFailed.exitCode
    }
  }

  /// Opens the devices for a recorder, which alone holds them: the node of a camera that was unplugged is not free for
  /// its return as long as anybody has it open.
  private func makeRecorder(
    _ path: String, sound: DeviceChoice, machine: LinuxCatalog, clock: MonotonicClock, terminal: Terminal,
    onEnding: @escaping @Sendable (FixtureRecorder.Ending) -> Void
  ) throws -> (recorder: FixtureRecorder, hasSound: Bool) {
    let devices = try DeviceChooser(machine: machine, scene: SceneCatalog(clock: clock), clock: clock)
      .open(camera: DeviceChoice(camera), wish: wish, microphone: sound, audioWish: AudioWish())
    for notice in devices.notices { tell(RecordReport(event: "notice", time: clock.now, message: notice), terminal) }
    let names = (camera: devices.video.device.name, microphone: devices.audio?.device.name ?? "")
    let reconnection = FixtureReconnection(video: wish) { [json] change in
      let report = RecordReport(change, names: names, time: clock.now)
      Self.tell(report, terminal, json: json)
    }
    let recorder = try FixtureRecorder(
      path: path, clock: clock, camera: devices.video, microphone: devices.audio, observing: machine,
      reconnecting: reconnection,
      duration: duration.map { MediaTime(seconds: $0, preferredTimescale: 1_000_000_000) }, onEnding: onEnding)
    return (recorder, devices.audio != nil)
  }

  /// Waits for the end of the recording; returns the exit code if something went wrong.
  private func wait(
    for reasons: AsyncStream<Reason>, deviceCount: Int, terminal: Terminal, clock: MonotonicClock
  ) async -> ExitCode? {
    // Recordings and movies end by themselves, sound and picture each in its time.
    var running = isReplay ? deviceCount : 0
    for await reason in reasons {
      switch reason {
      case .ending(.durationReached): return nil
      case .interrupted: return duration == nil ? nil : ExitReason.interrupted.exitCode
      case .ending(.writingFailed): return nil  // which finishing tells
      case .ending(.deviceFailed(let error)):
        let isEnd = running > 0 && error.code == .disconnected
        if json { tell(RecordReport(event: "didFail", time: clock.now, error: "\(error)"), terminal) }
        if !isEnd || duration != nil { Terminal.complain("livecam: \(error)") }
        running -= 1
        // A camera without its microphone, or the other way round, is half of what was asked for.
        if !isEnd { return ExitReason.captureFailed.exitCode }
        if running == 0 { return duration == nil ? nil : ExitReason.captureFailed.exitCode }
      }
    }
    return nil
  }

  /// Whether all devices are recorded ones.
  private var isReplay: Bool {
    func isRecorded(_ choice: DeviceChoice) -> Bool {
      switch choice {
      case .fixture, .movie: true
      default: false
      }
    }
    let sound = DeviceChoice(microphone)
    return isRecorded(DeviceChoice(camera)) && (sound == .auto || sound == .none || isRecorded(sound))
  }

  private func tell(_ report: RecordReport, _ terminal: Terminal) { Self.tell(report, terminal, json: json) }

  private static func tell(_ report: RecordReport, _ terminal: Terminal, json: Bool) {
    if json { terminal.line(JSONText.text(report)) } else if let line = report.line { terminal.line(line) }
  }

  /// Tells why a fixture cannot be read or written, and what the command ends with.
  static func fail(_ error: FixtureError) -> ExitCode {
    Terminal.complain("livecam: \(error)")
    let reason: ExitReason =
      switch error.code {
      case .missing, .unreadable: .missingInput
      case .damaged, .unsupported: .damagedInput
      case .exists, .unwritable, .diskFull: .unusableFolder
      case .nothingRecorded: .captureFailed
      default: .internalError
      }
    return reason.exitCode
  }

  private static func withoutSlash(_ path: String) -> String {
    var path = path[...]
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return String(path)
  }

  private var wish: VideoWish {
    VideoWish(
      size: size.map { ($0.width, $0.height) }, frameRate: rate,
      pixelFormat: pixelFormat.flatMap { PixelFormat(named: $0.uppercased()) })
  }
}

/// One line of `record --json`. Times and durations are in seconds; what does not apply is left out.
struct RecordReport: Encodable {
  /// `notice`, `didStartRecording`, `wasDisconnected`, `wasConnected`, `didFail` or `didFinishRecording`.
  var event: String
  /// The session's clock at the event.
  var time: Double
  /// What the user has to know.
  var message: String?
  /// What went wrong.
  var error: String?
  /// What has come or gone: `camera` or `microphone`.
  var device: String?
  /// Where it is now: the camera's node, or what ALSA opens the microphone by.
  var node: String?
  /// The bundle that is complete now.
  var file: String?
  /// How long it is.
  var duration: Double?
  /// Its frames.
  var frames: Int?
  /// How often a device was unplugged.
  var unplugged: Int?
  /// Frames that the camera lost.
  var skipped: Int?
  /// Its frames of sound.
  var audioFrames: Int64?
  /// Frames of sound that the microphone lost.
  var lostAudioFrames: Int64?
  /// What the bundle takes: the bytes of all its files.
  var bytes: Int?

  init(event: String, time: MediaTime, message: String? = nil, error: String? = nil) {
    self.event = event
    self.time = time.seconds
    self.message = message
    self.error = error
  }

  /// A device has come or gone.
  init(_ change: FixtureReconnection.Change, names: (camera: String, microphone: String), time: MediaTime) {
    switch change {
    case .left(let kind, let error):
      self.init(
        event: "wasDisconnected", time: time,
        message:
          "The \(kind.rawValue) has been unplugged (\(kind == .camera ? names.camera : names.microphone)). It is waited for; Ctrl-C ends the recording.",
        error: "\(error)")
      device = kind.rawValue
    case .returned(let kind, let name, let place):
      self.init(
        event: "wasConnected", time: time,
        message: "The \(kind.rawValue) is back (\(name)\(place.map { " at \($0)" } ?? "")), and recorded on.")
      (device, node) = (kind.rawValue, place)
    case .refused(let kind, let error):
      self.init(
        event: "notice", time: time,
        message: "The \(kind.rawValue) is back and cannot be opened yet; that is tried again. \(error)")
      device = kind.rawValue
    }
  }

  init(_ summary: FixtureSummary, time: MediaTime) {
    self.init(event: "didFinishRecording", time: time)
    file = summary.path
    duration = MediaTime(nanoseconds: summary.durationNanoseconds).seconds
    frames = summary.frameCount
    skipped = summary.skippedFrameCount
    unplugged = summary.unpluggedCount
    audioFrames = summary.audioFrameCount
    lostAudioFrames = summary.lostAudioFrameCount
    bytes = Self.size(of: summary.path) ?? summary.payloadBytes
    message =
      "Recorded \(summary.path): \(Seconds.text(MediaTime(nanoseconds: summary.durationNanoseconds))), "
      + "\(summary.frameCount) frames" + (summary.skippedFrameCount > 0 ? " (\(summary.skippedFrameCount) lost)" : "")
      + ", \(summary.audioFrameCount) frames of sound"
      + (summary.lostAudioFrameCount > 0 ? " (\(summary.lostAudioFrameCount) lost)" : "")
      + (summary.unpluggedCount > 0 ? ", unplugged \(summary.unpluggedCount) x" : "") + ", \(bytes ?? 0) bytes"
  }

  /// What a bundle takes: the sum of its files.
  private static func size(of bundle: String) -> Int? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: bundle) else { return nil }
    return names.reduce(0) { sum, name in
      var facts = stat()
      return sum + (stat("\(bundle)/\(name)", &facts) == 0 ? Int(facts.st_size) : 0)
    }
  }

  /// The line for people.
  var line: String? { message }
}
