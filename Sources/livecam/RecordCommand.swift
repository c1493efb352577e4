import ArgumentParser
import CaptureDevices
import Fixtures
import Logging
import MediaCore
import Simulator
import Station

struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Record a camera and a microphone, to be replayed as devices.",
    discussion: """
      Writes a folder with a movie of exactly the bytes that the devices delivered, and a manifest of their times and
      losses. 'livecam shoot --camera fixture:NAME.livecam' films it again, sound included.
      If a device is unplugged, the recording waits and continues when the device is plugged in again, at whatever node.
      Unplugging, return and the gap between them are part of the fixture and of its replay.
      Ctrl-C ends the recording. If the devices deliver nothing, no folder is left, and the exit code is 1. A fixture
      that is cut off by a full disk or a kill replays up to there; 'livecam repair' completes it, so that players play
      its movie.
      A fixture grows with size, rate and duration: 3 s of 1280x720 with sound take some 11 MB, 3 s of 320x240 at 15
      frames a second some 0.9 MB. For a fixture that is checked in, choose --size, --rate and --duration.
      """)

  @OptionGroup var devices: DeviceOptions

  @OptionGroup var time: TimeOptions

  @Option(
    parsing: .unconditional, help: "The folder to make, such as NAME.livecam. It must not exist.",
    completion: .directory)
  var output: String

  @Option(
    name: .customLong("duration"), parsing: .unconditional,
    help: "Seconds to record, from the first frame on, unplugged or not. (default: until Ctrl-C)")
  var durationSeconds: Double?

  @Option(
    parsing: .unconditional,
    help:
      "A configuration file, of which access and the V4L2 buffers count; livecam.json5(5) explains every setting.",
    completion: .file())
  var config: String?

  @Flag(help: "Print one JSON object a line for each event.")
  var json = false

  @Option(parsing: .unconditional, help: LogOptions.file, completion: .file())
  var log: String?

  @Option(parsing: .unconditional, help: LogOptions.level)
  var logLevel = NamedCase(Logger.Level.info)

  func validate() throws {
    try time.check(devices)
    try check(!output.isEmpty, "--output: name the folder to make, such as NAME.livecam.")
    try check(
      durationSeconds.map { $0 > 0 && $0 <= 86_400 } ?? true, "--duration: record more than 0 and up to 86400 seconds.")
  }

  private enum Reason: Sendable {
    case interrupted
    case ending(FixtureRecorder.Ending)
  }

  func run() async throws {
    defer { LogFile.flush() }
    try await ExitReason.reporting(record)
  }

  private func record() async throws {
    let path = Self.withoutSlash(output)
    // The name is tried before any device is: a mistake there costs no waiting.
    try FixtureRecorder.checkIsFree(path)
    let configuration = try StationConfiguration.reading(config)
    let timeLapse = time.virtualTime ? TimeLapse() : nil
    let world = StationWorld.ofCommand(configuration, timeLapse: timeLapse)
    let audience = RecordAudience(asJSON: json, logger: try Logger(log, from: logLevel, world.environment))
    try await audience.logger.noting { try await record(path, world, configuration.access, timeLapse, audience) }
  }

  private func record(
    _ path: String, _ world: StationWorld, _ access: StationConfiguration.Access, _ timeLapse: TimeLapse?,
    _ audience: RecordAudience
  ) async throws {
    let clock = world.environment.clock
    let (reasons, continuation) = AsyncStream.makeStream(of: Reason.self)
    let (recorder, hasSound) = try await makeRecorder(path, world, access, audience) {
      if case .durationReached = $0 { timeLapse?.end() }
      continuation.yield(.ending($0))
    }
    let interrupts = Interrupts { _ in continuation.yield(.interrupted) }
    defer { interrupts.end() }
    try recorder.start()
    if let failure = recorder.observationFailure {
      audience.tell(
        RecordReport("notice", time: clock.now, message: "Unplugged devices are looked for once a second. \(failure)"))
    }
    audience.tell(RecordReport("didStartRecording", time: clock.now, message: "Recording \(path)"))
    // A recorder that cannot write ends by itself.
    let failure = await TimeLapse.run(timeLapse, settling: { try? recorder.flush() }) {
      await wait(for: reasons, deviceCount: hasSound ? 2 : 1, audience, clock: clock)
    }
    let summary = try recorder.finish()
    audience.tell(RecordReport(summary, time: clock.now))
    if let failure { throw failure }
    guard summary.frameCount > 0 else {
      Terminal.complain("livecam: \(path): no picture came from the camera; the fixture has sound alone")
      throw ExitReason.captureFailed.exitCode
    }
  }

  /// Opens the devices for a recorder, which alone holds them: the node of a camera that was unplugged is not free for
  /// its return as long as anybody has it open.
  private func makeRecorder(
    _ path: String, _ world: StationWorld, _ access: StationConfiguration.Access, _ audience: RecordAudience,
    onEnding: @escaping @Sendable (FixtureRecorder.Ending) -> Void
  ) async throws -> (recorder: FixtureRecorder, hasSound: Bool) {
    let clock = world.environment.clock
    let opened = try await world.open(devices.wishes, access: access)
    for notice in opened.notices { audience.tell(RecordReport("notice", time: clock.now, message: notice)) }
    let names = (camera: opened.video.device.name, microphone: opened.audio?.device.name ?? "")
    let reconnection = FixtureReconnection(video: devices.wishes.video) { change in
      audience.tell(RecordReport(change, names: names, time: clock.now))
    }
    let recorder = try FixtureRecorder(
      path: path, clock: clock, camera: opened.video, microphone: opened.audio, observing: world.machine,
      reconnecting: reconnection,
      duration: durationSeconds.map { MediaTime(seconds: $0, preferredTimescale: 1_000_000_000) }, onEnding: onEnding)
    return (recorder, opened.audio != nil)
  }

  /// Waits for the recorder's end; returns the exit code if something went wrong.
  private func wait(
    for reasons: AsyncStream<Reason>, deviceCount: Int, _ audience: RecordAudience, clock: any MediaClock
  ) async -> ExitCode? {
    // Fixtures and movies end by themselves, sound and picture each in its time.
    var running = isReplay ? deviceCount : 0
    var complaints: Set<String> = []  // camera and microphone of a fixture end alike
    for await reason in reasons {
      switch reason {
      case .ending(.durationReached): return nil
      case .interrupted: return durationSeconds == nil ? nil : ExitReason.interrupted.exitCode
      case .ending(.writingFailed): return nil  // which finishing tells
      case .ending(.deviceFailed(let error)):
        let isEnd = running > 0 && error.code == .disconnected
        audience.tell(RecordReport("didFail", time: clock.now, error: "\(error)"))
        if !isEnd || durationSeconds != nil, complaints.insert("\(error)").inserted {
          Terminal.complain("livecam: \(error)")
        }
        running -= 1
        // A camera without its microphone, or the other way round, is half of what was asked for.
        if !isEnd { return ExitReason.captureFailed.exitCode }
        if running == 0 { return durationSeconds == nil ? nil : ExitReason.captureFailed.exitCode }
      }
    }
    return nil
  }

  private var isReplay: Bool {
    let sound = devices.wishes.microphone
    return devices.wishes.camera.isReplay && (sound == .auto || sound == .none || sound.isReplay)
  }

  static func withoutSlash(_ path: String) -> String {
    var path = path[...]
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return String(path)
  }
}
