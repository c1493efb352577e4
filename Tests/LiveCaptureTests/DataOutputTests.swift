import CaptureDevices
import Diagnostics
import Dispatch
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Synchronization
import Testing

/// Frames and sound that an app receives as they arrive.
@Suite struct DataOutputTests {
  /// Keeps what it is asked to keep.
  private final class Receiver: VideoDataOutputDelegate, AudioDataOutputDelegate {
    struct State {
      var keeps = false
      var kept: [VideoSampleBuffer] = []
      var frames: [(time: MediaTime, format: VideoFormat, bytes: Int)] = []
      var drops: [DroppedVideoFrame] = []
      var chunks: [(time: MediaTime, frames: Int)] = []
    }

    let state = Mutex(State())

    func captureOutput(
      _ output: VideoDataOutput, didOutput sampleBuffer: VideoSampleBuffer, from connection: CaptureConnection
    ) {
      let bytes = sampleBuffer.withBytes { $0.count }
      state.withLock { state in
        state.frames.append((sampleBuffer.presentationTime, sampleBuffer.format, bytes))
        if state.keeps { state.kept.append(sampleBuffer) }
      }
    }

    func captureOutput(
      _ output: VideoDataOutput, didDrop frame: DroppedVideoFrame, from connection: CaptureConnection
    ) {
      state.withLock { $0.drops.append(frame) }
    }

    func captureOutput(_ output: AudioDataOutput, didOutput chunk: AudioChunk, from connection: CaptureConnection) {
      state.withLock { $0.chunks.append((chunk.time, chunk.frameCount)) }
    }
  }

  private struct Bench {
    let recording: RecordingBench
    let output = VideoDataOutput()
    let receiver = Receiver()

    init() async throws {
      recording = try await RecordingBench()
      try await recording.session.removeOutput(recording.movies)
      try await recording.session.addOutput(output)
      output.setSampleBufferDelegate(receiver, queue: DispatchQueue(label: "test"))
    }
  }

  @Test("each frame arrives once, in order, with the instant at which it was taken")
  func everyFrame() async throws {
    let bench = try await Bench()
    let start = bench.recording.clock.now
    try await bench.recording.start(thenFor: 2)
    let frames = bench.receiver.state.withLock { $0.frames }
    #expect((59...61).contains(frames.count) && bench.output.statistics.delivered == frames.count)
    #expect(bench.output.statistics.dropped.isEmpty)
    for (index, frame) in frames.enumerated() {
      let expected = start + MediaTime(value: Int64(index), timescale: 30)
      #expect((frame.time - expected).magnitude.seconds < 0.034)
      #expect(index == 0 || frames[index - 1].time < frame.time)
      #expect(frame.format.pixelFormat == .yu12 && frame.bytes == 320 * 240 * 3 / 2)
    }
    let statistics = await bench.recording.session.statistics
    #expect(statistics.video?.received == frames.count)
  }

  @Test("frames are turned into the format that is asked for", arguments: [PixelFormat.bgra, .nv12, .yu12])
  func formats(format: PixelFormat) async throws {
    let bench = try await Bench()
    try bench.output.setVideoPixelFormat(format)
    try await bench.recording.start(thenFor: 0.5)
    let frame = try #require(bench.receiver.state.withLock { $0.frames.last })
    #expect(frame.format.pixelFormat == format && frame.format.width == 320 && frame.format.height == 240)
    #expect(frame.bytes == (format == .bgra ? 320 * 240 * 4 : 320 * 240 * 3 / 2))
    let error = #expect(throws: CaptureError.self) { try bench.output.setVideoPixelFormat(.mjpeg) }
    #expect(error?.rule == .formatIsAvailable)
  }

  @Test("an app that is slow loses frames and hears of it; the ring loses none", arguments: [true, false])
  func slowApp(discardsLateFrames: Bool) async throws {
    let bench = try await Bench()
    bench.output.alwaysDiscardsLateVideoFrames = discardsLateFrames
    try await bench.recording.start(thenFor: 1)
    let before = bench.output.statistics.delivered
    // The delegate's queue does nothing while nobody settles.
    bench.recording.clock.fallBehind(by: MediaTime(value: 4, timescale: 1))
    await bench.recording.session.settle()
    let waited = discardsLateFrames ? 1 : VideoDataOutput.maximumWaiting
    #expect(bench.output.statistics.delivered == before + waited)
    let reason: DroppedVideoFrame.Reason = discardsLateFrames ? .frameWasLate : .outOfBuffers
    #expect(bench.output.statistics.dropped == [reason: 120 - waited])
    let drops = bench.receiver.state.withLock { $0.drops }
    #expect(drops.count == 64 && drops.allSatisfy { $0.reason == reason }, "only the first are told of")
    #expect(await bench.recording.session.statistics.video?.received == before + 120)
    await bench.recording.advance(1)
    #expect(bench.output.statistics.delivered == before + waited + 30, "it goes on")
    #expect(await bench.recording.session.systemPressureState == .nominal)
  }

  @Test("an app that keeps frames gets no more until it lets go of some")
  func keptFrames() async throws {
    let bench = try await Bench()
    bench.receiver.state.withLock { $0.keeps = true }
    try await bench.recording.start(thenFor: 2)
    #expect(bench.receiver.state.withLock { $0.frames.count } == VideoDataOutput.maximumHeld)
    #expect(Set(bench.output.statistics.dropped.keys) == [.outOfBuffers])
    bench.receiver.state.withLock { (state: inout Receiver.State) in (state.keeps, state.kept) = (false, []) }
    await bench.recording.advance(1)
    #expect(bench.receiver.state.withLock { $0.frames.count } == VideoDataOutput.maximumHeld + 30)
  }

  @Test("sound arrives without gaps; Live Photos go along with both")
  func soundAndLivePhotos() async throws {
    let bench = try await Bench()
    let sound = AudioDataOutput()
    sound.setSampleBufferDelegate(bench.receiver, queue: nil)
    let session = bench.recording.session
    try await session.addOutput(sound)
    try await session.setSessionPreset(.photo)
    #expect(bench.recording.photos.isLivePhotoCaptureSupported)
    try bench.recording.photos.setLivePhotoCaptureEnabled(true)
    try await bench.recording.start(thenFor: 2)
    let delegate = DelegateLog(clock: bench.recording.clock)
    try bench.recording.photos.capturePhoto(with: PhotoSettings(livePhotoMoviePath: "1.mov"), delegate: delegate)
    await bench.recording.advance(2)
    #expect(CaptureStep.course(of: 1, in: delegate.timeline) == "B W C P R M F")
    let chunks = bench.receiver.state.withLock { $0.chunks }
    #expect(abs(chunks.reduce(0) { $0 + $1.frames } - 4 * 48_000) < 4800 && sound.statistics.dropped.isEmpty)
    // Taken away and added again while the session runs.
    try await session.removeOutput(bench.output)
    let count = bench.receiver.state.withLock { $0.frames.count }
    await bench.recording.advance(1)
    #expect(bench.receiver.state.withLock { $0.frames.count } == count)
    try await session.addOutput(bench.output)
    await bench.recording.advance(1)
    #expect((29...31).contains(bench.receiver.state.withLock { $0.frames.count } - count))
    try await session.stopRunning()
    try await session.startRunning()
    await bench.recording.advance(1)
    #expect((59...62).contains(bench.receiver.state.withLock { $0.frames.count } - count))
  }
}
