import CaptureDevices
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

/// Starting, stopping and letting go.
@Suite struct SessionLifetimeTests {
  @Test("a session without a camera does not start")
  func noCamera() async throws {
    let session = try CaptureSession(
      configuration: SessionConfiguration(), environment: .virtual(clock: VirtualClock()))
    let error = await #expect(throws: CaptureError.self) { try await session.startRunning() }
    #expect(error?.code == .invalidConfiguration)
    try await session.stopRunning()
  }

  @Test("an output without a session refuses a capture; one whose session does not run takes it, and it fails")
  func notRunning() async throws {
    let lone = #expect(throws: CaptureError.self) { try PhotoOutput().capturePhoto(with: PhotoSettings()) }
    #expect(lone?.code == .invalidConfiguration)
    let bench = try await CaptureBench()
    try await bench.press(isLive: false)
    #expect(bench.delegate.timeline == "B1 P1! F1!")
    #expect(bench.delegate.calls.last?.error?.code == .sessionNotRunning)
    try await bench.run("30v {session: stop} {press: live}")
    #expect(bench.delegate.timeline == "B1 P1! F1! B2 P2! R2 M2! F2!")
  }

  @Test("inputs are taken once, and a session is started once")
  func inputs() async throws {
    let bench = try await CaptureBench()
    await #expect(throws: CaptureError.self) { try await bench.session.addInput(bench.camera) }
    await #expect(throws: CaptureError.self) { try await bench.session.addOutput(PhotoOutput()) }
    try await bench.run("30v")
    await #expect(throws: CaptureError.self) { try await bench.session.startRunning() }
    await #expect(throws: CaptureError.self) { try await bench.session.addInput(bench.camera) }
  }

  @Test("a session can be started again, and knows nothing of what was before")
  func restart() async throws {
    let bench = try await CaptureBench()
    try await bench.run("60v v* 119v |")
    #expect(await bench.session.statistics.video == nil)
    try await bench.session.startRunning()
    try await bench.run("15v v* 119v |")
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1 B2 W2 C2 P2 R2 M2 F2")
    let settings = try #require(bench.delegate.calls.last).settings
    #expect(abs(settings.availablePreRoll.seconds - 0.5) < 0.04)
  }

  @Test("a session whose camera has failed can be started again with it")
  func restartAfterFailure() async throws {
    let bench = try await CaptureBench()
    try await bench.run("30v {unplug: camera} |")
    try await bench.session.startRunning()
    try await bench.run("60v v* 119v")
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
  }

  @Test("whoever stops a session that is being stopped waits for its end too")
  func stopTwice() async throws {
    for _ in 0..<20 {
      let bench = try await CaptureBench()
      try await bench.run("6v v* 5v")
      let first = Task { try await bench.session.stopRunning() }
      await Task.yield()
      try await bench.session.stopRunning()
      // Only an idle session can be started.
      try await bench.session.startRunning()
      try await first.value
      try await bench.session.stopRunning()
      await bench.session.settle()
      #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1! F1!")
    }
  }

  @Test("the first frame is told of, be it asked for before the start, during or after")
  func firstFrame() async throws {
    let bench = try await CaptureBench()
    let times = Recorded<MediaTime>()
    await bench.session.whenFrame { times.append($0) }
    try await bench.session.startRunning()
    await bench.session.whenFrame { times.append($0) }
    #expect(times.all.isEmpty)
    await bench.advance(by: MediaTime(value: 1, timescale: 1))
    await bench.session.whenFrame { times.append($0) }
    #expect(times.all == [bench.scene.epoch, bench.scene.epoch, bench.scene.epoch])
  }

  @Test("a session that is let go stops its devices, ends its streams and leaves nothing behind")
  func letGo() async throws {
    let clock = VirtualClock()
    weak var session: CaptureSession?
    weak var output: PhotoOutput?
    let camera = StopSignallingSource(
      try SceneCatalog(clock: clock).openVideo("scene", wish: CaptureBench.Setup().video).source)
    let events: AsyncStream<SessionEvent>
    let captures: AsyncStream<CaptureEvent>
    do {
      let own = try CaptureSession(configuration: SessionConfiguration(), environment: .virtual(clock: clock))
      let ownOutput = PhotoOutput()
      (session, output) = (own, ownOutput)
      (events, captures) = (own.events, ownOutput.events)
      try await own.addInput(camera)
      try await own.addOutput(ownOutput)
      try await own.startRunning()
      await clock.advance(by: MediaTime(value: 2, timescale: 1)) { await own.settle() }
      try ownOutput.setLivePhotoCaptureEnabled(true)
      try ownOutput.capturePhoto(with: PhotoSettings(livePhotoMoviePath: "1.mov"))
      await clock.advance(by: MediaTime(value: 4, timescale: 1)) { await own.settle() }
      await own.settle()
    }
    // Both streams end, or this test never does.
    var names = 0
    for await _ in events { names += 1 }
    for await _ in captures { names += 1 }
    #expect(names == 1 + 7)
    #expect(session == nil && output == nil)
    // The camera is stopped a moment later, or this test never ends.
    for await _ in camera.stops { break }
  }

  /// A camera that tells when it is stopped.
  private final class StopSignallingSource: VideoSource {
    private let source: any VideoSource
    private let continuation: AsyncStream<Void>.Continuation
    let stops: AsyncStream<Void>
    var device: VideoDevice { source.device }
    var mode: VideoMode { source.mode }
    var timestampInstant: TimestampInstant { source.timestampInstant }

    init(_ source: any VideoSource) {
      self.source = source
      (stops, continuation) = AsyncStream.makeStream()
    }

    func start(delivering sink: any VideoSink) throws(DeviceError) { try source.start(delivering: sink) }

    func stop() {
      source.stop()
      continuation.yield()
    }
  }
}
