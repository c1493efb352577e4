import CaptureDevices
import Dispatch
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Synchronization
import Testing

/// Devices that call when they should not, and say of themselves what cannot be.
@Suite struct HostileCallTests {
  private static let failure = DeviceError(.streamingFailed, context: "hostile", message: "The test has it fail.")

  @Test("frames, skips and failures before the start has returned")
  func duringStart() async throws {
    let camera = HostileCamera { camera in
      camera.skip(1, .dropped)
      let format = camera.mode.format
      for number in 0..<3 {
        camera.deliver(
          .init(
            format: format, time: MediaTime(value: 1000, timescale: 1), sequence: UInt64(number),
            bytes: [UInt8](repeating: 0, count: format.frameBytes)))
      }
    }
    try await HostileBench(camera).endure()
  }

  @Test("a failure before the start has returned: the session goes without, and captures end")
  func failureDuringStart() async throws {
    let bench = try await HostileBench(HostileCamera { $0.fail(HostileCallTests.failure) })
    try await bench.session.startRunning()
    await bench.run(3)
    for isLive in [true, false] { await bench.press(isLive: isLive) }
    await bench.run(10)
    bench.expectAllEnded(atLeast: 0)
    try await bench.session.stopRunning()
    bench.expectAllEnded(atLeast: 0)
  }

  @Test("frames, skips, sound and failures after the stop, and at the next start")
  func afterStop() async throws {
    let (camera, microphone) = (HostileCamera(), HostileMicrophone())
    let bench = try await HostileBench(camera, microphone)
    try await bench.session.startRunning()
    await bench.run(3)
    await bench.press(isLive: true)
    try await bench.session.stopRunning()
    bench.expectAllEnded(atLeast: 1)
    func annoy() {
      camera.skip(7, .truncated)
      camera.fail(Self.failure)
      microphone.lose(7)
      microphone.fail(Self.failure)
    }
    await bench.run(
      3,
      frames: { _, good in
        annoy()
        return [good]
      })
    try await bench.session.startRunning()
    await bench.run(3)
    await bench.press(isLive: true)
    await bench.run(5)
    bench.expectAllEnded(atLeast: 2)
    #expect(bench.log.calls.last { $0.step == .didFinish }?.error == nil, "\(bench.log)")
  }

  @Test("failures again and again, of both devices, and frames all the same")
  func failures() async throws {
    let (camera, microphone) = (HostileCamera(), HostileMicrophone())
    let bench = try await HostileBench(camera, microphone)
    try await bench.session.startRunning()
    await bench.run(3)
    for isLive in [true, false] { await bench.press(isLive: isLive) }
    await bench.run(
      20,
      frames: { _, good in
        camera.fail(Self.failure)
        microphone.fail(Self.failure)
        return [good]
      })
    bench.expectAllEnded(atLeast: 2)
  }

  @Test("frames and sound from many threads at once, while captures are under way")
  func threads() async throws {
    let (camera, microphone) = (HostileCamera(), HostileMicrophone())
    let bench = try await HostileBench(camera, microphone)
    try await bench.endure(
      frames: { number, good in
        if number.isMultiple(of: 10) {
          DispatchQueue.concurrentPerform(iterations: 16) { index in
            var frame = good
            frame.sequence &+= UInt64(index)
            camera.deliver(frame)
            camera.skip(index, .dropped)
          }
        }
        return [good]
      },
      chunks: { number, good in
        if number.isMultiple(of: 10) {
          DispatchQueue.concurrentPerform(iterations: 16) { _ in
            microphone.deliver(good)
            microphone.lose(1)
          }
        }
        return [good]
      })
  }

  @Test("controls that take no time, or for ever", arguments: [Int.min, -1, Int.max])
  func controlDelay(_ frames: Int) async throws {
    try await HostileBench(HostileCamera(controlDelayFrames: frames)).endure()
  }

  /// Modes that no camera has.
  enum Mode: CaseIterable, CustomTestStringConvertible {
    case noRate, backwards, invalid, indefinite, infinite, everlasting, tooFast, noSize, negativeSize, greatestSize
    case largeSize, noPlanes, greatestPlanes, negativePlanes

    var testDescription: String { "\(self)" }

    var mode: VideoMode {
      let usual = HostileCamera.mode(.yu12)
      func every(_ interval: MediaTime) -> VideoMode { VideoMode(format: usual.format, frameInterval: interval) }
      func sized(_ width: Int, _ height: Int) -> VideoMode {
        VideoMode(
          format: VideoFormat(pixelFormat: .mjpeg, width: width, height: height), frameInterval: usual.frameInterval)
      }
      func laidOut(_ planes: [PlaneLayout]) -> VideoMode {
        VideoMode(
          format: VideoFormat(pixelFormat: .yu12, width: 64, height: 48, planes: planes, range: .video),
          frameInterval: usual.frameInterval)
      }
      return switch self {
      case .noRate: every(.zero)
      case .backwards: every(MediaTime(value: -1, timescale: 30))
      case .invalid: every(.invalid)
      case .indefinite: every(.indefinite)
      case .infinite: every(.positiveInfinity)
      case .everlasting: every(MediaTime(value: .max, timescale: 1))
      case .tooFast: every(MediaTime(nanoseconds: 1))
      case .noSize: sized(0, 0)
      case .negativeSize: sized(-640, -480)
      case .greatestSize: sized(.max, .max)
      case .largeSize: sized(65_535, 65_535)
      case .noPlanes: laidOut([])
      case .greatestPlanes: laidOut([PlaneLayout(offset: .max, strideBytes: .max, rows: .max, rowBytes: .max)])
      case .negativePlanes: laidOut([PlaneLayout(offset: -1, strideBytes: -1, rows: -1, rowBytes: -1)])
      }
    }
  }

  /// A session that is given a camera, and a microphone, that are open already.
  private func refusal(_ camera: HostileCamera, _ microphone: HostileMicrophone?) async throws -> DeviceError? {
    let bench = try await CaptureBench()
    try await bench.run("30v")
    // Whichever call refuses it, what was there goes on.
    var refusal: CaptureError?
    do {
      if let microphone {
        try await bench.session.removeInput(try #require(await bench.session.inputs.last))
        try await bench.session.addInput(DeviceInput(microphone))
      } else {
        try await bench.session.addInput(DeviceInput(camera))
      }
    } catch let error as CaptureError { refusal = error }
    try await bench.run("60v v* 60v")
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
    return refusal?.underlying as? DeviceError
  }

  @Test("modes that cannot be are refused before anything has begun", arguments: Mode.allCases)
  func modes(_ mode: Mode) async throws {
    #expect(try await refusal(HostileCamera(mode: mode.mode), nil)?.code == .unsupportedMode)
  }

  @Test(
    "formats that cannot be are refused before anything has begun",
    arguments: [(0, 1), (-1, 1), (.max, 1), (.min, 1), (48_000, 0), (48_000, -1), (48_000, .max), (48_000, 3)])
  func formats(_ rate: Int, _ channels: Int) async throws {
    let format = AudioFormat(sampleRate: rate, channelCount: channels, sampleFormat: .s16)
    #expect(try await refusal(HostileCamera(), HostileMicrophone(format: format))?.code == .unsupportedMode)
  }

  @Test(
    "whatever a microphone's rate is, its movie has sound", arguments: [96_000, 192_000, 64_000, 7350, 5000, 44_099])
  func rates(_ rate: Int) async throws {
    for samples in SampleFormat.allCases {
      let format = AudioFormat(sampleRate: rate, channelCount: 2, sampleFormat: samples)
      let bench = try await HostileBench(HostileCamera(), HostileMicrophone(format: format))
      let events = bench.output.events
      try await bench.session.startRunning()
      await bench.run(3)
      await bench.press(isLive: true)
      await bench.run(5)
      bench.expectAllEnded(atLeast: 1)
      for await event in events {
        guard case .didFinishProcessingMovie(let movie, _, let error, _) = event else { continue }
        #expect(error == nil && movie?.hasAudio == true && movie?.audioFiller == .zero)
        break
      }
    }
  }
}
