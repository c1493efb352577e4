import CaptureCodecs
import CaptureDevices
import CaptureScripts
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

/// A session over a hostile camera and microphone, which behave until a test has them do otherwise.
final class HostileBench {
  typealias Frame = HostileCamera.Frame
  typealias Chunk = HostileMicrophone.Chunk
  typealias Frames = (_ number: Int, _ good: Frame) -> [Frame]
  typealias Chunks = (_ number: Int, _ good: Chunk) -> [Chunk]

  static let rate = 30

  let clock = VirtualClock()
  let camera: HostileCamera
  let microphone: HostileMicrophone?
  let session: CaptureSession
  let output = PhotoOutput()
  let movies = MovieFileOutput()
  let log: DelegateLog
  private let picture: [UInt8]
  private var accepted = 0
  private var ticks = 0

  /// With `records`, movies are recorded in place of Live Photos, and frames are converted for an app.
  init(
    _ camera: HostileCamera = HostileCamera(), _ microphone: HostileMicrophone? = nil, records: Bool = false
  ) async throws {
    (self.camera, self.microphone) = (camera, microphone)
    session = try CaptureSession(
      configuration: CaptureBench.Setup().session, environment: .virtual(clock: clock, media: .standard))
    log = DelegateLog(clock: clock)
    picture = try Self.picture(camera.mode.format)
    try await session.addInput(camera)
    if let microphone { try await session.addInput(microphone) }
    try await session.addOutput(output)
    guard records else {
      try output.setLivePhotoCaptureEnabled(true)
      return
    }
    try await session.addOutput(movies)
    let (frames, sound) = (VideoDataOutput(), AudioDataOutput())
    try frames.setVideoPixelFormat(.bgra)
    frames.setSampleBufferDelegate(app, queue: nil)
    sound.setSampleBufferDelegate(app, queue: nil)
    try await session.addOutput(frames)
    try await session.addOutput(sound)
  }

  private final class App: VideoDataOutputDelegate, AudioDataOutputDelegate {
    func captureOutput(
      _ output: VideoDataOutput, didOutput sampleBuffer: VideoSampleBuffer, from connection: CaptureConnection
    ) {}
    func captureOutput(_ output: AudioDataOutput, didOutput chunk: AudioChunk, from connection: CaptureConnection) {}
  }

  private let app = App()

  /// Grey, as a frame of a format.
  private static func picture(_ format: VideoFormat) throws -> [UInt8] {
    guard format.pixelFormat.isCompressed else { return [UInt8](repeating: 128, count: format.frameBytes) }
    let layout = VideoFormat(pixelFormat: .yu12, width: format.width, height: format.height, range: .full)
    let grey = [UInt8](repeating: 128, count: layout.frameBytes)
    let packer = try StandardPictures().makePacker(quality: 80)
    var bytes = [UInt8](repeating: 0, count: packer.maximumBytes(for: format))
    let count = try grey.withUnsafeBytes { grey in
      try bytes.withUnsafeMutableBytes { try packer.pack(grey, laidOutAs: layout, as: format, into: $0) }
    }
    return Array(bytes.prefix(count))
  }

  var goodFrame: Frame {
    Frame(format: camera.mode.format, time: clock.now, sequence: UInt64(ticks), bytes: picture)
  }

  private func goodChunk(of microphone: HostileMicrophone) -> Chunk {
    let (format, count) = (microphone.format, microphone.format.sampleRate / Self.rate)
    let start = Int64(ticks) * Int64(count)
    return Chunk(
      format: format, position: start, frameCount: count,
      clock: AudioClockReading(position: start + Int64(count), time: clock.now),
      bytes: [UInt8](repeating: 0, count: count * format.frameBytes))
  }

  /// Lets time pass, a frame's at a time, with what the camera and the microphone deliver at each.
  func run(_ seconds: Int, frames: Frames = { [$1] }, chunks: Chunks = { [$1] }) async {
    for number in 0..<seconds * Self.rate {
      ticks += 1
      // To the nanosecond, so that sound and pictures stay together.
      let next = MediaTime(nanoseconds: 1_000_000_000_000 + Int64(ticks) * 1_000_000_000 / Int64(Self.rate))
      await clock.advance(by: next - clock.now) { await session.settle() }
      for frame in frames(number, goodFrame) { camera.deliver(frame) }
      if let microphone { for chunk in chunks(number, goodChunk(of: microphone)) { microphone.deliver(chunk) } }
      await session.settle()
    }
  }

  /// Requests a capture; a session whose camera is taken for gone refuses it, which is an end as well.
  func press(isLive: Bool) async {
    let settings = PhotoSettings(livePhotoMoviePath: isLive ? "\(ticks).mov" : nil)
    do {
      try output.capturePhoto(with: settings, delegate: log)
      accepted += 1
    } catch { #expect(error.rule != nil, "\(error)") }
    await session.settle()
  }

  /// Captures around the moment at which devices become hostile, and long after: each ends by itself and once.
  /// Afterwards, devices that behave again are as good as before.
  func endure(frames: Frames = { [$1] }, chunks: Chunks = { [$1] }) async throws {
    try await session.startRunning()
    await run(3)
    await press(isLive: true)
    await run(1)
    for isLive in [true, false] { await press(isLive: isLive) }
    await run(2, frames: frames, chunks: chunks)
    for isLive in [true, false] { await press(isLive: isLive) }
    await run(20, frames: frames, chunks: chunks)
    expectAllEnded(atLeast: 3)
    await run(30)
    await press(isLive: true)
    await run(5)
    expectAllEnded(atLeast: 4)
    let last = log.calls.filter { $0.step == .didFinish }.last
    #expect(last?.error == nil, "\(log)")
    try await session.stopRunning()
    expectAllEnded(atLeast: 4)
  }

  /// A recording that meets hostile devices ends once, by itself or when it is stopped; the next one is whole.
  func recordThrough(frames: Frames = { [$1] }, chunks: Chunks = { [$1] }) async throws {
    let delegate = RecordingBench.Delegate()
    try await session.startRunning()
    await run(2)
    try movies.startRecording(to: "1.mov", delegate: delegate)
    await run(1)
    await run(12, frames: frames, chunks: chunks)
    movies.stopRecording()
    await run(30)
    #expect(delegate.errors.count == 1)
    try movies.startRecording(to: "2.mov", delegate: delegate)
    await run(3)
    movies.stopRecording()
    await run(2)
    #expect(delegate.errors.count == 2 && !movies.isRecording)
    #expect(delegate.calls.suffix(2) == ["start 2.mov", "finish 2.mov"], "\(delegate.errors)")
  }

  func expectAllEnded(atLeast count: Int) {
    #expect(accepted >= count)
    #expect(log.calls.count { $0.step == .didFinish } == accepted, "\(log)")
    let report = CaptureLaws.check(log.calls)
    #expect(report.passes)
    #expect(output.liveIndicator.count == 0)
  }
}
