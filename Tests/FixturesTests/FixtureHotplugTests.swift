import CaptureDevices
import Fixtures
import Foundation
import LiveCaptureTesting
import MediaCore
import Simulator
import Synchronization
import TestSupport
import Testing

/// Devices that are unplugged while they are recorded, and plugged in again.
@Suite struct FixtureHotplugTests {
  private let hotplug: FixtureHotplugBench
  private var bench: FixtureBench { hotplug.bench }
  private var clock: VirtualClock { hotplug.clock }
  init() throws { hotplug = try FixtureHotplugBench() }

  private func text(_ name: String = "scene.livecam") throws -> String {
    String(decoding: try bench.folder.read("\(name)/manifest.json"), as: UTF8.self)
  }

  /// That two manifests are alike, to the letter.
  private func expectSame(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let (one, two) = (try text().split(separator: "\n"), try text(name).split(separator: "\n"))
    let difference = zip(one, two).first { $0 != $1 }.map { "\($0.0.prefix(200)) against \($0.1.prefix(200))" }
    #expect(difference == nil && one.count == two.count, "\(difference ?? "")", sourceLocation: sourceLocation)
  }

  /// A scene whose coming and going nobody can be told of.
  private struct Deaf: DeviceCatalog {
    struct Observation: DeviceObservation {
      func cancel() {}
      var failure: DeviceError? { DeviceError(.system, context: "devices", message: "The test is deaf.") }
    }
    let scene: SceneCatalog
    func videoDevices() -> [VideoDevice] { scene.videoDevices() }
    func audioDevices() -> [AudioDevice] { scene.audioDevices() }
    func openVideo(_ name: String, wish: VideoWish) throws(DeviceError) -> (source: any VideoSource, reason: String) {
      try scene.openVideo(name, wish: wish)
    }
    func openAudio(_ name: String, wish: AudioWish) throws(DeviceError) -> any AudioSource {
      try scene.openAudio(name, wish: wish)
    }
    func observe(_ handler: @escaping @Sendable (DeviceEvent) -> Void) -> any DeviceObservation { Observation() }
  }

  @Test("a recorder that is not told of devices that return says so while it runs")
  func deaf() throws {
    let whole = try hotplug.recorder(FixtureHotplugBench.Told(), as: "whole.livecam")
    #expect(whole.observationFailure == nil)
    let catalog = Deaf(scene: hotplug.scene)
    let recorder = try FixtureRecorder(
      path: bench.folder.path("deaf.livecam"), clock: clock,
      camera: try catalog.openVideo("scene", wish: FixtureBench.video).source, microphone: nil, observing: catalog)
    #expect(recorder.observationFailure == nil)
    try recorder.start()
    #expect(recorder.observationFailure?.message == "The test is deaf.")
    clock.advance(by: .milliseconds(500))
    try recorder.finish()
    try whole.finish()
    #expect(recorder.observationFailure == nil)
  }

  @Test("the recorder waits for what is unplugged and goes on with it, at another node, with a gap")
  func goesOn() throws {
    let told = FixtureHotplugBench.Told()
    let recorder = try hotplug.recorder(told)
    let begin = clock.now
    clock.advance(by: .milliseconds(1000))
    hotplug.catalog.unplug("scene")
    #expect(told.all == ["left camera disconnected", "left microphone disconnected"])
    clock.advance(by: .milliseconds(700))
    hotplug.catalog.replug("scene", node: "/dev/video7")
    clock.advance(by: .milliseconds(800))
    let summary = try recorder.finish()
    #expect(told.all.dropFirst(2) == ["returned camera /dev/video7", "returned microphone scene"])
    #expect(summary.unpluggedCount == 1 && summary.durationNanoseconds == 2_500_000_000)
    let reader = try FixtureReader(path: bench.path)
    try reader.verify()
    let manifest = reader.manifest
    let comings = manifest.deviceEvents.map {
      "\($0.kind) \($0.isConnected ? "comes" : "goes") \($0.arrivalNanoseconds / 1_000_000) \($0.node ?? "-")"
    }
    #expect(
      comings == [
        "camera goes 1000 -", "microphone goes 1000 -", "camera comes 1700 /dev/video7", "microphone comes 1700 scene",
      ])
    #expect(manifest.deviceEvents.allSatisfy { $0.arrivalNanoseconds.isMultiple(of: 1_000_000) })
    // What was taken at 1.7 s at the earliest was taken by the new one, whose numbers are its own.
    let late = manifest.frames.filter { $0.timeNanoseconds >= 1_690_000_000 }
    #expect((22...24).contains(late.count) && manifest.frames.count == 30 + late.count)
    #expect(manifest.frames.allSatisfy { !(1_000_000_001..<1_690_000_000).contains($0.timeNanoseconds) })
    var kinds: [String] = []
    for event in manifest.video?.track.events ?? [] {
      switch event {
      case .sample: if kinds.last != "frames" { kinds.append("frames") }
      case .loss: kinds.append("skip")
      case .start(let start): kinds.append("start \(start.instance)")
      case .end(let end): kinds.append("end \(end.failure?.code.description ?? "stopped")")
      }
    }
    #expect(kinds == ["frames", "end disconnected", "start 1", "frames", "end stopped"])
    #expect(manifest.chunks.contains { $0.position == 0 && $0.arrivalNanoseconds > 1_700_000_000 })
    #expect(try text().contains("\"version\": 2"))
    #expect(clock.now == begin + .milliseconds(2500))
    // The checks that the reader makes are the writer's, too.
    #expect(try FixtureManifest(document: Array(text().utf8), file: "copy").document == text())
  }

  @Test("a replay unplugs at the recorded time, has no camera then, and a new one at the recorded time")
  func replay() throws {
    _ = try hotplug.recordReplug()
    let clock = VirtualClock(start: .milliseconds(9000))
    let catalog = try FixtureCatalog(path: bench.path, clock: clock)
    let begin = clock.now
    let heard = Mutex<[String]>([])
    let observation = catalog.observe { event in
      let time = (clock.now - begin).nanoseconds / 1_000_000
      switch event {
      case .videoConnected: heard.withLock { $0.append("camera came at \(time)") }
      case .videoDisconnected: heard.withLock { $0.append("camera went at \(time)") }
      case .audioConnected: heard.withLock { $0.append("microphone came at \(time)") }
      case .audioDisconnected: heard.withLock { $0.append("microphone went at \(time)") }
      }
    }
    let first = try catalog.openVideo("scene", wish: VideoWish()).source
    let sink = VideoSinkLog(clock: clock)
    try first.start(delivering: sink)
    clock.advance(to: begin + .milliseconds(1200))
    #expect(sink.frames.count == 30 && sink.failure?.code == .disconnected)
    #expect(catalog.videoDevices().isEmpty && catalog.audioDevices().isEmpty)
    let away = #expect(throws: DeviceError.self) { try catalog.openVideo("scene", wish: VideoWish()) }
    #expect(away?.code == .notFound && away?.message.contains("unplugged") == true)
    clock.advance(to: begin + .milliseconds(1700))
    #expect(
      heard.withLock { $0 } == [
        "camera went at 1000", "microphone went at 1000", "camera came at 1700", "microphone came at 1700",
      ])
    // The old one never is the new one.
    first.stop()
    let old = VideoSinkLog(clock: clock)
    try first.start(delivering: old)
    let second = try catalog.openVideo("scene", wish: VideoWish()).source
    let microphone = try catalog.openAudio("scene", wish: AudioWish())
    let (seen, listening) = (VideoSinkLog(clock: clock), AudioSinkLog(clock: clock))
    try second.start(delivering: seen)
    try microphone.start(delivering: listening)
    clock.advance(to: begin + .milliseconds(2500))
    #expect(old.frames.isEmpty && old.failure?.code == .disconnected)
    let manifest = try FixtureReader(path: bench.path).manifest
    let late = manifest.frames.filter { $0.timeNanoseconds >= 1_690_000_000 }
    #expect(seen.frames.map { ($0.time - begin).nanoseconds } == late.map(\.timeNanoseconds))
    #expect(seen.frames.map(\.sequence) == late.map(\.sequence))
    #expect(listening.chunks.first?.position == 0 && listening.chunks.count > 70)
    let tail = try FixtureReader(path: bench.path).payload(ofFrame: manifest.frames.count - 1)
    let last = try #require(seen.frames.last)
    #expect(firstDifference(last.storage.withBytes { Array($0) }, tail) == nil)
    observation.cancel()
    let loop = #expect(throws: FixtureError.self) {
      try FixtureCatalog(path: bench.path, clock: clock, options: FixtureOptions(loops: true))
    }
    #expect(loop?.code == .unsupported)
  }

  @Test(
    "a fixture made of a replay with a gap is the one replayed, down to the manifest's lines", arguments: [true, false])
  func again(microphone: Bool) throws {
    _ = try hotplug.recordReplug(microphone: microphone)
    let told = try hotplug.recordAgain(bench.path, as: "second.livecam")
    #expect(told.first == "left camera disconnected" && told.last == "failed disconnected")
    #expect(told.filter { $0.hasPrefix("returned") }.count == (microphone ? 2 : 1))
    try expectSame("second.livecam")
    let (one, two) = (bench.folder.path("scene.livecam"), bench.folder.path("second.livecam"))
    #expect(
      try FixtureReader(path: one).manifest.video?.track.checks == FixtureReader(path: two).manifest.video?.track.checks
    )
  }

  @Test("devices that stand for recorded ones go and come with them, unless they are unplugged by order")
  func stoodFor() throws {
    _ = try hotplug.recordReplug()
    let clock = VirtualClock()
    let begin = clock.now
    let catalog = try SimulatedWorld(clock: clock, of: try FixtureCatalog(path: bench.path, clock: clock))
    let heard = Mutex<[String]>([])
    let observation = catalog.observe { event in
      guard case .videoConnected = event else {
        if case .videoDisconnected = event { heard.withLock { $0.append("went") } }
        return
      }
      heard.withLock { $0.append("came") }
    }
    let sink = VideoSinkLog(clock: clock)
    let camera = try catalog.openVideo("scene", wish: VideoWish()).source
    try camera.start(delivering: sink)
    clock.advance(to: begin + .milliseconds(1500))
    #expect(heard.withLock { $0 } == ["went"] && catalog.videoDevices().isEmpty && sink.failure?.code == .disconnected)
    // Plugging in by order does not bring back what was not there.
    catalog.unplug("scene")
    catalog.replug("scene")
    #expect(heard.withLock { $0 } == ["went"] && catalog.videoDevices().isEmpty)
    clock.advance(to: begin + .milliseconds(1800))
    #expect(heard.withLock { $0 } == ["went", "came"] && catalog.videoDevices().count == 1)
    let seen = VideoSinkLog(clock: clock)
    let again = try catalog.openVideo("scene", wish: VideoWish()).source
    try again.start(delivering: seen)
    clock.advance(to: begin + .milliseconds(2400))
    #expect(seen.frames.count > 15)
    // Who has opened a camera holds it; the world does not.
    #expect(again !== camera)
    observation.cancel()
  }

  @Test("what never comes back is waited for until the duration is over; so is its replay")
  func neverBack() throws {
    let told = FixtureHotplugBench.Told()
    let recorder = try hotplug.recorder(told, microphone: false, duration: .milliseconds(3000))
    clock.advance(by: .milliseconds(1000))
    hotplug.catalog.unplug("scene")
    clock.advance(by: .milliseconds(1999))
    #expect(told.all == ["left camera disconnected"])
    clock.advance(by: .milliseconds(1))
    #expect(told.all == ["left camera disconnected", "duration reached"])
    let summary = try recorder.finish()
    #expect(summary.durationNanoseconds == 3_000_000_000 && summary.frameCount == 30)
    #expect(clock.pendingActionCount == 0)
    let told2 = try hotplug.recordAgain(bench.path, as: "second.livecam")
    #expect(told2 == ["left camera disconnected", "failed disconnected"])
    try expectSame("second.livecam")
  }

  @Test("the duration counts from the first frame, and ends without one, too")
  func duration() throws {
    let told = FixtureHotplugBench.Told()
    let source = SlowCamera(try hotplug.scene.openVideo("scene", wish: FixtureBench.video).source, clock: clock)
    let recorder = try FixtureRecorder(
      path: bench.path, clock: clock, camera: source, microphone: nil, duration: .milliseconds(1000)
    ) { told.add($0) }
    try recorder.start()
    clock.advance(by: .milliseconds(400))
    try source.begin()
    clock.advance(by: .milliseconds(990))
    #expect(told.all == [])
    clock.advance(by: .milliseconds(50))
    #expect(told.all == ["duration reached"])
    try recorder.finish()
    let silent = FixtureHotplugBench.Told()
    let second = try FixtureRecorder(
      path: bench.folder.path("none.livecam"), clock: clock, camera: SlowCamera(source, clock: clock), microphone: nil,
      duration: .milliseconds(1000)
    ) { silent.add($0) }
    try second.start()
    clock.advance(by: .milliseconds(1000))
    #expect(silent.all == ["duration reached"])
    let nothing = #expect(throws: FixtureError.self) { try second.finish() }
    #expect(nothing?.code == .nothingRecorded && nothing?.description.contains("No picture and no sound") == true)
    #expect(!FileManager.default.fileExists(atPath: bench.folder.path("none.livecam")))
  }

  @Test("one that comes back in another mode ends the fixture, which is complete up to there")
  func otherMode() throws {
    let told = FixtureHotplugBench.Told()
    let recorder = try FixtureRecorder(
      path: bench.path, clock: clock, camera: try hotplug.catalog.openVideo("scene", wish: FixtureBench.video).source,
      microphone: nil, observing: hotplug.catalog,
      reconnecting: FixtureReconnection(video: VideoWish(), opensOnClock: true, onChange: { told.add($0) })
    ) { ending in
      told.add(ending)
      if case .deviceFailed(let error) = ending {
        told.add("\(error.message) \((error.underlying as? DeviceError)?.code.description ?? "no cause")")
      }
    }
    try recorder.start()
    clock.advance(by: .milliseconds(500))
    hotplug.catalog.unplug("scene")
    clock.advance(by: .milliseconds(100))
    hotplug.catalog.plugIn(SimulatedCamera("scene", modes: [SimulatedCamera.mode(.yu12, width: 64, height: 48)]))
    clock.advance(by: .milliseconds(1))
    #expect(told.all.prefix(2) == ["left camera disconnected", "failed unsupportedMode"])
    #expect(told.all.last?.contains("64x48") == true && told.all.last?.contains("128x96") == true)
    #expect(told.all.last?.hasSuffix(" unsupportedMode") == true, "why it was not opened as it was recorded")
    clock.advance(by: .milliseconds(399))
    let summary = try recorder.finish()
    #expect(told.all.count == 3 && summary.frameCount == 15 && summary.durationNanoseconds == 1_000_000_000)
    try FixtureReader(path: bench.path).verify()
    _ = try hotplug.recordAgain(bench.path, as: "second.livecam")
    try expectSame("second.livecam")
  }

  @Test("one that cannot be opened at once is tried again; so is one of which nobody says that it is back")
  func tried() throws {
    let told = FixtureHotplugBench.Told()
    let recorder = try hotplug.recorder(told, microphone: false)
    clock.advance(by: .milliseconds(300))
    hotplug.catalog.unplug("scene")
    hotplug.catalog.setBusy(true, "scene")
    hotplug.catalog.replug("scene")
    clock.advance(by: .milliseconds(1200))
    #expect(told.all == ["left camera disconnected", "refused camera busy"])
    hotplug.catalog.setBusy(false, "scene")
    clock.advance(by: .milliseconds(600))
    #expect(told.all.last == "returned camera nowhere")
    // A stream that breaks off, and no word of the system's: the camera is looked for.
    hotplug.catalog.camera("scene")?.fail()
    clock.advance(by: .milliseconds(1100))
    #expect(told.all.suffix(2) == ["left camera disconnected", "returned camera nowhere"])
    clock.advance(by: .milliseconds(500))
    // Gone and back, and gone before it has told anything: only its last stream counts.
    hotplug.catalog.unplug("scene")
    hotplug.catalog.replug("scene")
    clock.advance(by: .milliseconds(1))
    hotplug.catalog.unplug("scene")
    hotplug.catalog.replug("scene")
    clock.advance(by: .milliseconds(500))
    try recorder.finish()
    let manifest = try FixtureReader(path: bench.path).manifest
    #expect(manifest.deviceEvents.map(\.isConnected) == [false, true, false, true, false, true, false, true])
    let starts = (manifest.video?.track.events ?? []).compactMap {
      if case .start(let start) = $0 { start.instance } else { nil }
    }
    #expect(starts == [1, 2, 4])
    try FixtureReader(path: bench.path).verify()
    _ = try hotplug.recordAgain(bench.path, as: "second.livecam", duration: .milliseconds(9000))
    try expectSame("second.livecam")
  }

  @Test("controls are what they were when the camera was opened first")
  func controls() throws {
    let told = FixtureHotplugBench.Told()
    let camera = try hotplug.catalog.openVideo("scene", wish: FixtureBench.video).source
    let control = try #require(camera.device.controls.first { $0.kind == .integer && $0.minimum < $0.maximum })
    let wanted = control.defaultValue == control.maximum ? control.minimum : control.maximum
    try? camera.setControl(control.id, to: wanted)
    let value = try camera.value(ofControl: control.id)
    let recorder = try FixtureRecorder(
      path: bench.path, clock: clock, camera: camera, microphone: nil, observing: hotplug.catalog,
      reconnecting: FixtureReconnection(video: FixtureBench.video, opensOnClock: true, onChange: { told.add($0) }))
    try recorder.start()
    clock.advance(by: .milliseconds(300))
    hotplug.catalog.unplug("scene")
    hotplug.catalog.replug("scene")
    clock.advance(by: .milliseconds(300))
    #expect(try hotplug.catalog.camera("scene")?.value(ofControl: control.id) == value)
    try recorder.finish()
  }

  @Test("a recorder that is killed while it waits, or behind the gap, leaves what came until then")
  func killed() throws {
    let recorder = try hotplug.recorder(FixtureHotplugBench.Told())
    func copy(_ name: String) throws -> FixtureReader {
      try recorder.flush()
      try FileManager.default.copyItem(atPath: bench.path, toPath: bench.folder.path(name))
      let reader = try FixtureReader(path: bench.folder.path(name))
      try reader.verify()
      return reader
    }
    clock.advance(by: .milliseconds(500))
    hotplug.catalog.unplug("scene")
    clock.advance(by: .milliseconds(500))
    let waiting = try copy("waiting.livecam")
    #expect(waiting.isCut && waiting.manifest.frames.count == 15)
    hotplug.catalog.replug("scene")
    clock.advance(by: .milliseconds(500))
    let behind = try copy("behind.livecam")
    #expect(behind.isCut && behind.manifest.frames.count > 25 && behind.manifest.deviceEvents.count == 4)
    try recorder.finish()
    // Saved anew it has all of it, and replays it.
    try behind.save(as: bench.folder.path("saved.livecam"))
    let saved = try FixtureReader(path: bench.folder.path("saved.livecam"))
    try saved.verify()
    #expect(
      saved.manifest.frames == behind.manifest.frames && saved.manifest.deviceEvents == behind.manifest.deviceEvents)
    #expect(try text("saved.livecam").contains("\"start\": 1"))
  }

  @Test("the movie has the gap: its sound is where it was, its pictures too")
  func movie() throws {
    _ = try hotplug.recordReplug()
    let movie = bench.path + "/footage.mov"
    func probe(_ stream: String, _ entries: String) throws -> [String] {
      try ForeignTool.ffprobe.run(
        ["-v", "error", "-select_streams", stream, "-show_entries", entries, "-of", "csv=p=0", movie]
      ).lines
    }
    let packets = try probe("v", "packet=pts_time")
    let times = packets.compactMap { Double($0.filter { $0 != "," }) }
    #expect(times.contains { $0 > 1.65 } && !times.contains { $0 > 1.02 && $0 < 1.65 })
    let sound = try probe("a", "packet=pts_time").compactMap { Double($0.filter { $0 != "," }) }
    let inGap = sound.filter { $0 > 1.05 && $0 < 1.65 }
    #expect(sound.contains { $0 > 2.4 } && inGap == [], "\(inGap)")
  }

  @Test(
    "what cannot be is refused",
    arguments: [
      ("\"start\": 1", "\"start\": 2", "plugged in"), ("\"start\": 1", "\"start\": 0", "'start'"),
      ("\"end\": \"failed\"", "\"end\": \"stopped\"", "follows the end"),
      ("{\"start\": 1, \"arrival\"", "{\"begin\": 1, \"arrival\"", "follows the end"),
      ("\"connected\": true", "\"connected\": false", "plugged in"),
    ])
  func damage(old: String, new: String, words: String) throws {
    _ = try hotplug.recordReplug(microphone: false)
    let damaged = try text().replacingOccurrences(of: old, with: new)
    let error = #expect(throws: FixtureError.self) {
      try FixtureManifest(document: Array(damaged.utf8), file: "manifest.json")
    }
    #expect(error?.code == .damaged && error?.message.contains(words) == true, "\(error.map(\.message) ?? "")")
  }
}

/// A camera that delivers nothing before it is told to.
private final class SlowCamera: VideoSource {
  private let source: any VideoSource
  private let sink = Mutex<(any VideoSink)?>(nil)
  var device: VideoDevice { source.device }
  var mode: VideoMode { source.mode }
  var timestampInstant: TimestampInstant { source.timestampInstant }

  init(_ source: any VideoSource, clock: any MediaClock) { self.source = source }
  func start(delivering sink: any VideoSink) throws(DeviceError) { self.sink.withLock { $0 = sink } }
  func begin() throws { if let sink = sink.withLock({ $0 }) { try source.start(delivering: sink) } }
  func stop() { source.stop() }
}
