import CaptureCodecs
import CaptureDevices
import FileStorage
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import TestSupport
import Testing
import VideoCoding

/// Under a virtual clock a capture is a function of its script.
@Suite(.sweep) struct DeterminismTests {
  private struct Outcome: Equatable {
    var files: [String: [UInt8]] = [:]
    var stills: [[UInt8]] = []
    var log: [String] = []
  }

  private func run(
    _ script: String, threads: Int, pixelFormat: PixelFormat, size: (Int, Int) = (160, 120),
    codec: VideoCodec = .h264
  ) async throws -> Outcome {
    let files = MemoryFiles()
    var setup = CaptureBench.Setup(media: .standard)
    setup.files = files
    setup.video.pixelFormat = pixelFormat
    setup.video.size = size
    setup.movieCodec = codec
    setup.session.videoThreads = threads
    setup.session.videoPreset = .veryfast
    setup.scene.microphoneSkewPPM = 300
    setup.scene.timestampJitter = MediaTime(value: 3, timescale: 1000)
    setup.scene.audioReadingJitter = MediaTime(value: 5, timescale: 1000)
    let bench = try await CaptureBench(setup)
    try await bench.run(script)
    try await bench.session.stopRunning()
    await bench.session.settle()
    var outcome = Outcome()
    outcome.files = files.files
    for call in bench.delegate.calls {
      outcome.log.append(
        "\(call.step.rawValue) \(call.settings) \(call.error?.description ?? "") \(call.time?.value ?? 0)")
      if let bytes = call.photo?.fileDataRepresentation() { outcome.stills.append(bytes) }
    }
    return outcome
  }

  @Test(
    "equal scripts give equal files and equal logs, to the byte",
    arguments: [
      "60v v* 119v", "15v v* 2v {press: live} {press: still} {advance: 0.33} {press: live} 120v",
      "60v v* 11v v* 11v v* 11v {drop: 2} v* 29v {unplug: microphone} 30v v* 29v {unplug: camera}",
      "30v v* 20v v* 26v |", "60v v* 44v v** 44v v! 44v {press: live} {unplug: camera}",
    ], [PixelFormat.mjpeg, .yu12])
  func repeated(script: String, pixelFormat: PixelFormat) async throws {
    let first = try await run(script, threads: 2, pixelFormat: pixelFormat)
    #expect(first.log.count >= 5)
    for _ in 0..<3 {
      let again = try await run(script, threads: 2, pixelFormat: pixelFormat)
      #expect(again.log == first.log)
      #expect(again.stills == first.stills)
      #expect(again.files.keys.sorted() == first.files.keys.sorted())
      #expect(again.files == first.files)
    }
  }

  @Test("threads that nobody has set are one, whatever the machine has", arguments: [VideoCodec.h264, .hevc])
  func threads(codec: VideoCodec) async throws {
    let unset = try await run("12v v* 59v", threads: 0, pixelFormat: .yu12, size: (640, 480), codec: codec)
    let one = try await run("12v v* 59v", threads: 1, pixelFormat: .yu12, size: (640, 480), codec: codec)
    #expect(unset.files == one.files && unset.files.count == 1)
    guard codec == .h264 else { return }
    let three = try await run("12v v* 59v", threads: 3, pixelFormat: .yu12, size: (640, 480))
    #expect(three.files != one.files, "threads show in the bytes: the comparison can fail")
  }

  @Test("another scene gives other files: the comparison can fail")
  func other() async throws {
    let one = try await run("60v v* 119v", threads: 1, pixelFormat: .yu12)
    let two = try await run("63v v* 119v", threads: 1, pixelFormat: .yu12)
    #expect(one.files != two.files && one.stills != two.stills && one.log != two.log)
  }
}
