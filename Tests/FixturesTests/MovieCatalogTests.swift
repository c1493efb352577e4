import CaptureDevices
import FileStorage
import Fixtures
import ForeignDevices
import LiveCaptureTesting
import MediaCore
import Simulator
import TestSupport
import Testing

@Suite struct MovieCatalogTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// A clip of a second and a half with sound, made by ffmpeg.
  private func clip(_ name: String = "clip.mp4", _ switches: [String] = []) throws -> String {
    let path = folder.path(name)
    try ForeignTool.ffmpeg.run(
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=1.6", "-f", "lavfi", "-i",
        "sine=frequency=440:sample_rate=44100:duration=1.6", "-pix_fmt", "yuv420p",
      ] + switches + [path])
    return path
  }

  private struct Replay {
    let begin: MediaTime
    let video: VideoSinkLog
    let audio: AudioSinkLog
  }

  private func replay(
    _ path: String, for duration: MediaTime, after delay: MediaTime = .zero, sound: AudioWish? = AudioWish()
  ) throws -> Replay {
    let clock = VirtualClock()
    let catalog = try MovieCatalog(path: path, clock: clock)
    let replay = Replay(
      begin: clock.now, video: VideoSinkLog(clock: clock), audio: AudioSinkLog(clock: clock))
    let camera = try catalog.openVideo("movie", wish: VideoWish()).source
    let microphone = try sound.map { try catalog.openAudio("movie", wish: $0) }
    clock.advance(by: delay)
    try camera.start(delivering: replay.video)
    try microphone?.start(delivering: replay.audio)
    clock.advance(to: replay.begin + duration)
    camera.stop()
    microphone?.stop()
    return replay
  }

  @Test(
    "a movie's pictures come at their times, as ffmpeg decodes them", arguments: ["clip.mp4", "clip.mkv", "clip.ts"])
  func pictures(name: String) throws {
    let path = try clip(name, ["-c:v", "libx264", "-bf", "2", "-c:a", "aac"])
    let replay = try replay(path, for: .milliseconds(3000))
    let frames = replay.video.frames
    #expect(frames.count == 40 && frames.map(\.sequence) == Array(0..<40))
    #expect(frames.first?.format.description == "YU12 96x64")
    // Containers begin where they like, and sound before the picture or behind; from there on times are exact.
    let first = try #require(frames.first?.time)
    #expect((first - replay.begin).seconds < 0.1)
    for (index, frame) in frames.enumerated() {
      let expected = MediaTime(value: Int64(index), timescale: 25)
      let tolerance = name.hasSuffix("mp4") ? MediaTime(nanoseconds: 1) : .milliseconds(1)
      #expect((frame.time - first - expected).magnitude <= tolerance)
    }
    for case .frame(let frame, let arrival?) in replay.video.events {
      #expect(arrival - frame.time == .milliseconds(40))
    }
    let decoded = try ForeignTool.ffmpeg.run([
      "-v", "error", "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt",
      "yuv420p", "-",
    ])
    let bytes = frames.flatMap { $0.storage.withBytes(Array.init) }
    #expect(bytes.count == decoded.bytes.count)
    // Luma is the very same; colour is where ffmpeg has it, too: neither says what matrix there is.
    #expect(firstDifference(Array(bytes.prefix(96 * 64)), Array(decoded.bytes.prefix(96 * 64))) == nil)
    #expect(replay.video.failure?.code == .disconnected)
    #expect(replay.video.failure?.message.contains("has ended") == true)
  }

  @Test("a movie's sound comes whole, at its rate or another")
  func sound() throws {
    let path = try clip("clip.mov", ["-c:v", "libx264", "-c:a", "pcm_s16le"])
    let replay = try replay(path, for: .milliseconds(3000))
    let decoded = try ForeignTool.ffmpeg.run(["-v", "error", "-i", path, "-map", "0:a", "-f", "s16le", "-"])
    #expect(decoded.bytes.count == 2 * 70_560)
    #expect(firstDifference(replay.audio.bytes, decoded.bytes) == nil)
    let chunks = replay.audio.chunks
    #expect(chunks.allSatisfy { $0.frameCount == 441 })
    for chunk in chunks { #expect(chunk.clock?.time == chunk.arrival) }
    #expect(replay.audio.failure?.code == .disconnected)
    let other = try self.replay(
      path, for: .milliseconds(3000), sound: AudioWish(sampleRate: 48_000, channelCount: 2))
    let total = other.audio.chunks.reduce(0) { $0 + $1.frameCount }
    #expect(abs(total - 76_800) < 50 && other.audio.chunks.first?.format.channelCount == 2)
  }

  @Test("times as uneven as a movie has them are kept")
  func uneven() throws {
    let path = try clip(
      "uneven.mkv", ["-vf", "select='not(eq(mod(n,5),3))'", "-fps_mode", "vfr", "-c:v", "ffv1", "-c:a", "pcm_s16le"])
    let times = try replay(path, for: .milliseconds(3000)).video.frames.map(\.time)
    let expected = (0..<40).filter { $0 % 5 != 3 }.map { Double($0) / 25 }
    #expect(times.count == 32)
    for (time, expected) in zip(times, expected) { #expect(abs((time - times[0]).seconds - expected) < 0.001) }
  }

  @Test("a turned movie is seen as a player shows it")
  func turned() throws {
    let plain = try clip("plain.mp4", ["-c:v", "libx264", "-qp", "0", "-c:a", "aac"])
    let path = folder.path("turned.mp4")
    try ForeignTool.ffmpeg.run(["-v", "error", "-i", plain, "-c", "copy", "-metadata:s:v", "rotate=90", path])
    let frame = try #require(try replay(path, for: .milliseconds(200)).video.frames.first)
    #expect(frame.format.description == "YU12 64x96")
    let shown = try ForeignTool.ffmpeg.run([
      "-v", "error", "-i", path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray", "-",
    ])
    let luma = frame.storage.withBytes { Array($0.prefix(64 * 96)) }
    #expect(zip(luma, shown.bytes).allSatisfy { abs(Int($0) - (Int($1) * 219 / 255 + 16)) < 3 || $0 == $1 })
    let catalog = try MovieCatalog(path: path, clock: VirtualClock())
    #expect(try catalog.openVideo("turned", wish: VideoWish()).reason.contains("turned"))
  }

  @Test("a late start shows what is shown then; devices keep their contract")
  func conformance() throws {
    let path = try clip(
      "long.mkv",
      [
        "-c:v", "libx264", "-c:a", "pcm_s16le", "-filter_complex", "[0]loop=5:40[v];[1]aloop=5:70560[a]", "-map", "[v]",
        "-map", "[a]",
      ])
    let late = try replay(path, for: .milliseconds(2000), after: .milliseconds(1010))
    let first = try #require(late.video.frames.first)
    #expect(first.sequence == 0 && abs((first.time - late.begin).seconds - 1.04) < 0.002)
    #expect(late.audio.chunks.first?.position == 0)
    let clock = VirtualClock()
    let catalog = try MovieCatalog(path: path, clock: clock)
    let conformance = DeviceConformance(pace: .virtual(clock), sampleCount: 20)
    #expect(conformance.violations(of: try catalog.openVideo("long", wish: VideoWish()).source) == [])
    let other = try MovieCatalog(path: path, clock: clock)
    #expect(conformance.violations(of: try other.openAudio("long", wish: AudioWish())) == [])
  }

  @Test("a source that is let go while it runs ends by itself, and a late one drops pictures")
  func lifecycle() throws {
    let path = try clip("clip.mp4", ["-c:v", "libx264", "-c:a", "aac"])
    let clock = VirtualClock()
    var source: (any VideoSource)? = try MovieCatalog(path: path, clock: clock).openVideo("movie", wish: VideoWish())
      .source
    let sink = VideoSinkLog()
    try source?.start(delivering: sink)
    source = nil
    clock.advance(by: .milliseconds(500))
    #expect(sink.events.isEmpty)

    let late = LateClock()
    let camera = try MovieCatalog(path: path, clock: late).openVideo("movie", wish: VideoWish()).source
    try camera.start(delivering: sink)
    late.jump(by: .milliseconds(200))
    #expect(sink.frames.count == 5 && sink.skippedCount == 0)
    late.jump(by: .milliseconds(800))
    camera.stop()
    #expect(sink.frames.last?.sequence == 24 && sink.skippedCount == 19)
  }

  @Test("a fixture made of a movie has all of its pictures, on a late clock, too")
  func lateFixture() throws {
    let path = try clip("clip.mp4", ["-c:v", "libx264", "-an"])
    let clock = LateClock()
    let camera = try MovieCatalog(path: path, clock: clock).openVideo("movie", wish: VideoWish()).source
    let recorder = try FixtureRecorder(
      path: folder.path("clip.livecam"), clock: clock, camera: camera, microphone: nil)
    try recorder.start()
    for _ in 0..<4 { clock.jump(by: .milliseconds(1000)) }
    let summary = try recorder.finish()
    #expect(summary.frameCount == 40 && summary.skippedFrameCount == 0)
  }

  @Test("what is no movie, or has not what is asked for, is refused")
  func refusals() throws {
    func error(_ path: String) -> FixtureError? {
      #expect(throws: FixtureError.self) { try MovieCatalog(path: path, clock: VirtualClock()) }
    }
    let none = error(folder.path("none.mp4"))
    #expect(none?.code == .missing && (none?.underlying as? FileStoreError)?.code == .notFound)
    for text in [none?.description, none.map { DeviceError($0).description }] {
      #expect(text?.contains("Cause") == false, "said once")
    }
    #expect(error(folder.path)?.code == .unreadable)
    let text = error(try folder.write(Array("no movie at all".utf8), as: "text.mp4"))
    #expect(text?.code == .damaged)
    // Named and said once, though there is a cause.
    for phrase in ["text.mp4", "a movie", "Cause"] {
      #expect(text?.description.ranges(of: phrase).count == 1, "\(String(describing: text))")
    }
    let path = try clip("silent.mp4", ["-c:v", "libx264", "-an"])
    let catalog = try MovieCatalog(path: path, clock: VirtualClock())
    #expect(catalog.audioDevices().isEmpty && catalog.videoDevices().count == 1)
    let silent = #expect(throws: DeviceError.self) { try catalog.openAudio("movie", wish: AudioWish()) }
    #expect(silent?.code == .notFound)
    #expect(silent?.description.hasPrefix("\(path): This file has no sound") == true)
    let sound = try clip("sound.wav", ["-vn"])
    let dark = #expect(throws: DeviceError.self) {
      try MovieCatalog(path: sound, clock: VirtualClock()).openVideo("movie", wish: VideoWish())
    }
    #expect(dark?.code == .notFound && dark?.description.hasPrefix("\(sound): This file has no pictures") == true)
    let unknown = #expect(throws: DeviceError.self) { try catalog.openVideo("nobody", wish: VideoWish()) }
    #expect(unknown?.code == .notFound && unknown?.message.contains("\"movie\"") == true)
    let mode = #expect(throws: DeviceError.self) { try catalog.openVideo("movie", wish: VideoWish(frameRate: 60)) }
    #expect(mode?.code == .unsupportedMode && mode?.message.contains("96x64") == true)
  }
}
