import CaptureCodecs
import CaptureDevices
import FileStorage
import Fixtures
import Foundation
import LiveCaptureTesting
import MediaCore
import Synchronization
import TestSupport
import Testing

@testable import Simulator

@Suite struct FixtureRecorderTests {
  private let bench: FixtureBench
  init() throws { bench = try FixtureBench() }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: bench.path).sorted() }

  @Test("a finished bundle has a movie and a manifest, whose lines are short and hold some dozens of frames")
  func manifest() throws {
    let summary = try bench.recordScene(duration: .milliseconds(3000))
    #expect(try names() == ["footage.mov", "manifest.json"])
    #expect(summary.frameCount == 90 && summary.audioFrameCount == 24_000 && summary.skippedFrameCount == 0)
    #expect(summary.durationNanoseconds == 3_000_000_000)
    #expect(summary.payloadBytes == 90 * 128 * 96 + 48_000)
    let text = String(decoding: try bench.folder.read("scene.livecam/manifest.json"), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("{\"frames\": 32,") }.count == 2)
    #expect(lines.filter { $0.hasPrefix("{\"chunks\": ") }.count == 10)
    #expect(lines.allSatisfy { $0.utf8.count < 800 })
    // Everything about three seconds, with 56 modes and formats of the scene's.
    #expect(text.utf8.count < 12_000)
    // Foundation takes it for JSON, too.
    let json = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(json["format"] as? String == "livecam fixture" && json["version"] as? Int == 1)
    #expect(try FixtureManifest(document: Array(text.utf8), file: "copy").document == text)
    // Fixtures of years ago are read, and those of today by programs of years ago: names stay as they are.
    let known = """
      ahead arrival audio bytes camera channels chunks controlDelay controls default driver end events format formats \
      frames hash height id identity interval intervals kind lag latency lengths maximum menu microphone minimum mode \
      model modes name pcm pixelFormat planes position range sampleFormat sampleRate sequence serial step steps time \
      timestampInstant value version video width
      """
    // Menus have the numbers of their items.
    #expect(Self.names(in: json).filter { Int($0) == nil }.sorted().joined(separator: " ") == known)
    let slow = text.replacingOccurrences(of: "\"controlDelay\": 0", with: "\"controlDelay\": 2")
    #expect(try FixtureManifest(document: Array(slow.utf8), file: "slow").video?.controlDelayFrames == 2)
  }

  /// The names of all members of an object and of what is in it.
  private static func names(in value: Any) -> Set<String> {
    if let list = value as? [Any] { return list.reduce(into: []) { $0.formUnion(names(in: $1)) } }
    guard let object = value as? [String: Any] else { return [] }
    return object.values.reduce(into: Set(object.keys)) { $0.formUnion(names(in: $1)) }
  }

  @Test("a recorder that is gone at any time leaves what came until then")
  func partial() throws {
    let clock = VirtualClock()
    let catalog = SceneCatalog(clock: clock, pictures: StandardPictures())
    let recorder = try FixtureRecorder(
      path: bench.path, clock: clock, camera: try catalog.openVideo("scene", wish: FixtureBench.video).source,
      microphone: try catalog.openAudio("scene", wish: FixtureBench.audio))
    try recorder.start()
    clock.advance(by: .milliseconds(1000))
    // A copy of the folder is what a killed recorder would have left; finishing then shows what came.
    let copy = bench.folder.path("cut.livecam")
    try recorder.flush()
    try FileManager.default.copyItem(atPath: bench.path, toPath: copy)
    try recorder.finish()
    let (whole, cut) = (try FixtureReader(path: bench.path), try FixtureReader(path: copy))
    try cut.verify()
    #expect(cut.isCut && !whole.isCut)
    #expect(cut.manifest.frames == whole.manifest.frames && cut.manifest.chunks == whole.manifest.chunks)
    for index in cut.manifest.frames.indices {
      #expect(firstDifference(try cut.payload(ofFrame: index), try whole.payload(ofFrame: index)) == nil)
    }
    // Saved anew it is complete, and has all that came.
    let saved = bench.folder.path("saved.livecam")
    let summary = try cut.save(as: saved)
    #expect(FixtureReader.isBundle(copy) && FixtureReader.isBundle(saved) && !FixtureReader.isBundle(bench.folder.path))
    #expect(summary.frameCount == 30 && summary.audioFrameCount == 8000)
    let complete = try FixtureReader(path: saved)
    try complete.verify()
    #expect(!complete.isCut && complete.manifest.document == cut.manifest(withChecksOf: complete).document)
    #expect(try FileManager.default.contentsOfDirectory(atPath: saved).sorted() == ["footage.mov", "manifest.json"])
    let exists = #expect(throws: FixtureError.self) { try cut.save(as: saved) }
    #expect(exists?.code == .exists)
    let replay = try FixtureReplay(copy, duration: .milliseconds(1500))
    #expect(replay.video.frames.count == 30)
    #expect(replay.video.failure?.message.contains("cut") == true)
  }

  @Test("a cut at every byte of the journal and of the footage leaves a shorter fixture")
  func cuts() throws {
    let clock = VirtualClock()
    let wish = VideoWish(size: (16, 16), frameRate: 30, pixelFormat: .grey)
    let source = try SceneCatalog(clock: clock, pictures: StandardPictures()).openVideo("scene", wish: wish).source
    let recorder = try FixtureRecorder(path: bench.path, clock: clock, camera: source, microphone: nil)
    try recorder.start()
    clock.advance(by: .milliseconds(200))
    try recorder.flush()
    let journal = try bench.folder.read("scene.livecam/manifest.partial.jsonl")
    let footage = try bench.folder.read("scene.livecam/footage.mov")
    try recorder.finish()
    var counts: [Int] = []
    let first = try #require(journal.firstIndex(of: 0x0a))
    for end in stride(from: first + 1, through: journal.count, by: 7) {
      try bench.folder.write(journal[..<end], as: "cut.livecam/manifest.partial.jsonl")
      try bench.folder.write(footage, as: "cut.livecam/footage.mov")
      counts.append(try FixtureReader(path: bench.folder.path("cut.livecam")).manifest.frames.count)
    }
    #expect(counts == counts.sorted() && counts.first == 0 && counts.last ?? 0 >= 4)
    try bench.folder.write(journal, as: "cut.livecam/manifest.partial.jsonl")
    for (end, frames) in [(36, 0), (36 + 255, 0), (36 + 256, 1), (36 + 3 * 256 + 1, 3)] {
      try bench.folder.write(footage[..<end], as: "cut.livecam/footage.mov")
      let reader = try FixtureReader(path: bench.folder.path("cut.livecam"))
      try reader.verify()
      #expect(reader.manifest.frames.count == frames)
    }
  }

  @Test("of a recorder that was gone before anything came nothing is made")
  func nothingCame() throws {
    let clock = VirtualClock()
    let catalog = SceneCatalog(clock: clock, pictures: StandardPictures())
    let recorder = try FixtureRecorder(
      path: bench.path, clock: clock, camera: try catalog.openVideo("scene", wish: FixtureBench.video).source,
      microphone: nil)
    try recorder.start()
    try recorder.flush()
    let copy = bench.folder.path("cut.livecam")
    try FileManager.default.copyItem(atPath: bench.path, toPath: copy)
    clock.advance(by: .milliseconds(1000))
    try recorder.finish()
    let again = bench.folder.path("again.livecam")
    let replay = try FixtureCatalog(path: copy, clock: clock)
    let camera = try replay.openVideo("fixture", wish: VideoWish()).source
    let recorded = #expect(throws: FixtureError.self) {
      try FixtureBench.record(camera, nil, to: again, clock: clock, duration: .milliseconds(1000))
    }
    #expect(recorded?.code == .nothingRecorded && recorded?.context == again)
    let saved = #expect(throws: FixtureError.self) { try FixtureReader(path: copy).save(as: again) }
    #expect(saved?.code == .nothingRecorded)
    #expect(!FileManager.default.fileExists(atPath: again))
  }

  @Test("a bundle that exists is left as it is; a device that does not start leaves none")
  func refusals() throws {
    try bench.recordScene(duration: .milliseconds(200))
    let before = try bench.folder.read("scene.livecam/manifest.json")
    let error = #expect(throws: FixtureError.self) { try bench.recordScene(duration: .milliseconds(100)) }
    #expect(error?.code == .exists && error?.description.contains("scene.livecam") == true)
    #expect((error?.underlying as? FileStoreError)?.operation == "mkdir")
    #expect(throws: FixtureError.self) { try FixtureRecorder.checkIsFree(bench.path) }
    #expect(try bench.folder.read("scene.livecam/manifest.json") == before)
    #expect(try names() == ["footage.mov", "manifest.json"])

    let clock = VirtualClock()
    let source = try SceneCatalog(clock: clock, pictures: StandardPictures()).openVideo(
      "scene", wish: FixtureBench.video
    ).source
    try source.start(delivering: VideoSinkLog())
    let other = bench.folder.path("other.livecam")
    let recorder = try FixtureRecorder(path: other, clock: clock, camera: source, microphone: nil)
    #expect(throws: DeviceError.self) { try recorder.start() }
    #expect(!FileManager.default.fileExists(atPath: other))
    let idle = #expect(throws: FixtureError.self) { try recorder.finish() }
    #expect(idle?.code == .invalidState)
    let none = #expect(throws: FixtureError.self) {
      try FixtureRecorder(path: other, clock: clock, camera: nil, microphone: nil)
    }
    #expect(none?.code == .invalidState)
    let nowhere = #expect(throws: FixtureError.self) {
      try FixtureRecorder(path: "/nowhere/at/all.livecam", clock: clock, camera: source, microphone: nil)
    }
    #expect(nowhere?.code == .unwritable && nowhere?.message.contains("create it first") == true)
  }

  @Test("what comes and goes is recorded and replayed")
  func hotplug() throws {
    let clock = VirtualClock()
    let scene = SceneCatalog(clock: clock, pictures: StandardPictures())
    let world = try SimulatedWorld(clock: clock, of: scene)
    let source = try scene.openVideo("scene", wish: FixtureBench.video).source
    try FixtureBench.record(
      source, nil, to: bench.path, clock: clock, duration: .milliseconds(1000), observing: world
    ) { clock in
      clock.advance(by: .milliseconds(250))
      world.unplug("scene")
      clock.advance(by: .milliseconds(250))
      world.replug("scene")
    }
    #expect(world.state.withLock { $0.observers.isEmpty })
    let replayed = try FixtureCatalog(path: bench.path, clock: clock)
    let heard = Mutex<[String]>([])
    let begin = clock.now
    let observation = replayed.observe { event in
      let time = (clock.now - begin).nanoseconds / 1_000_000
      switch event {
      case .videoConnected(let device): heard.withLock { $0.append("\(device.id) came at \(time)") }
      case .videoDisconnected(let device): heard.withLock { $0.append("\(device.id) went at \(time)") }
      default: heard.withLock { $0.append("\(event)") }
      }
    }
    clock.advance(by: .milliseconds(100))
    #expect(heard.withLock { $0 } == [])
    _ = try replayed.openVideo("scene", wish: VideoWish())
    clock.advance(by: .milliseconds(300))
    #expect(heard.withLock { $0 } == ["scene went at 350"])
    let late = replayed.observe { _ in heard.withLock { $0.append("late") } }
    clock.advance(by: .milliseconds(300))
    #expect(heard.withLock { $0 } == ["scene went at 350", "scene came at 600", "late"])
    observation.cancel()
    late.cancel()
  }

  @Test("a fixture's only mode and format can be opened, by its names alone")
  func opening() throws {
    try bench.recordScene(duration: .milliseconds(300))
    let catalog = try FixtureCatalog(path: bench.path + "/", clock: VirtualClock())
    #expect(catalog.videoDevices().map(\.modes.count) == [1])
    #expect(catalog.audioDevices().map(\.formats.count) == [1])
    #expect(try catalog.openVideo("scene", wish: FixtureBench.video).reason == "GREY 128x96 at 30 fps, as recorded")
    let mode = #expect(throws: DeviceError.self) { try catalog.openVideo("scene", wish: VideoWish(size: (64, 48))) }
    #expect(mode?.code == .unsupportedMode && mode?.message.contains("128x96") == true)
    let format = #expect(throws: DeviceError.self) { try catalog.openAudio("scene", wish: AudioWish(channelCount: 2)) }
    #expect(format?.code == .unsupportedMode)
    for name in ["", "/dev/video0"] {
      #expect(throws: DeviceError.self) { try catalog.openVideo(name, wish: VideoWish()) }
      #expect(throws: DeviceError.self) { try catalog.openAudio(name, wish: AudioWish()) }
    }
    try bench.recordScene(audio: nil, duration: .milliseconds(300), as: "silent.livecam")
    let silent = try FixtureCatalog(path: bench.folder.path("silent.livecam"), clock: VirtualClock())
    let none = #expect(throws: DeviceError.self) { try silent.openAudio("fixture", wish: AudioWish()) }
    #expect(none?.code == .notFound && none?.message.contains("none") == true && silent.audioDevices().isEmpty)
  }
}

extension FixtureReader {
  /// The manifest with the checksums of another one, which has them for whole blocks.
  fileprivate func manifest(withChecksOf other: FixtureReader) -> FixtureManifest {
    var copy = manifest
    if let checks = other.manifest.video?.track.checks { copy.video?.track.checks = checks }
    if let checks = other.manifest.audio?.track.checks { copy.audio?.track.checks = checks }
    return copy
  }
}
