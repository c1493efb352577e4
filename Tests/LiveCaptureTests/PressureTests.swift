import CaptureCodecs
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

@testable import LiveCapture

/// When the machine counts as not keeping up, and what the session does about it.
@Suite struct PressureTests {
  private static let interval = MediaTime(value: 1, timescale: 30)

  /// Notes frames of so many seconds and returns the states that were told, with the seconds at which they were.
  private func note(
    _ meter: inout PressureMeter, from start: Double, for seconds: Double, lossOf lost: Int = 0, backlog: Double = 0
  ) -> [(second: Double, level: SystemPressureState.Level)] {
    var told: [(second: Double, level: SystemPressureState.Level)] = []
    for frame in 0..<Int((seconds * 30).rounded()) where lost == 0 || frame % (lost + 1) == lost {
      let time = MediaTime(seconds: start, preferredTimescale: 600) + Self.interval * Int32(frame)
      if let state = meter.note(at: time, isDelivered: true, lost: lost, backlog: backlog) {
        told.append((time.seconds, state.level))
      }
    }
    return told
  }

  @Test("a level counts when it has lasted, and falls step by step when it has been gone for longer")
  func hysteresis() {
    var meter = PressureMeter(SystemPressurePolicy(), frameInterval: Self.interval)
    #expect(note(&meter, from: 0, for: 5).isEmpty)
    #expect(note(&meter, from: 5, for: 0.9, backlog: 0.9).isEmpty, "too short to count")
    #expect(note(&meter, from: 5.9, for: 2).isEmpty)
    let up = note(&meter, from: 8, for: 2, backlog: 0.9)
    #expect(up.map(\.level) == [.serious] && abs((up.first?.second ?? 0) - 9) < 0.04)
    let down = note(&meter, from: 10, for: 12)
    #expect(down.map(\.level) == [.fair, .nominal])
    #expect(abs((down.first?.second ?? 0) - 15) < 0.04 && abs((down.last?.second ?? 0) - 20) < 0.04)
    #expect(meter.state == .nominal)
  }

  @Test("a backlog that comes and goes at the threshold does not make the level flicker")
  func noFlicker() {
    var meter = PressureMeter(SystemPressurePolicy(), frameInterval: Self.interval)
    var told: [SystemPressureState.Level] = []
    for second in 0..<30 {
      told += note(&meter, from: Double(second) * 2, for: 1.5, backlog: 0.6).map(\.level)
      told += note(&meter, from: Double(second) * 2 + 1.5, for: 0.5).map(\.level)
    }
    #expect(told == [.fair])
  }

  @Test(
    "of lost frames a burst is no pressure, a share that stays is",
    arguments: [(lost: 1, level: SystemPressureState.Level.critical), (lost: 9, level: .shutdown)])
  func frameLoss(lost: Int, level: SystemPressureState.Level) {
    var meter = PressureMeter(SystemPressurePolicy(), frameInterval: Self.interval)
    #expect(note(&meter, from: 0, for: 5).isEmpty)
    #expect(note(&meter, from: 5, for: 0.2, lossOf: 4).isEmpty)
    #expect(note(&meter, from: 5.2, for: 5).isEmpty, "five frames of four seconds")
    let told = note(&meter, from: 10.2, for: 8, lossOf: lost)
    #expect(told.last?.level == level && meter.state.factors == .frameLoss)
  }

  @Test("hardly any frame gets through: the session rests and goes on by itself, for longer each time")
  func interruption() async throws {
    var setup = CaptureBench.Setup()
    setup.session.stallTimeout = MediaTime(value: 60, timescale: 1)
    let bench = try await CaptureBench(setup)
    let events = bench.session.events
    let states = bench.session.systemPressureStates
    try await bench.run("150v")
    #expect(await bench.session.systemPressureState == .nominal)
    func lose(seconds: Int) async throws {
      for _ in 0..<seconds * 3 where await bench.session.isRunning { try await bench.run("{drop: 9} 10v") }
    }
    try await lose(seconds: 10)
    #expect(await bench.session.isInterrupted)
    #expect(await bench.session.systemPressureState.level == .shutdown)
    #expect(await bench.session.systemPressureState.factors == .frameLoss)
    try await bench.run("120v")
    #expect(await bench.session.isInterrupted, "it rests")
    try await bench.run("45v")
    #expect(await bench.session.isRunning)
    #expect(await bench.session.systemPressureState.level == .critical, "it has to prove itself")
    // Still the same: it rests for twice as long.
    try await lose(seconds: 10)
    #expect(await bench.session.isInterrupted)
    try await bench.run("270v")
    #expect(await bench.session.isInterrupted)
    try await bench.run("45v 480v")
    #expect(await bench.session.isRunning)
    #expect(await bench.session.systemPressureState == .nominal)
    try await bench.run("v* 119v")
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
    try await bench.session.stopRunning()
    var reasons: [InterruptionReason?] = []
    for await event in events {
      if case .wasInterrupted(let reason, _) = event { reasons.append(reason) }
      if case .interruptionEnded = event { reasons.append(nil) }
      if case .didStopRunning = event { break }
    }
    let pressure = InterruptionReason.videoDeviceNotAvailableDueToSystemPressure
    #expect(reasons == [pressure, nil, pressure, nil])
    var levels: [SystemPressureState.Level] = []
    for await state in states {
      levels.append(state.level)
      if state.level == .nominal { break }
    }
    #expect(levels.count(where: { $0 == .shutdown }) == 2)
    #expect(Array(levels.suffix(4)) == [.critical, .serious, .fair, .nominal])
  }

  /// What ends the pressure of a camera together with the camera's frames.
  enum End: CaseIterable {
    case stopped
    case interrupted
    case removed
    case unplugged
  }

  @Test("pressure goes with the camera that it was of, and that is told", arguments: End.allCases)
  func goesWithCamera(_ end: End) async throws {
    var setup = CaptureBench.Setup()
    setup.audio = nil
    setup.session.stallTimeout = MediaTime(value: 60, timescale: 1)
    setup.session.systemPressure.interruptsSession = false
    let bench = try await CaptureBench(setup)
    let states = StreamLog(bench.session.systemPressureStates)
    try await bench.run("30v")
    for _ in 0..<30 { try await bench.run("{drop: 9} 10v") }
    let pressed = SystemPressureState(level: .shutdown, factors: .frameLoss)
    #expect(await bench.session.systemPressureState == pressed)
    switch end {
    case .stopped: try await bench.session.stopRunning()
    case .interrupted: await bench.session.beginInterruption(.videoDeviceNotAvailableInBackground)
    case .removed: for input in await bench.session.inputs { try await bench.session.removeInput(input) }
    case .unplugged: try await bench.run("{unplug: camera}")
    }
    await bench.session.settle()
    #expect(await bench.session.systemPressureState == .nominal)
    #expect(await states.finish().suffix(2) == [pressed, .nominal])
  }

  @Test("of several cameras the one for which it is hardest counts, and each one's pressure is its own")
  func severalCameras() async throws {
    let clock = VirtualClock()
    let catalog = SceneCatalog(clock: clock, scene: Scene(epoch: clock.now), pictures: StandardPictures())
    let cameras = try (0..<2).map { _ in
      FaultyCamera(try catalog.openVideo("scene", wish: CaptureBench.Setup().video).source)
    }
    var configuration = CaptureBench.Setup().session
    configuration.stallTimeout = MediaTime(value: 60, timescale: 1)
    configuration.systemPressure.interruptsSession = false
    let session = try CaptureSession(configuration: configuration, environment: .virtual(clock: clock))
    for camera in cameras { try await session.addInput(camera) }
    let inputs = await session.inputs
    try await session.startRunning()
    // Of ten frames the first camera loses nine, the other one.
    for _ in 0..<30 {
      for (camera, lost) in zip(cameras, [9, 1]) { camera.spoil(.drop, lost) }
      await clock.advance(by: MediaTime(value: 1, timescale: 3)) { await session.settle() }
    }
    #expect(await session.systemPressureState == SystemPressureState(level: .shutdown, factors: .frameLoss))
    try await session.removeInput(inputs[0])
    await session.settle()
    #expect(await session.systemPressureState == SystemPressureState(level: .fair, factors: .frameLoss))
    try await session.addInput(cameras[0])
    #expect(await session.systemPressureState.level == .fair, "a camera that is started begins without")
    try await session.removeInput(inputs[1])
    await session.settle()
    #expect(await session.systemPressureState == .nominal)
    try await session.stopRunning()
  }

  @Test("a policy that is off tells nothing, one that does not interrupt only tells", arguments: [false, true])
  func switches(isEnabled: Bool) async throws {
    var setup = CaptureBench.Setup()
    setup.session.stallTimeout = MediaTime(value: 60, timescale: 1)
    setup.session.systemPressure.isEnabled = isEnabled
    setup.session.systemPressure.interruptsSession = false
    let bench = try await CaptureBench(setup)
    try await bench.run("30v")
    for _ in 0..<30 { try await bench.run("{drop: 9} 10v") }
    #expect(await bench.session.isRunning)
    #expect(await bench.session.systemPressureState.level == (isEnabled ? .shutdown : .nominal))
    try await bench.session.stopRunning()
    #expect(await bench.session.systemPressureState == .nominal)
    setup.session.systemPressure.frameLoss.fair = 0.9
    await #expect(throws: CaptureError.self) { _ = try await CaptureBench(setup) }
  }

  @Test(
    "an encoder that loses most of a recording's frames ends it whole, and the session goes on when it has caught up")
  func recordingOverload() async throws {
    let bench = try await RecordingBench { $0.stallTimeout = MediaTime(value: 60, timescale: 1) }
    try await bench.start()
    try await bench.record(for: 2)
    #expect(await bench.session.systemPressureState == .nominal)
    // Nothing is encoded while nobody settles.
    bench.clock.fallBehind(by: MediaTime(value: 8, timescale: 1))
    await bench.session.settle()
    #expect(await bench.session.isInterrupted)
    let error = try #require(bench.delegate.errors.first ?? nil)
    #expect(error.avErrorCode == -11_818 && error.recordingSuccessfullyFinished == true)
    await bench.advance(6)
    #expect(await bench.session.isRunning)
    try await bench.record(to: "2.mov", for: 1)
    bench.movies.stopRecording()
    await bench.advance(0.5)
    #expect(bench.delegate.calls.last == "finish 2.mov")
  }

  @Test("what an app says of pressure itself ends when the app says so, and ordinary work is no pressure")
  func ordinaryWork() async throws {
    var bench: CaptureBench? = try await CaptureBench()
    let told = try #require(bench?.session.systemPressureStates)
    try await bench?.run("60v v* 14v v* 14v v*! 119v {drop: 3} v* 149v")
    await bench?.session.beginInterruption(.videoDeviceNotAvailableDueToSystemPressure)
    try await bench?.run("900v")
    #expect(await bench?.session.isInterrupted == true)
    await bench?.session.endInterruption(.videoDeviceNotAvailableDueToSystemPressure)
    #expect(await bench?.session.isRunning == true)
    try await bench?.run("60v |")
    // With the session its streams end.
    bench = nil
    var states: [SystemPressureState] = []
    for await state in told { states.append(state) }
    #expect(states.isEmpty)
  }
}
