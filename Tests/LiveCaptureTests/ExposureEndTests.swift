import CaptureDevices
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

/// Whatever ends a capture for which the camera was set or a light switched on: the camera is set back, the light is
/// put out, and the camera let go.
@Suite struct ExposureEndTests {
  typealias Ending = ExposureBench.Ending

  enum Kind: CaseIterable {
    case biases
    case manual
    case cameraFlash
  }

  private func settings(_ kind: Kind) throws -> PhotoSettings {
    switch kind {
    case .biases: return try Self.bracket()
    case .manual:
      let element = PhotoBracketElement.manual(
        exposureDuration: MediaTime(value: 1, timescale: 1000), sensitivity: 200)
      return try PhotoSettings(bracket: [element, element, element])
    case .cameraFlash: return Self.flash()
    }
  }

  private static func bracket() throws -> PhotoSettings {
    try PhotoSettings(bracket: [2, 2, 2].map { .automatic(exposureTargetBias: $0) })
  }

  private static func flash() -> PhotoSettings {
    var settings = PhotoSettings()
    settings.flashMode = .on
    return settings
  }

  private static func bias(_ world: SimulatedWorld) -> Int64? {
    world.value(ofControl: CameraControlNumber.exposureBias, camera: ExposureBench.camera)
  }

  @Test(
    "a camera is as it was found, whatever ends a capture it was set for", arguments: Kind.allCases, Ending.allCases)
  func setBack(_ kind: Kind, _ ending: Ending) async throws {
    let leaks = LeakWatch()
    let bench = try await ExposureBench(leaks: leaks)
    let before = bench.values
    let usual = try await bench.brightness()
    #expect(usual > 0)
    // Before the first frame, and in the middle: three times, as if somebody were impatient.
    for delay in kind == .cameraFlash ? [0, 0.01, 0.02] : [0, 0.05, 0.1] {
      try await bench.press(try settings(kind))
      await bench.advance(delay)
      #expect(bench.values != before, "nothing was set: the test is about nothing")
      try await bench.end(ending)
      if ending != .stop { await bench.session.settle() }
      #expect(bench.values == (ending == .unplugged ? before.map { _ in nil } : before))
      #expect(bench.delegate.calls.last { $0.step == .didFinish }?.error != nil)
      try await bench.resume(after: ending)
      #expect(bench.values == before)
      let now = try await bench.brightness()
      // A scene that moves is not always as bright.
      #expect(abs(now / usual - 1) < 0.25, "\(now), not about \(usual)")
    }
    try await bench.session.stopRunning()
    let report = await leaks.settled()
    #expect(report.passes)
  }

  @Test("a flash that is no camera's is put out, whatever ends its capture", arguments: Ending.allCases)
  func putOut(_ ending: Ending) async throws {
    let (flash, leaks) = (SimulatedFlash(), LeakWatch())
    let bench = try await ExposureBench(flash: flash, leaks: leaks)
    try await bench.press(Self.flash())
    // One that waits for its turn lights nothing.
    try await bench.press(Self.flash())
    #expect(flash.changes == [true])
    try await bench.end(ending)
    if ending != .stop { await bench.session.settle() }
    #expect(flash.changes == [true, false])
    try await bench.resume(after: ending)
    try await bench.press(Self.flash())
    await bench.advance(1)
    #expect(flash.changes == [true, false, true, false])
    #expect(bench.delegate.calls.last?.step == .didFinish && bench.delegate.calls.last?.error == nil)
    try await bench.session.stopRunning()
    let report = await leaks.settled()
    #expect(report.passes)
  }

  @Test(
    "a flash that cannot be lit fails its capture; that one cannot be put out, the session tells",
    arguments: [true, false])
  func brokenFlash(whenLit: Bool) async throws {
    let flash = CallbackFlash { (isOn) throws(DeviceError) in
      if isOn == whenLit { throw DeviceError(.system, context: "LED", message: "It is broken.") }
    }
    let bench = try await ExposureBench(flash: flash)
    let log = StreamLog(bench.session.events)
    try await bench.press(Self.flash())
    await bench.advance(1)
    try await bench.session.stopRunning()
    let failure = try #require(bench.delegate.calls.last { $0.step == .didFinish }).error
    let troubles = await log.finish().compactMap { event in
      if case .runtimeError(let error, _) = event { error } else { nil }
    }
    let told = whenLit ? [failure].compactMap { $0 } : troubles
    #expect(told.map(\.code) == [.deviceFailed])
    #expect(told.map { ($0.underlying as? DeviceError)?.context } == ["LED"])
    #expect(whenLit ? troubles.isEmpty : failure == nil)
  }

  @Test(
    "a session that is let go in the middle goes when its capture has ended, the camera set back and the light put out",
    arguments: [true, false])
  func letGo(isStepwise: Bool) async throws {
    for settings in [try Self.bracket(), Self.flash()] {
      let (flash, leaks) = (SimulatedFlash(), LeakWatch())
      let world: SimulatedWorld
      let before: Int64?
      let (clock, work, delegate): (VirtualClock, any WorkScheduler, DelegateLog)
      do {
        let bench = try await ExposureBench(flash: flash, leaks: leaks, isStepwise: isStepwise)
        (clock, work, delegate) = (bench.clock, bench.work, bench.delegate)
        leaks.watch(bench.session, "session")
        world = bench.world
        before = Self.bias(world)
        try await bench.press(settings)
        #expect(Self.bias(world) != before || flash.changes == [true])
      }
      await clock.advance(by: MediaTime(value: 2, timescale: 1)) { await work.settle() }
      #expect(delegate.calls.last?.step == .didFinish && delegate.calls.last?.error == nil)
      let report = await leaks.settled()
      #expect(report.passes)
      #expect(Self.bias(world) == before)
      #expect(flash.changes == (settings.flashMode == .on ? [true, false] : []))
    }
  }

  @Test(
    "a session that was let go stays while its camera is set back, and nobody else has it before",
    arguments: [true, false])
  func setBackLate(isStepwise: Bool) async throws {
    let (gate, owner, leaks) = (Gate(), LeakWatch(), LeakWatch())
    let world: SimulatedWorld
    let before: Int64?
    let (clock, work): (VirtualClock, any WorkScheduler)
    do {
      let bench = try await ExposureBench(leaks: leaks, isStepwise: isStepwise)
      (clock, work) = (bench.clock, bench.work)
      world = bench.world
      before = Self.bias(world)
      owner.watch(bench.session, "session")
      leaks.watch(bench.system, "devices")
      leaks.watch(bench.catalog, "catalog")
      try await bench.press(try Self.bracket())
      bench.catalog.hold(by: gate)
    }
    // Frames come and nothing is done with them while the camera's own work waits at the gate.
    let waiting = Task { await clock.advance(by: MediaTime(value: 2, timescale: 1)) { await work.settle() } }
    await LeakWatch.wait { gate.wasReached }
    try #require(gate.wasReached)
    #expect(!owner.survivors.isEmpty && Self.bias(world) != before, "it is being set back, and waits")
    let busy = #expect(throws: DeviceError.self) { _ = try world.openVideo(ExposureBench.camera, wish: VideoWish()) }
    #expect(busy?.code == .busy)
    gate.open()
    await waiting.value
    let gone = await owner.settled()
    #expect(gone.passes)
    let report = await leaks.settled()
    #expect(report.passes)
    #expect(Self.bias(world) == before)
    _ = try world.openVideo(ExposureBench.camera, wish: VideoWish())
  }

  @Test("what a camera that answers no more was set to is not its session's fault, and nothing is held")
  func gone() async throws {
    let (flash, leaks) = (SimulatedFlash(), LeakWatch())
    let bench = try await ExposureBench(flash: flash, leaks: leaks)
    let events = bench.session.events
    for settings in [try Self.bracket(), Self.flash()] {
      try await bench.press(settings)
      await bench.advance(0.01)
    }
    bench.catalog.refuse()
    await bench.advance(1)
    // The bracket's second exposure cannot be set; the flash, which has nothing to set, has had its turn.
    #expect(bench.delegate.timeline == "B1 B2 W1 C1 P1 P1! P1! F1! W2 C2 P2 F2")
    #expect(flash.changes == [true, false])
    try await bench.session.stopRunning()
    let kept = await Self.errors(in: events)
    #expect(kept.count == 1 && kept.first?.code == .deviceFailed && kept.first?.context == ExposureBench.camera)
    #expect((kept.first?.underlying as? DeviceError)?.code == .system)
    let report = await leaks.settled()
    #expect(report.passes)
  }

  /// What a session told of as errors of its own until it had stopped so many times.
  private static func errors(in events: AsyncStream<SessionEvent>, stops: Int = 1) async -> [CaptureError] {
    var (errors, left): ([CaptureError], Int) = ([], stops)
    for await event in events {
      switch event {
      case .runtimeError(let error, _): errors.append(error)
      case .didStopRunning:
        left -= 1
        if left == 0 { return errors }
      default: break
      }
    }
    return errors
  }

  @Test(
    "a camera that has gone, and one that is set back, are no session's error", arguments: [Ending.stop, .unplugged])
  func notTold(_ ending: Ending) async throws {
    let bench = try await ExposureBench()
    let events = bench.session.events
    try await bench.press(try Self.bracket())
    try await bench.end(ending)
    await bench.session.settle()
    try await bench.resume(after: ending)
    try await bench.session.stopRunning()
    #expect(await Self.errors(in: events, stops: ending == .stop ? 2 : 1).isEmpty)
  }

  @Test("a camera that stalls in the middle is set back, and takes ordinary stills when it is back")
  func stalled() async throws {
    let bench = try await CaptureBench()
    try await bench.run("60v")
    let bias = CameraControlNumber.exposureBias
    let before = try bench.camera.value(ofControl: bias)
    var settings = try PhotoSettings(bracket: [2, 2].map { .automatic(exposureTargetBias: $0) })
    settings.format = .jpeg
    try await bench.press(settings)
    try #expect(bench.camera.value(ofControl: bias) != before)
    try await bench.run("{freeze: camera} 150v")
    try #expect(bench.camera.value(ofControl: bias) == before)
    try await bench.run("{thaw: camera} 60v v! 29v |")
    #expect(bench.delegate.calls.last?.step == .didFinish && bench.delegate.calls.last?.error == nil)
    try #expect(bench.camera.value(ofControl: bias) == before)
  }
}
