import CaptureDevices
import Diagnostics
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

/// Devices that a session has and cannot use for a while: the rest runs, the app is told, and they come back.
@Suite struct AwayDeviceTests {
  private let back = SimulatedCamera.usual("back", node: "/dev/video0")
  private let front = SimulatedCamera.usual("front", node: "/dev/video1")

  private func names(_ log: StreamLog<SessionEvent>) async -> [String] { await log.finish().map(\.name) }

  @Test("the camera is switched while the microphone is unplugged; plugged in again it is heard")
  func cameraSwitchedWithoutMicrophone() async throws {
    let bench = try CaseBench(cameras: [back, front])
    let log = StreamLog(bench.session.events)
    try await bench.assemble(["back", "microphone"])
    try await bench.start()
    await bench.advance(2)
    bench.world.unplug("microphone")
    await bench.session.settle()
    await bench.session.beginConfiguration()
    try await bench.session.removeInput(#require(await bench.session.inputs.first))
    try await bench.session.addInput(bench.input("front"))
    try await bench.session.commitConfiguration()
    await bench.advance(2)
    try await bench.pressLive("1.mov")
    await bench.advance(3)
    #expect(!bench.hasSound("1.mov"))
    bench.world.plugIn(SimulatedMicrophone("microphone"))
    await bench.advance(3)
    try await bench.pressLive("2.mov")
    await bench.advance(3)
    #expect(bench.hasSound("2.mov"))
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1 B2 W2 C2 P2 R2 M2 F2")
    #expect(await names(log) == ["started", "audio failed: disconnected"])
  }

  @Test("a microphone that cannot be had does not keep a session from starting", arguments: [true, false])
  func microphoneAtStart(isUnplugged: Bool) async throws {
    let slot = CatalogSlot()
    let bench = try CaseBench(through: slot)
    let log = StreamLog(bench.session.events)
    try await bench.assemble()
    if isUnplugged { bench.world.unplug("microphone") } else { slot.value?.refuse("microphone", .busy) }
    try await bench.start()
    #expect(await bench.session.isRunning)
    await bench.advance(2)
    let sound = try #require(await bench.session.connections.first { $0.mediaType == .audio })
    #expect(!sound.isActive)
    try await bench.pressLive("1.mov")
    await bench.advance(3)
    #expect(!bench.hasSound("1.mov"))
    // Tried after 3 s, and after 6 s more.
    if isUnplugged {
      bench.world.plugIn(SimulatedMicrophone("microphone"))
    } else {
      slot.value?.refuse("microphone", nil)
    }
    await bench.advance(6)
    #expect(sound.isActive)
    try await bench.pressLive("2.mov")
    await bench.advance(3)
    #expect(bench.hasSound("2.mov"))
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1 B2 W2 C2 P2 R2 M2 F2")
    if !isUnplugged { #expect(slot.value?.opened.count { $0 == "microphone" } == 3) }
    #expect(await names(log) == ["started", "audio failed: \(isUnplugged ? "disconnected" : "busy")"])
  }

  @Test("a session starts with the one of two cameras that it can have, and the other one follows")
  func oneOfTwoAtStart() async throws {
    let slot = CatalogSlot()
    let bench = try CaseBench(cameras: [back, front], microphones: [], through: slot)
    let log = StreamLog(bench.session.events)
    try await bench.assemble(["back", "front"])
    slot.value?.refuse("back", .busy)
    try await bench.start()
    #expect(await bench.session.isRunning)
    bench.expectBroken(.videoConnectionIsActive, PhotoSettings())
    await bench.advance(1)
    slot.value?.refuse("back", nil)
    await bench.advance(4)
    try await bench.pressLive()
    await bench.advance(3)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
    #expect(await names(log) == ["started", "video failed: busy"])
  }

  @Test("a session none of whose cameras can be had does not start", arguments: [true, false])
  func nothingAtStart(isUnplugged: Bool) async throws {
    let slot = CatalogSlot()
    let bench = try CaseBench(through: slot)
    let log = StreamLog(bench.session.events)
    try await bench.assemble()
    if isUnplugged { bench.world.unplug("camera") } else { slot.value?.refuse("camera", .busy) }
    let error = await #expect(throws: CaptureError.self) { try await bench.session.startRunning() }
    #expect(error?.avErrorCode == (isUnplugged ? -11_808 : -11_815))
    #expect(await !bench.session.isRunning)
    #expect(await !bench.session.isInterrupted)
    #expect(bench.clock.pendingActionCount == 0, "the microphone does not run, and nobody tries")
    if isUnplugged { bench.world.plugIn(.usual()) } else { slot.value?.refuse("camera", nil) }
    await bench.session.settle()
    try await bench.start()
    await bench.advance(2)
    try await bench.press()
    await bench.advance(1)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 F1")
    #expect(await names(log) == ["error: \(isUnplugged ? -11_808 : -11_815)", "started"])
  }

  @Test("one of two cameras is unplugged: the other one is set differently, and both are when it is back")
  func presetWithoutOne() async throws {
    let bench = try CaseBench(cameras: [back, front], microphones: [])
    try await bench.assemble(["back", "front"])
    let other = PhotoOutput()
    try await bench.session.addOutput(other)
    try await bench.start()
    await bench.advance(2)
    bench.world.unplug("front")
    await bench.session.settle()
    try await bench.session.setSessionPreset(.low)
    await bench.advance(2)
    try await bench.press()
    await bench.advance(1)
    bench.world.plugIn(front)
    await bench.advance(2)
    try other.capturePhoto(with: PhotoSettings(), delegate: bench.delegate)
    await bench.advance(1)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 F1 B2 W2 C2 P2 F2")
    #expect(bench.widths == [320, 320])
  }

  @Test("with the microphone out, outputs and formats change as ever")
  func changesWithoutMicrophone() async throws {
    let bench = try CaseBench()
    try await bench.run()
    bench.world.unplug("microphone")
    await bench.session.settle()
    let movies = MovieFileOutput()
    try await bench.session.addOutput(movies)
    try await bench.session.removeOutput(movies)
    let device = try #require(bench.system.defaultDevice(for: .video))
    try device.lockForConfiguration()
    try device.setActiveFormat(try #require(device.formats.first { $0.dimensions.width == 320 }))
    device.unlockForConfiguration()
    await bench.advance(2)
    try await bench.press()
    await bench.advance(1)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 F1" && bench.widths == [320])
  }

  @Test("the only camera is taken while it is set differently: the session waits for it, and goes on with it")
  func takenWhileChanged() async throws {
    let slot = CatalogSlot()
    let bench = try CaseBench(through: slot)
    let log = StreamLog(bench.session.events)
    try await bench.run()
    slot.value?.refuse("camera", .busy)
    try await bench.session.setSessionPreset(.low)
    #expect(await bench.session.isInterrupted)
    #expect(bench.output.captureReadiness == .sessionNotRunning)
    // Who interrupts the session for a reason of his own does not want it tried.
    await bench.session.beginInterruption(.videoDeviceNotAvailableInBackground)
    let count = slot.value?.opened.count
    await bench.advance(30)
    #expect(slot.value?.opened.count == count)
    await bench.session.endInterruption(.videoDeviceNotAvailableInBackground)
    await bench.advance(30)
    #expect(await bench.session.isInterrupted)
    slot.value?.refuse("camera", nil)
    await bench.advance(30)
    #expect(await bench.session.isRunning)
    try await bench.press()
    await bench.advance(1)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 F1" && bench.widths == [320])
    #expect(
      await names(log) == [
        "started", "video failed: busy", "interrupted 3", "interrupted 1", "interruption ended", "started",
      ])
  }

  @Test("devices that are taken during an interruption are waited for at its end", arguments: ["camera", "microphone"])
  func takenWhileInterrupted(_ id: String) async throws {
    let slot = CatalogSlot()
    let bench = try CaseBench(through: slot)
    let log = StreamLog(bench.session.events)
    try await bench.run()
    await bench.session.beginInterruption(.videoDeviceNotAvailableInBackground)
    slot.value?.refuse(id, .busy)
    await bench.session.endInterruption(.videoDeviceNotAvailableInBackground)
    #expect(await bench.session.isRunning == (id == "microphone"))
    slot.value?.refuse(id, nil)
    await bench.advance(6)
    try await bench.pressLive()
    await bench.advance(3)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
    #expect(bench.hasSound("1.mov"))
    let middle =
      id == "camera"
      ? ["interruption ended", "video failed: busy", "interrupted 3", "interruption ended", "started"]
      : ["interruption ended", "started", "audio failed: busy"]
    #expect(await names(log) == ["started", "interrupted 1"] + middle)
  }

  @Test("a session that has lost its camera goes on with another one that it is given")
  func replaced() async throws {
    let bench = try CaseBench(cameras: [back, front])
    try await bench.assemble(["back", "microphone"])
    try await bench.start()
    await bench.advance(2)
    bench.world.unplug("back")
    await bench.session.settle()
    #expect(await bench.session.isInterrupted)
    await bench.session.beginConfiguration()
    try await bench.session.removeInput(#require(await bench.session.inputs.first))
    try await bench.session.addInput(bench.input("front"))
    try await bench.session.commitConfiguration()
    #expect(await bench.session.isRunning)
    await bench.advance(2)
    try await bench.pressLive()
    await bench.advance(3)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
  }

  @Test("a session that is stopped, and one that a device is taken out of, waits for it no more")
  func waitsNoMore() async throws {
    let slot = CatalogSlot()
    let bench = try CaseBench(through: slot)
    try await bench.assemble()
    slot.value?.refuse("microphone", .busy)
    try await bench.start()
    #expect(bench.clock.pendingActionCount > 0)
    try await bench.session.stopRunning()
    #expect(bench.clock.pendingActionCount == 0)
    try await bench.start()
    try await bench.session.removeInput(#require(await bench.session.inputs.last))
    let count = slot.value?.opened.count { $0 == "microphone" }
    #expect(count == 2)
    await bench.advance(30)
    #expect(slot.value?.opened.count { $0 == "microphone" } == count)
  }

  // MARK: Who has the microphone

  @Test("who takes the microphone interrupts sessions that have one, from when they have it until they do not")
  func soundTaken() async throws {
    let bench = try CaseBench()
    let log = StreamLog(bench.session.events)
    try await bench.run(hasSound: false)
    try await bench.pressLive()
    await bench.session.beginInterruption(.audioDeviceInUseByAnotherClient)
    #expect(await bench.session.isRunning)
    #expect(await !bench.session.isInterrupted)
    await bench.advance(3)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
    let microphone = try bench.input("microphone")
    try await bench.session.addInput(microphone)
    #expect(await bench.session.isInterrupted)
    try await bench.session.removeInput(microphone)
    #expect(await bench.session.isRunning)
    try await bench.session.addInput(microphone)
    await bench.session.endInterruption(.audioDeviceInUseByAnotherClient)
    #expect(await bench.session.isRunning)
    try await bench.session.removeInput(microphone)
    try await bench.session.addInput(microphone)
    #expect(await bench.session.isRunning)
    let twice = ["interrupted 2", "interruption ended", "started"]
    #expect(await names(log) == ["started"] + twice + twice)
  }
}
