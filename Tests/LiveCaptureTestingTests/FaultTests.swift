import CaptureDevices
import FileStorage
import Foundation
import LiveCapture
import LiveCaptureTesting
import MediaCore
import ScriptFiles
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import CaptureScripts

/// Each fault of scripts has a row in the article about faults, with a call that does the same to an app.
@Suite struct FaultTests {
  typealias World = AppBench<PlainApp>.World

  /// A row of the table.
  struct Fault: Sendable, CustomTestStringConvertible {
    let step: String
    let call: @Sendable (World, SimulatedWorld, FaultyFiles, CaptureSession) async throws -> Void
    /// Whether a Live Photo that is under way, or one that is asked for right behind, goes otherwise than without it.
    var isFelt = true
    var testDescription: String { step }

    init(
      _ step: String, isFelt: Bool = true,
      _ call: @escaping @Sendable (World, SimulatedWorld, FaultyFiles, CaptureSession) async throws -> Void
    ) {
      (self.step, self.isFelt, self.call) = (step, isFelt, call)
    }
  }

  static let faults: [Fault] = [
    Fault("unplug: back") { world, devices, disk, session in devices.unplug("back") },
    Fault("replug: back", isFelt: false) { world, devices, disk, session in devices.replug("back") },
    Fault("busy: back", isFelt: false) { world, devices, disk, session in devices.setBusy(true, "back") },
    Fault("free: back", isFelt: false) { world, devices, disk, session in devices.setBusy(false, "back") },
    Fault("deny: back", isFelt: false) { world, devices, disk, session in devices.setAccess(.denied, "back") },
    Fault("allow: back", isFelt: false) { world, devices, disk, session in devices.setAccess(.granted, "back") },
    Fault("freeze: back") { world, devices, disk, session in devices.camera("back")?.freeze() },
    Fault("thaw: back", isFelt: false) { world, devices, disk, session in devices.camera("back")?.thaw() },
    Fault("drop: 3") { world, devices, disk, session in devices.camera("back")?.spoil(.drop, 3) },
    Fault("duplicate: 3", isFelt: false) { world, devices, disk, session in devices.camera("back")?.spoil(.duplicate, 3)
    },
    Fault("errorFlag: 3") { world, devices, disk, session in devices.camera("back")?.spoil(.errorFlag, 3) },
    Fault("truncate: 3") { world, devices, disk, session in devices.camera("back")?.spoil(.truncate, 3) },
    Fault("damage: 3", isFelt: false) { world, devices, disk, session in devices.camera("back")?.spoil(.damage, 3) },
    Fault("late: 3") { world, devices, disk, session in devices.camera("back")?.spoil(.late, 3) },
    Fault("clockStep: 2") { world, devices, disk, session in devices.camera("back")?.stepClock(by: .seconds(2)) },
    Fault("share: 0.5") { world, devices, disk, session in devices.camera("back")?.setShare(0.5) },
    Fault("overrun: 4800", isFelt: false) { world, devices, disk, session in
      devices.microphone("microphone")?.overrun(4800)
    },
    Fault("failStills: 1") { world, devices, disk, session in world.stills.fail(next: 1) },
    Fault("failEncoders: 0") { world, devices, disk, session in world.encoders.fail(afterFrames: 0) },
    Fault("failAudioEncoders: 0") { world, devices, disk, session in world.encoders.failSound(afterFrames: 0) },
    Fault("slowDelegate: 0.3") { world, devices, disk, session in world.work.slowDelegate(by: .seconds(0.3)) },
    Fault("disk: {slow: 2}") { world, devices, disk, session in world.work.slowDisk(by: .seconds(2)) },
    Fault("disk: {fullAtByte: 1000}") { world, devices, disk, session in disk.setRoom(1000) },
    Fault("disk: unwritable") { world, devices, disk, session in disk.setFolder(.unwritable) },
    Fault("disk: vanishes") { world, devices, disk, session in disk.setFolder(.vanishes) },
    Fault("disk: works", isFelt: false) { world, devices, disk, session in disk.setFolder(.open) },
    Fault("createFile: 1.mov") { world, devices, disk, session in try disk.create("1.mov", [0]) },
    Fault("interrupt: videoDeviceNotAvailableInBackground") { world, devices, disk, session in
      await session.beginInterruption(.videoDeviceNotAvailableInBackground)
    },
    Fault("session: stop") { world, devices, disk, session in try await session.stopRunning() },
  ]

  @Test("a step and its call do the same to captures, at the same instants", arguments: faults)
  func alike(_ fault: Fault) async throws {
    let script = try await Self.course(ofScriptWith: fault.step)
    let app = try await Self.course(ofAppWith: fault.call)
    #expect(script == app)
    let usual = try await Self.course(ofScriptWith: "advance: 0")
    #expect((script != usual) == fault.isFelt, "\(script)")
  }

  @Test("the article has a row for each of them and for each fault of scripts, with the very call")
  func article() throws {
    let article = "Sources/LiveCaptureTesting/LiveCaptureTesting.docc/Faults.md"
    let rows = try String(contentsOf: Project.url(article), encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| `") }.map { $0.split(separator: "|") }
    func code(_ cell: Substring) -> String { cell.trimmingCharacters(in: [" ", "`"]) }
    #expect(rows.map { code($0[0]) } == Self.faults.map(\.step))
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    for row in rows { #expect(source.contains(code(row[1])), "\(row[1])") }
    let prose = try String(contentsOf: Project.url(article), encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("|") }.joined(separator: "\n")
    for text in prose.split(separator: "`").enumerated().filter({ $0.offset % 2 == 1 }).map(\.element)
    where text.contains("(") { #expect(source.contains(text), "\(text)") }
    let words = Set(rows.map { code($0[0]).prefix { $0 != ":" } })
    for word in DeviceOrder.forms.map(\.example.terms.word) + ScriptAction.faultWords.map(\.key) {
      #expect(words.contains(word[...]), "\(word) has no row")
    }
  }

  @Test("the calls beside the table do what the article says")
  func others() async throws {
    let shuffled = try await AppBench(order: .shuffled(seed: 7)) { try await PlainApp($0) }
    let late = try await Self.captures(of: shuffled) {}
    #expect(late == ["B W C R M P F"])
    let refused = try await AppBench(authorization: .asking { _, answer in answer(false) }) { try await PlainApp($0) }
    let black = try await Self.captures(of: refused) {}
    let status = try refused.world.system.authorizationStatus(for: .video)
    #expect(black == ["B W C P R M F"] && status == .denied)
    let slow = try await AppBench { try await PlainApp($0) }
    let (clock, disk, work) = (slow.clock, slow.world.disk, slow.world.work)
    let begin = clock.now
    disk.setRoom(0)
    work.slowDisk(by: .seconds(5))
    let usual = try await Self.captures(of: slow) {
      clock.fallBehind(by: .seconds(2))
      disk.setRoom(nil)
      work.slowDisk(by: .zero)
    }
    #expect(usual == ["B W C P R M F"] && clock.now - begin == .seconds(14))
    let unplugged = try await AppBench { try await PlainApp($0) }
    let devices = unplugged.devices
    let cut = try await Self.captures(of: unplugged) { devices.give(.unplug, to: "back") }
    #expect(cut.count == 1 && cut[0].hasPrefix("B P! R M! F! ("), "\(cut)")
  }

  /// The captures of an app that takes a Live Photo, at the beginning of which something happens.
  private static func captures(
    of bench: AppBench<PlainApp>, _ happening: @Sendable () -> Void
  ) async throws -> [String] {
    try await bench.run { try await $0.session.startRunning() }
    await bench.pass(.seconds(2))
    try await bench.run { app in
      try app.output.capturePhoto(with: PhotoSettings(livePhotoMoviePath: "1.mov"))
    }
    happening()
    return await bench.finish().captures
  }

  private static let mode = SimulatedCamera.mode(.yu12, width: 160, height: 120)

  /// What the delegates of two Live Photos hear, and when, and what is left of the movies: one that is under way when
  /// the fault comes, and one that is asked for right behind it.
  private static func course(ofScriptWith step: String) async throws -> [String] {
    let script = try CaptureScript(
      """
      version: 1
      encoder: null
      world: {scene: {sampleFormat: float}}
      cameras: [{name: back}]
      steps:
        - {at: 2, press: live}
        - {at: 2.5, \(step)}
        - press: live
      """, file: "fault.yaml")
    let run = try await ScriptRunner(tools: ScriptTools()).run(script)
    let calls = run.entries.filter { $0.kind == .call }.map {
      mark($0.name.prefix(1), $0.capture ?? 0, $0.error, at: MediaTime(nanoseconds: $0.nanoseconds))
    }
    return calls + movies(run.files.map { ($0.name, $0.size) })
  }

  private static func course(
    ofAppWith fault: @escaping @Sendable (World, SimulatedWorld, FaultyFiles, CaptureSession) async throws -> Void
  ) async throws -> [String] {
    var scene = SceneSettings()
    scene.sampleFormat = .float
    let microphone = SimulatedMicrophone(formats: [
      AudioFormat(sampleRate: 48_000, channelCount: 1, sampleFormat: .float)
    ])
    let bench = try await AppBench(
      cameras: [SimulatedCamera("back", name: "Simulated camera", modes: [mode])], microphones: [microphone],
      scene: scene, order: .nominal
    ) { try await PlainApp($0) }
    let log = Log(clock: bench.clock)
    try await bench.run { try await $0.session.startRunning() }
    await bench.pass(.seconds(2))
    func press(_ number: Int) async throws {
      let settings = PhotoSettings(uniqueID: CaptureID(rawValue: Int64(number)), livePhotoMoviePath: "\(number).mov")
      try await bench.run { try $0.output.capturePhoto(with: settings, delegate: log) }
    }
    try await press(1)
    await bench.pass(.seconds(0.5))
    try await bench.run { [world = bench.world] app in
      try await fault(world, world.devices, world.disk, app.session)
    }
    // What is refused is not heard of.
    do { try await press(2) } catch {}
    _ = await bench.finish()
    return log.calls + movies(bench.world.files.files.map { ($0.key, $0.value.count) })
  }

  /// Stills are the delegate's to write, and what is in a movie's way is none.
  private static func movies(_ files: [(name: String, size: Int)]) -> [String] {
    files.filter { $0.name.hasSuffix("mov") && $0.size > 100 }.map { "\($0.name): \($0.size) bytes" }.sorted()
  }

  private static func mark(_ letter: some StringProtocol, _ capture: Int, _ error: Int?, at time: MediaTime) -> String {
    "\(letter)\(capture)" + (error.map { " \($0)" } ?? "") + " at \(time.milliseconds)"
  }

  /// Notes what it hears, as a script's log does.
  private final class Log: DelegateCallReceiver, PhotoProcessingDelegate, LivePhotoCaptureDelegate {
    private let clock: VirtualClock
    private let begin: MediaTime
    private let heard = Mutex<[String]>([])
    var calls: [String] { heard.withLock { $0 } }

    init(clock: VirtualClock) {
      self.clock = clock
      begin = VirtualClock().now
    }

    func receive(_ call: DelegateCall, from output: PhotoOutput) {
      let line = FaultTests.mark(
        "\(call.step.rawValue)", Int(call.settings.uniqueID.rawValue), call.error?.avErrorCode, at: clock.now - begin)
      heard.withLock { $0.append(line) }
    }
  }
}
