import CaptureCodecs
import CaptureDevices
import Fixtures
import Foundation
import LiveCaptureTesting
import MediaCore
import ScriptFiles
import Simulator
import TestSupport
import Testing

/// Equal scripts have equal outcomes, to the byte.
@Suite struct ScriptDeterminismTests {
  @Test(
    "two runs have one log and the same files",
    arguments: [
      "case53-overlapping.yaml", "case67-unplugged.yaml", "case42-shuffled.yaml", "fault-frames.yaml",
      "fault-overrun.yaml", "fault-slow-disk.yaml", "case58-responsive.yaml",
    ])
  func twice(_ name: String) async throws {
    let script = try ScriptLibraryTests.script(name)
    // Pictures of the second may be those of other scripts: they were compressed in another run than the first one's.
    let runs = [
      try await ScriptRunner().run(script), try await ScriptRunner(tools: .remembering).run(script),
    ]
    #expect(runs[0].entries.map(\.text) == runs[1].entries.map(\.text))
    #expect(runs[0].entries.map(\.json) == runs[1].entries.map(\.json))
    #expect(runs[0].files == runs[1].files)
    #expect(!runs[0].files.isEmpty)
  }

  @Test("another seed is another picture, and in a shuffled order another course")
  func seeds() async throws {
    // Not at a full second, where every scene is white.
    let script = try CaptureScript(
      """
      version: 1
      profile: {order: shuffled}
      steps: [{at: 2.3, press: live}, {at: 2.5, press: live}]
      """, file: "seeds.yaml")
    var (timelines, hashes): (Set<String>, Set<UInt64>) = ([], [])
    for seed in 1...8 {
      let run = try await ScriptRunner(seed: UInt64(seed)).run(script)
      timelines.insert(run.timeline)
      hashes.formUnion(run.files.map(\.hash))
    }
    #expect(timelines.count > 4)
    #expect(hashes.count == 32)
  }

  @Test("files in a folder are those in memory")
  func folder() async throws {
    let script = try ScriptLibraryTests.script("case53-overlapping.yaml")
    let folder = try TemporaryFolder()
    let written = try await ScriptRunner(folder: folder.path, tools: .remembering).run(script)
    #expect(written.holds)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == written.files.map(\.name))
    for file in written.files {
      let size = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(file.name)")[.size] as? Int
      #expect(size == file.size)
    }
    #expect(try await ScriptRunner(tools: .remembering).run(script).files == written.files)
  }

  /// Two seconds of 720p Motion JPEG with sound.
  private static func record(in folder: TemporaryFolder) throws -> String {
    let clock = VirtualClock()
    let catalog = SceneCatalog(
      clock: clock, scene: Scene(epoch: clock.now, settings: SceneSettings()), pictures: StandardPictures())
    let wish = VideoWish(size: (1280, 720), frameRate: 30, pixelFormat: .mjpeg)
    let recorder = try FixtureRecorder(
      path: folder.path("hour.livecam"), clock: clock, camera: try catalog.openVideo("scene", wish: wish).source,
      microphone: try catalog.openAudio("scene", wish: AudioWish(channelCount: 1)))
    try recorder.start()
    clock.advance(by: MediaTime(value: 2, timescale: 1))
    _ = try recorder.finish()
    return recorder.path
  }

  /// How long the hour is: a sanitizer's run takes less (`Scripts/test` says how much), it is many times slower.
  private static let minutes = ProcessInfo.processInfo.environment["LIVECAM_MINUTES"].flatMap(Int.init) ?? 60

  // A test waits for others that run beside it; and a machine may be slow, a sanitizer slower.
  @Test("an hour with a shot a minute passes", .sweep, .timeLimit(.minutes(60)))
  func hour() async throws {
    let minutes = Self.minutes
    try #require(minutes > 0)
    var script = CaptureScript(file: "hour")
    // As a camera of today delivers, and without painting and compressing each picture anew: seconds of one, recorded
    // once, again and again.
    let folder = try TemporaryFolder()
    script.world = .replay("fixture", path: try Self.record(in: folder), loops: true)
    script.encoder = .null
    script.steps = (1...minutes).map {
      ScriptStep(.at(.init(value: Int64($0 * 60), timescale: 1)), .press(ScriptPress(.live)))
    }
    let run = try await ScriptRunner().run(script)
    #expect(run.timeline.split(separator: " ").count == minutes * 7)
    #expect(!run.timeline.contains("!") && run.violations == [])
    #expect(run.files.count == minutes * 2)
    #expect(run.badge.count == minutes * 2 + 1 && run.badge.last == 0)
    #expect(await run.leaks() == [])
  }
}
