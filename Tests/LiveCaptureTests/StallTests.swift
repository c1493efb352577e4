import CaptureCodecs
import CaptureDevices
import Diagnostics
import Dispatch
import LiveCapture
import LiveCaptureTesting
import MediaCore
import SceneJudging
import Simulator
import Synchronization
import TestSupport
import Testing

/// Devices that hang and come back, and cameras whose clocks jump.
@Suite(.timeLimit(.minutes(5))) struct StallTests {
  /// A camera that hangs until it has been started anew so many times; some of these starts fail.
  private final class HangingCamera: VideoSource {
    private struct State {
      var isRunning = false
      var isHung = false
      var restartsNeeded = 0
      var failures = 0
      var starts: [Double] = []
    }

    private let film: any VideoSource
    private let clock: VirtualClock
    private let state = Mutex(State())
    private let relay = Mutex<Relay?>(nil)

    init(_ film: any VideoSource, clock: VirtualClock) { (self.film, self.clock) = (film, clock) }

    var device: VideoDevice { film.device }
    var mode: VideoMode { film.mode }
    var timestampInstant: TimestampInstant { film.timestampInstant }
    var isRunning: Bool { state.withLock { $0.isRunning } }
    /// When it was started, in seconds of the clock.
    var starts: [Double] { state.withLock { $0.starts } }

    func hang(restarts: Int, failures: Int = 0) {
      state.withLock { ($0.isHung, $0.restartsNeeded, $0.failures) = (true, restarts, failures) }
    }

    func start(delivering sink: any VideoSink) throws(DeviceError) {
      let fails = state.withLock { state in
        state.starts.append((clock.now - MediaTime(value: 1000, timescale: 1)).seconds)
        state.restartsNeeded -= 1
        if state.restartsNeeded <= 0 { state.isHung = false }
        state.failures -= 1
        return state.failures >= 0
      }
      if fails { throw DeviceError(.system, context: device.id, message: "VIDIOC_STREAMON: an input/output error.") }
      let relay = Relay(self, sink)
      try film.start(delivering: relay)
      self.relay.withLock { $0 = relay }
      state.withLock { $0.isRunning = true }
    }

    func stop() {
      film.stop()
      relay.withLock { $0 = nil }
      state.withLock { $0.isRunning = false }
    }

    private final class Relay: VideoSink {
      private weak let owner: HangingCamera?
      private let sink: any VideoSink
      init(_ owner: HangingCamera, _ sink: any VideoSink) { (self.owner, self.sink) = (owner, sink) }
      func videoSource(_ source: any VideoSource, didCapture frame: BorrowedVideoFrame) {
        guard let owner, !owner.state.withLock({ $0.isHung }) else { return }
        sink.videoSource(owner, didCapture: frame)
      }
      func videoSource(_ source: any VideoSource, didSkip count: Int, reason: SkipReason) {}
      func videoSource(_ source: any VideoSource, didFail error: DeviceError) {}
    }
  }

  private struct Bench {
    let clock = VirtualClock()
    let files = MemoryFiles()
    let session: CaptureSession
    let output = PhotoOutput()
    let delegate: DelegateLog
    let cameras: [HangingCamera]

    init(cameras count: Int = 1) async throws {
      let clock = clock
      cameras = try (0..<count).map { _ in
        HangingCamera(
          try SceneCatalog(clock: clock).openVideo("scene", wish: CaptureBench.Setup().video).source,
          clock: clock)
      }
      session = try CaptureSession(
        configuration: CaptureBench.Setup().session,
        environment: .virtual(clock: clock, files: files, media: .standard))
      delegate = DelegateLog(clock: clock)
      for camera in cameras { try await session.addInput(camera) }
      try await session.addOutput(output)
      try output.setLivePhotoCaptureEnabled(true)
      try await session.startRunning()
      await advance(4)
    }

    func advance(_ seconds: Double) async {
      await clock.advance(by: MediaTime(seconds: seconds, preferredTimescale: 1_000_000_000)) { await session.settle() }
    }

    func pressLive(_ name: String) async throws {
      try output.capturePhoto(with: PhotoSettings(livePhotoMoviePath: name), delegate: delegate)
      await advance(3)
    }
  }

  @Test("a camera that comes back only when it is started anew is started anew, more and more rarely")
  func restarted() async throws {
    let bench = try await Bench()
    let camera = bench.cameras[0]
    let log = StreamLog(bench.session.events)
    camera.hang(restarts: 5, failures: 2)
    await bench.advance(10)
    #expect(await bench.session.isInterrupted)
    #expect(throws: CaptureError.self) { try bench.output.capturePhoto(with: PhotoSettings()) }
    await bench.advance(80)
    #expect(await bench.session.isRunning)
    // Noticed when it has been silent for 3 s; then after 3, 6, 12, 24 and 24 s.
    let starts = camera.starts
    #expect(starts.count == 6)
    let pauses = zip(starts.dropFirst(), starts.dropFirst(2)).map { ($1 - $0).rounded() }
    #expect(pauses == [6, 12, 24, 24])
    #expect((9.7...10.8).contains(starts.count > 1 ? starts[1] : 0))
    try await bench.pressLive("1.mov")
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
    #expect(camera.starts.count == 6, "a camera that delivers is left alone")
    let failures = await log.finish().compactMap { event in
      if case .runtimeError(let error, let time) = event { (error, time) } else { nil }
    }
    #expect(failures.allSatisfy { ($0.0.underlying as? DeviceError)?.code == .system })
    #expect(failures.map { ($0.1 - MediaTime(value: 1000, timescale: 1)).seconds } == Array(starts[1...2]))
  }

  @Test("of two cameras one hangs and returns, and the other never stops")
  func oneOfTwo() async throws {
    let bench = try await Bench(cameras: 2)
    bench.cameras[0].hang(restarts: 1)
    await bench.advance(5)
    #expect(await bench.session.isRunning)
    #expect(await !bench.session.isInterrupted)
    let error = #expect(throws: CaptureError.self) { try bench.output.capturePhoto(with: PhotoSettings()) }
    #expect(error?.rule == .videoConnectionIsActive)
    await bench.advance(8)
    #expect(bench.cameras.map(\.starts.count) == [2, 1])
    try await bench.pressLive("1.mov")
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
  }

  private final class FrameCounter: VideoDataOutputDelegate {
    let count = Mutex(0)

    func captureOutput(
      _ output: VideoDataOutput, didOutput sampleBuffer: VideoSampleBuffer, from connection: CaptureConnection
    ) {
      count.withLock { $0 += 1 }
    }
  }

  @Test(
    "an app that receives frames does so again when the camera is back, alone or beside another", arguments: [1, 2])
  func dataOutput(cameraCount: Int) async throws {
    let bench = try await Bench(cameras: cameraCount)
    let (output, counter) = (VideoDataOutput(), FrameCounter())
    output.setSampleBufferDelegate(counter, queue: DispatchQueue(label: "test"))
    try await bench.session.addOutput(output)
    await bench.advance(1)
    #expect((29...31).contains(counter.count.withLock { $0 }))
    // The other camera is connected to the photo output.
    let camera = bench.cameras[cameraCount - 1]
    camera.hang(restarts: 1)
    await bench.advance(15)
    #expect(await bench.session.isRunning && camera.starts.count == 2)
    let before = counter.count.withLock { $0 }
    await bench.advance(1)
    #expect((29...31).contains(counter.count.withLock { $0 } - before))
  }

  @Test(
    "a camera that hangs is stopped when it is taken out of the session, or the session is stopped or let go",
    .timeLimit(.minutes(60)))
  func letGo() async throws {
    for way in 0..<3 {
      var bench: Bench? = try await Bench()
      let camera = try #require(bench?.cameras[0])
      let clock = try #require(bench?.clock)
      camera.hang(restarts: 100)
      await bench?.advance(8)
      #expect(camera.isRunning, "it is watched")
      switch way {
      case 0: try await bench?.session.removeInput(try #require(await bench?.session.inputs.first))
      case 1: try await bench?.session.stopRunning()
      default:
        let session = try #require(bench?.session)
        await session.settle()
      }
      if way == 2 {
        bench = nil
        // What the session has left to do on its queue is done when another thread has had its turn.
        try await waitUntil("the camera has stopped") { !camera.isRunning }
      }
      #expect(!camera.isRunning)
      let count = camera.starts.count
      clock.advance(by: MediaTime(value: 100, timescale: 1))
      #expect(camera.starts.count == count)
    }
  }

  @Test(
    "the photo is of the shutter's instant whatever the camera's clock does", arguments: [-5.0, -2.5, -0.4, 0.4, 2.5])
  func clockJumps(step: Double) async throws {
    var setup = CaptureBench.Setup(media: .standard)
    setup.video = VideoWish(size: (320, 240), frameRate: 30, pixelFormat: .mjpeg)
    setup.scene.timestampJitter = .milliseconds(5)
    let epoch = MediaTime(value: 1000, timescale: 1)
    let bench = try await CaptureBench(setup)
    try await bench.run("90v v* 14v")
    bench.camera.stepClock(by: MediaTime(seconds: step, preferredTimescale: 1000))
    try await bench.run("150v v* 119v")
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1 B2 W2 C2 P2 R2 M2 F2")
    let video = try #require(await bench.session.statistics.video)
    #expect(video.clockJumps == 1 && video.outOfOrder == 0)
    let photos = bench.delegate.calls.filter { $0.step == .didProcessPhoto }.compactMap(\.photo)
    #expect(photos.count == 2)
    for photo in photos {
      // Told, and true: the picture itself says when it was.
      #expect(photo.shutterError.magnitude.seconds <= 0.5 / 30 + 0.011)
      let bytes = try #require(photo.fileDataRepresentation())
      let frame = bytes.withUnsafeBytes { bytes in
        VideoFrame(
          format: bench.camera.mode.format, time: .zero, sequence: 0, storage: FrameStorage(copying: bytes))
      }
      let shown = try #require(try BarCodeReader().read(frame)?.time)
      #expect((epoch + shown - photo.timestamp).magnitude.seconds <= 0.011)
    }
  }
}
