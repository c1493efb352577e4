import CaptureDevices
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Synchronization
import Testing

/// The end of a capture comes even if the app has let its session go.
@Suite struct ReleasedSessionTests {
  /// Holds a session until a call comes.
  private final class App: DelegateCallReceiver, PhotoProcessingDelegate, LivePhotoCaptureDelegate {
    private let session: Mutex<CaptureSession?>
    private let step: CaptureStep?
    let log = DelegateLog()

    init(_ session: CaptureSession, until step: CaptureStep?) {
      self.session = Mutex(session)
      self.step = step
    }

    func letGo() { session.withLock { $0 = nil } }

    func receive(_ call: DelegateCall, from output: PhotoOutput) {
      log.receive(call, from: output)
      if call.step == step { letGo() }
    }
  }

  @Test(
    "the captures of a session that is let go end, once, and then the session goes",
    arguments: [
      CaptureStep?.none, .willBegin, .willCapture, .didCapture, .didProcessPhoto, .didRecordMovie, .didProcessMovie,
    ],
    [CaptureProfile.Order.nominal, .apart])
  func released(step: CaptureStep?, order: CaptureProfile.Order) async throws {
    let clock = VirtualClock()
    let leaks = LeakWatch()
    let world = SimulatedWorld(clock: clock, cameras: [.back()], microphones: [SimulatedMicrophone()])
    let output = PhotoOutput()
    let app = try await start(world, clock, order, output, until: step, leaks)
    await clock.run(for: .seconds(2))
    try output.capturePhoto(with: PhotoSettings(livePhotoMoviePath: "1.mov"), delegate: app)
    if step == nil { app.letGo() }
    await clock.run(for: .seconds(5))
    #expect(app.log.timeline == "B1 W1 C1 P1 R1 M1 F1")
    #expect(app.log.calls.allSatisfy { $0.error == nil })
    #expect(output.liveIndicator.count == 0 && output.liveIndicator.peak == 1)
    app.letGo()
    await clock.run(for: .seconds(1))
    let report = await leaks.settled()
    #expect(report.passes)
    // Nothing delivers any more.
    #expect(clock.nextActionTime == nil)
  }

  /// A session that only the app holds.
  private func start(
    _ world: SimulatedWorld, _ clock: VirtualClock, _ order: CaptureProfile.Order, _ output: PhotoOutput,
    until step: CaptureStep?, _ leaks: LeakWatch
  ) async throws -> App {
    let session = try CaptureSession(
      configuration: SessionConfiguration(), environment: .virtual(clock: clock, order: order))
    leaks.watch(session, "session")
    let system = try DeviceSystem(world)
    try await session.setSessionPreset(.photo)
    for device in system.devices { try await session.addInput(try DeviceInput(device, of: system)) }
    try await session.addOutput(output)
    try output.setLivePhotoCaptureEnabled(true)
    try await session.startRunning()
    return App(session, until: step)
  }
}
