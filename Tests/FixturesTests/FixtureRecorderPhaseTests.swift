import CaptureCodecs
import CaptureDevices
import Foundation
import LiveCaptureTesting
import MediaCore
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import Fixtures

/// Every call on a recorder in every phase: what it says, what is written, and which phase it leads to.
@Suite struct FixtureRecorderPhaseTests {
  private enum Call: CaseIterable {
    case start, finish, flush
    /// What devices tell: samples, a loss, the stream's failure; and the system, that the camera has gone.
    case frame, sound, loss, failure, unplugged
    /// The wished duration is over.
    case timeUp
  }

  /// What was thrown or told of as an ending, `+` where the bundle has changed; and the phase behind it.
  private struct Outcome: Equatable {
    let said: String
    let phase: FixtureRecorder.State.Phase
    init(_ said: String, _ phase: FixtureRecorder.State.Phase) { (self.said, self.phase) = (said, phase) }
  }

  /// A camera that delivers nothing by itself. Functions of the test's run while it starts and while it stops.
  private final class HookedCamera: VideoSource {
    struct Hooks {
      var start: @Sendable () throws(DeviceError) -> Void = {}
      var stop: @Sendable () -> Void = {}
      var isRunning = false
    }

    let device: VideoDevice
    let mode: VideoMode
    var timestampInstant: TimestampInstant { .endOfFrame }
    let hooks = Mutex(Hooks())
    var isRunning: Bool { hooks.withLock { $0.isRunning } }

    init(like source: any VideoSource) { (device, mode) = (source.device, source.mode) }

    func start(delivering sink: any VideoSink) throws(DeviceError) {
      try hooks.withLock { $0.start }()
      hooks.withLock { $0.isRunning = true }
    }

    func stop() {
      hooks.withLock { $0.isRunning = false }
      hooks.withLock { $0.stop }()
    }
  }

  /// What a recorder has told since it was looked at last.
  private final class Told: Sendable {
    private let texts = Mutex<[String]>([])
    func add(_ text: String) { texts.withLock { $0.append(text) } }
    func takeAll() -> [String] {
      texts.withLock { texts in
        defer { texts = [] }
        return texts
      }
    }
  }

  private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }

  private final class Bench: Sendable {
    private let files: FixtureBench
    private let clock = VirtualClock()
    private let microphone: LossyMicrophone
    let camera: HookedCamera
    let recorder: FixtureRecorder
    private let told = Told()

    init() throws {
      files = try FixtureBench()
      let scene = SceneCatalog(clock: clock, pictures: StandardPictures())
      camera = HookedCamera(like: try scene.openVideo("scene", wish: FixtureBench.video).source)
      microphone = LossyMicrophone(clock: clock)
      recorder = try FixtureRecorder(
        path: files.path, clock: clock, camera: camera, microphone: microphone, duration: .seconds(10)
      ) { [told] ending in
        switch ending {
        case .deviceFailed(let error): told.add("deviceFailed \(error.code)")
        case .writingFailed(let error): told.add("writingFailed \(error.code)")
        case .durationReached: told.add("durationReached")
        }
      }
    }

    var phase: FixtureRecorder.State.Phase { recorder.state.withLock { $0.phase } }

    var isThere: Bool { FileManager.default.fileExists(atPath: files.path) }

    func reader() throws -> FixtureReader { try FixtureReader(path: files.path) }

    /// The sizes of the bundle's files; empty where there is none.
    private func sizes() throws -> [String: Int] {
      try recorder.flush()
      guard isThere else { return [:] }
      let names = try FileManager.default.contentsOfDirectory(atPath: files.path)
      return try Dictionary(
        uniqueKeysWithValues: names.map { ($0, try files.folder.read("scene.livecam/\($0)").count) })
    }

    func apply(_ call: Call) throws {
      switch call {
      case .start: try recorder.start()
      case .finish: try recorder.finish()
      case .flush: try recorder.flush()
      case .frame:
        [UInt8](repeating: 7, count: camera.mode.format.frameBytes).withUnsafeBytes { bytes in
          recorder.add(
            BorrowedVideoFrame(format: camera.mode.format, time: clock.now, sequence: 0, bytes: bytes),
            stamped: .endOfFrame)
        }
      case .sound:
        [UInt8](repeating: 7, count: 160).withUnsafeBytes { bytes in
          recorder.add(
            BorrowedAudioChunk(
              format: microphone.format, position: 0, frameCount: 80, clock: nil, isFiller: false, bytes: bytes))
        }
      case .loss: recorder.addLoss(1, .dropped, of: .camera)
      case .failure:
        recorder.addFailure(DeviceError(.streamingFailed, context: "x", message: "on purpose"), of: .camera, stream: 0)
      case .unplugged: recorder.hear(.camera, isConnected: false, node: nil)
      case .timeUp: clock.advance(by: .seconds(20))
      }
    }

    func outcome(of call: Call) throws -> Outcome {
      let before = try sizes()
      _ = told.takeAll()
      var said: [String] = []
      do { try apply(call) } catch let error as FixtureError { said.append("\(error.code)") }
      said += told.takeAll()
      if try sizes() != before { said.append("+") }
      return Outcome(said.joined(separator: " "), phase)
    }
  }

  private static let idle: KeyValuePairs<Call, Outcome> = [
    .start: Outcome("", .recording), .finish: Outcome("invalidState", .idle), .flush: Outcome("", .idle),
    .frame: Outcome("", .idle), .sound: Outcome("", .idle), .loss: Outcome("", .idle), .failure: Outcome("", .idle),
    .unplugged: Outcome("", .idle), .timeUp: Outcome("", .idle),
  ]
  private static let empty: KeyValuePairs<Call, Outcome> = [
    .start: Outcome("invalidState", .recording), .finish: Outcome("nothingRecorded +", .over),
    .flush: Outcome("", .recording), .frame: Outcome("+", .recording), .sound: Outcome("+", .recording),
    .loss: Outcome("+", .recording), .failure: Outcome("deviceFailed streamingFailed +", .recording),
    .unplugged: Outcome("+", .recording), .timeUp: Outcome("durationReached", .recording),
  ]
  private static let recording: KeyValuePairs<Call, Outcome> = [
    .start: Outcome("invalidState", .recording), .finish: Outcome("+", .over), .flush: Outcome("", .recording),
    .frame: Outcome("+", .recording), .sound: Outcome("+", .recording), .loss: Outcome("+", .recording),
    .failure: Outcome("deviceFailed streamingFailed +", .recording), .unplugged: Outcome("+", .recording),
    .timeUp: Outcome("durationReached", .recording),
  ]
  /// What devices tell while they are stopped is recorded.
  private static let stopping: KeyValuePairs<Call, Outcome> = [
    .start: Outcome("invalidState", .stopping), .finish: Outcome("invalidState", .stopping),
    .flush: Outcome("", .stopping), .frame: Outcome("+", .stopping), .sound: Outcome("+", .stopping),
    .loss: Outcome("+", .stopping), .failure: Outcome("deviceFailed streamingFailed +", .stopping),
    .unplugged: Outcome("+", .stopping), .timeUp: Outcome("", .stopping),
  ]
  private static let over: KeyValuePairs<Call, Outcome> = [
    .start: Outcome("invalidState", .over), .finish: Outcome("invalidState", .over), .flush: Outcome("", .over),
    .frame: Outcome("", .over), .sound: Outcome("", .over), .loss: Outcome("", .over), .failure: Outcome("", .over),
    .unplugged: Outcome("", .over), .timeUp: Outcome("", .over),
  ]

  @Test("each call in each phase says and writes what it has to, and leads where it has to")
  func table() throws {
    let table: [(path: [Call], phase: FixtureRecorder.State.Phase, calls: KeyValuePairs<Call, Outcome>)] = [
      ([], .idle, Self.idle), ([.start], .recording, Self.empty), ([.start, .frame], .recording, Self.recording),
      ([.start, .frame, .finish], .over, Self.over),
    ]
    for (path, phase, calls) in table {
      #expect(calls.map(\.key) == Call.allCases, "every call is listed once")
      for (call, expected) in calls {
        let bench = try Bench()
        for call in path { try bench.apply(call) }
        #expect(bench.phase == phase && bench.camera.isRunning == (phase == .recording))
        #expect(try bench.outcome(of: call) == expected, "\(path) + \(call)")
        #expect(bench.camera.isRunning == (bench.phase == .recording), "\(path) + \(call)")
      }
    }
  }

  @Test("each call while the devices are being stopped does what it has to; the bundle is whole all the same")
  func stopping() throws {
    #expect(Self.stopping.map(\.key) == Call.allCases, "every call is listed once")
    for (call, expected) in Self.stopping {
      let bench = try Bench()
      for call in [Call.start, .frame] { try bench.apply(call) }
      let outcome = Box<Result<Outcome, any Error>>()
      bench.camera.hooks.withLock { hooks in
        hooks.stop = { [weak bench] in
          outcome.value.withLock { $0 = Result { try bench?.outcome(of: call) ?? Outcome("gone", .idle) } }
        }
      }
      try bench.apply(.finish)
      #expect(try outcome.value.withLock { $0 }?.get() == expected, "\(call)")
      #expect(bench.phase == .over && !bench.camera.isRunning)
      try bench.reader().verify()
    }
  }

  @Test(
    "a recorder that is finished while it starts leaves no device running, and its bundle alone",
    arguments: [false, true])
  func finishedAtStart(fails: Bool) throws {
    let bench = try Bench()
    bench.camera.hooks.withLock { hooks in
      hooks.start = { [weak bench] () throws(DeviceError) in
        // Its bundle has to outlast the start.
        do { for call in [Call.frame, .finish] { try bench?.apply(call) } } catch { Issue.record(error) }
        if fails { throw DeviceError(.busy, context: "x", message: "on purpose") }
      }
    }
    do { try bench.apply(.start) } catch let error as DeviceError { #expect(fails && error.code == .busy) }
    #expect(bench.phase == .over && !bench.camera.isRunning)
    try bench.reader().verify()
  }

  /// A microphone that delivers nothing. A function of the test's runs before it starts.
  private final class HookedMicrophone: AudioSource {
    let device = AudioDevice(
      id: "hooked", name: "Hooked", pcm: "hw:8",
      identity: DeviceIdentity(serial: nil, portPath: "usb-2", model: "Hooked"),
      formats: [AudioFormat(sampleRate: 8000, channelCount: 1, sampleFormat: .s16)])
    var format: AudioFormat { device.formats[0] }
    let beforeStart = Mutex<@Sendable () -> Void>({})
    private let running = Mutex(false)
    var isRunning: Bool { running.withLock { $0 } }

    func start(delivering sink: any AudioSink) throws(DeviceError) {
      beforeStart.withLock { $0 }()
      running.withLock { $0 = true }
    }

    func stop() { running.withLock { $0 = false } }
  }

  @Test("a recorder that is finished before its first device starts leaves none running", arguments: [false, true])
  func finishedBeforeStart(fails: Bool) throws {
    let (files, clock, told) = (try FixtureBench(), VirtualClock(), Told())
    let scene = SceneCatalog(clock: clock, pictures: StandardPictures())
    let camera = HookedCamera(like: try scene.openVideo("scene", wish: FixtureBench.video).source)
    let microphone = HookedMicrophone()
    let recorder = try FixtureRecorder(
      path: files.path, clock: clock, camera: camera, microphone: microphone, duration: .seconds(1)
    ) { _ in told.add("ending") }
    microphone.beforeStart.withLock {
      $0 = { [weak recorder] in
        // Nothing has come yet.
        let error = #expect(throws: FixtureError.self) { try recorder?.finish() }
        #expect(error?.code == .nothingRecorded)
      }
    }
    camera.hooks.withLock { hooks in
      hooks.start = { () throws(DeviceError) in
        if fails { throw DeviceError(.busy, context: "x", message: "on purpose") }
      }
    }
    do { try recorder.start() } catch let error as DeviceError { #expect(fails && error.code == .busy) }
    #expect(!microphone.isRunning && !camera.isRunning)
    clock.advance(by: .seconds(3))
    #expect(told.takeAll() == [], "the wished duration no longer counts")
  }

  @Test("a recorder whose device does not start is over, and leaves no bundle")
  func failedStart() throws {
    for call in Call.allCases {
      let bench = try Bench()
      bench.camera.hooks.withLock { hooks in
        hooks.start = { () throws(DeviceError) in throw DeviceError(.busy, context: "x", message: "on purpose") }
      }
      #expect(throws: DeviceError.self) { try bench.apply(.start) }
      #expect(bench.phase == .over && !bench.isThere)
      let expected = Self.over.first { $0.key == call }?.value
      #expect(try bench.outcome(of: call) == expected, "\(call)")
    }
  }
}
