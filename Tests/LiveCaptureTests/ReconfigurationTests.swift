import CaptureDevices
import Diagnostics
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

/// Configurations that take effect as a whole or not at all.
@Suite struct ReconfigurationTests {
  private let back = SimulatedCamera.usual("back", node: "/dev/video0", sizes: [(640, 480), (320, 240)])
  private let front = SimulatedCamera.usual("front", node: "/dev/video1", sizes: [(640, 480), (320, 240)])

  /// Running with the camera at the back and a microphone.
  private func bench(_ slot: CatalogSlot, others: [String] = []) async throws -> CaseBench {
    let bench = try CaseBench(cameras: [back, front], through: slot)
    try await bench.assemble(["back", "microphone"] + others)
    try await bench.start()
    await bench.advance(2)
    return bench
  }

  @Test("a new camera that cannot be had changes nothing, and captures under way go on")
  func refused() async throws {
    let slot = CatalogSlot()
    let bench = try await bench(slot)
    slot.value?.refuse("front", .busy)
    try await bench.pressLive("1.mov")
    await bench.advance(0.5)
    let connections = await bench.session.connections
    let device = try #require(bench.system.devices.first)
    let movies = MovieFileOutput()
    await bench.session.beginConfiguration()
    try await bench.session.setSessionPreset(.low)
    try await bench.session.addOutput(movies)
    try await bench.session.removeConnection(#require(connections.last))
    try bench.output.setLivePhotoCaptureEnabled(false)
    try await bench.session.addInput(bench.input("front"))
    let error = await #expect(throws: CaptureError.self) { try await bench.session.commitConfiguration() }
    #expect(error?.avErrorCode == -11_815)
    await bench.session.settle()
    #expect(bench.delegate.timeline == "B1 W1 C1 P1")
    #expect(await bench.session.sessionPreset == .photo)
    #expect(device.activeFormat?.dimensions.width == 640)
    #expect(await bench.session.inputs.map(\.device.uniqueID) == ["back", "microphone"])
    #expect(await bench.session.outputs.count == 1)
    #expect(await bench.session.connections.map { ObjectIdentifier($0) } == connections.map { ObjectIdentifier($0) })
    #expect(bench.output.isLivePhotoCaptureEnabled)
    #expect(slot.value?.opened == ["microphone", "back", "front"], "what runs is not touched")
    await bench.advance(2)
    try await bench.pressLive("2.mov")
    await bench.advance(3)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1 B2 W2 C2 P2 R2 M2 F2")
    #expect(bench.movieDurations == [3, 3] && bench.widths == [640, 640])
  }

  @Test("outputs that came to nothing belong to no session, and one that belongs to another is told so")
  func outputsAreLetGo() async throws {
    let slot = CatalogSlot()
    let bench = try CaseBench(cameras: [back, front], through: slot)
    try await bench.session.addInput(bench.input("back"))
    try await bench.start()
    slot.value?.refuse("front", .busy)
    let movies = MovieFileOutput()
    let other = try CaptureSession(configuration: SessionConfiguration(), environment: .virtual(clock: bench.clock))
    for isRemoved in [true, false] {
      await bench.session.beginConfiguration()
      try await bench.session.addOutput(bench.output)
      try await bench.session.addOutput(movies)
      if isRemoved {
        try await bench.session.removeOutput(bench.output)
        try await bench.session.removeOutput(movies)
        try await bench.session.commitConfiguration()
      } else {
        try await bench.session.addInput(bench.input("front"))
        await #expect(throws: CaptureError.self) { try await bench.session.commitConfiguration() }
      }
      #expect(await bench.session.outputs.isEmpty)
      try await other.addOutput(bench.output)
      try await other.addOutput(movies)
      for output in [bench.output, movies] as [any CaptureOutput] {
        let error = await #expect(throws: CaptureError.self) { try await bench.session.addOutput(output) }
        #expect(error?.rule == .additionIsPossible && error?.message.contains("another session") == true)
      }
      try await other.removeOutput(bench.output)
      try await other.removeOutput(movies)
    }
    try await bench.session.addOutput(bench.output)
    let again = await #expect(throws: CaptureError.self) { try await bench.session.addOutput(bench.output) }
    #expect(again?.message.contains("already") == true)
  }

  @Test("the app is heard over the devices that the session has after a configuration that failed, and over no others")
  func heard() async throws {
    let slot = CatalogSlot()
    let bench = try await bench(slot)
    slot.value?.refuse("front", .busy)
    let first = try #require(await bench.session.inputs.first)
    await bench.session.beginConfiguration()
    try await bench.session.removeInput(first)
    try await bench.session.addInput(bench.input("front"))
    await #expect(throws: CaptureError.self) { try await bench.session.commitConfiguration() }
    let other = try #require(bench.system.devices.first { $0.uniqueID == "front" })
    try other.lockForConfiguration()
    try other.setActiveFormat(other.formats[1])
    #expect(await bench.session.sessionPreset == .photo)
    try first.device.lockForConfiguration()
    try first.device.setActiveFormat(first.device.formats[1])
    #expect(await bench.session.sessionPreset == .inputPriority)
    await bench.advance(2)
    try await bench.press()
    #expect(bench.widths == [320])
  }

  @Test("a format that the driver refuses is told to who sets it, and the camera runs on as it was")
  func formatRefused() async throws {
    let slot = CatalogSlot()
    let bench = try await bench(slot)
    slot.value?.refuse("back", width: 320)
    let device = try #require(bench.system.devices.first)
    try device.lockForConfiguration()
    let error = #expect(throws: CaptureError.self) { try device.setActiveFormat(device.formats[1]) }
    #expect(error?.code == .deviceFailed)
    #expect(device.activeFormat == device.formats[0])
    #expect(await bench.session.sessionPreset == .photo)
    let preset = await #expect(throws: CaptureError.self) { try await bench.session.setSessionPreset(.low) }
    #expect(preset?.code == .deviceFailed)
    #expect(device.activeFormat == device.formats[0])
    await bench.advance(2)
    try await bench.pressLive()
    await bench.advance(3)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1" && bench.widths == [640])
  }

  @Test("a format that no ring has room for is refused before the camera is stopped")
  func noRoomInRing() async throws {
    let large = SimulatedCamera.usual("back", sizes: [(320, 240), (1280, 720)])
    let bench = try CaseBench(cameras: [large], microphones: []) { $0.maximumRingBytes = 8 << 20 }
    await bench.session.beginConfiguration()
    try await bench.session.addInput(bench.input("back"))
    try await bench.session.addOutput(bench.output)
    try await bench.session.setSessionPreset(.low)
    try await bench.session.commitConfiguration()
    try await bench.start()
    await bench.advance(2)
    let received = await bench.session.statistics.video?.received
    await #expect(throws: CaptureError.self) { try await bench.session.setSessionPreset(.photo) }
    #expect(await bench.session.statistics.video?.received == received)
    try await bench.press()
    #expect(bench.widths == [320])
  }

  @Test("of two cameras the second refuses a size: the first is set back to its own")
  func secondRefuses() async throws {
    let slot = CatalogSlot()
    let bench = try await bench(slot, others: ["front"])
    slot.value?.refuse("front", width: 320)
    await #expect(throws: CaptureError.self) { try await bench.session.setSessionPreset(.low) }
    #expect(await bench.session.isRunning)
    await bench.advance(2)
    try await bench.pressLive()
    await bench.advance(3)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1" && bench.widths == [640])
    for input in await bench.session.inputs where input.device.mediaType == .video {
      #expect(await bench.session.statistics(of: input)?.received ?? 0 > 100)
    }
  }

  @Test(
    "where the bus has room for one camera alone, the old one makes room for the new one", arguments: [true, false])
  func narrowBus(succeeds: Bool) async throws {
    let slot = CatalogSlot()
    let bench = try await bench(slot)
    let log = StreamLog(bench.session.events)
    slot.value?.makeNarrow()
    if !succeeds { slot.value?.refuse("front", width: 640) }
    await bench.session.beginConfiguration()
    let first = try #require(await bench.session.inputs.first)
    try await bench.session.removeInput(first)
    try await bench.session.addInput(bench.input("front"))
    if succeeds {
      try await bench.session.commitConfiguration()
    } else {
      await #expect(throws: CaptureError.self) { try await bench.session.commitConfiguration() }
    }
    #expect(await bench.session.inputs.map(\.device.uniqueID).contains(succeeds ? "front" : "back"))
    await bench.advance(2)
    try await bench.pressLive()
    await bench.advance(3)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
    #expect(await log.finish().map(\.name) == (succeeds ? [] : ["error: -11800"]))
  }

  @Test("a device leaves and comes with another input in one configuration")
  func sameDevice() async throws {
    let slot = CatalogSlot()
    let bench = try await bench(slot)
    try await bench.pressLive("1.mov")
    await bench.advance(0.5)
    let first = try #require(await bench.session.inputs.first)
    await bench.session.beginConfiguration()
    try await bench.session.removeInput(first)
    try await bench.session.addInput(bench.input("back"))
    try await bench.session.commitConfiguration()
    await bench.advance(2)
    try await bench.pressLive("2.mov")
    await bench.advance(3)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1 B2 W2 C2 P2 R2 M2 F2")
    #expect(bench.movieDurations == [2, 3])
    try first.device.lockForConfiguration()
    try first.device.setActiveFormat(first.device.formats[1])
    #expect(await bench.session.sessionPreset == .inputPriority)
  }

  @Test("Live Photos switched inside a configuration end what is under way when it is committed")
  func liveSwitched() async throws {
    let bench = try await bench(CatalogSlot())
    try await bench.pressLive("1.mov")
    await bench.advance(0.5)
    await bench.session.beginConfiguration()
    try bench.output.setLivePhotoCaptureEnabled(false)
    await bench.session.settle()
    #expect(bench.delegate.timeline == "B1 W1 C1 P1")
    try await bench.session.commitConfiguration()
    await bench.session.settle()
    #expect(bench.delegate.timeline.hasPrefix("B1 W1 C1 P1 R1"))
    await bench.advance(3)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1" && bench.movieDurations == [2])
    // The next configuration has nothing to end.
    try bench.output.setLivePhotoCaptureEnabled(true)
    try await bench.pressLive("2.mov")
    await bench.session.beginConfiguration()
    try await bench.session.commitConfiguration()
    await bench.advance(3)
    #expect(bench.movieDurations.last == 1.5, "from the switch on")
  }
}
