import CaptureCodecs
import CaptureDevices
import Fixtures
import LiveCaptureTesting
import MediaCore
import Simulator
import Synchronization
import TestSupport

/// Fixtures made in virtual time of a scene's devices that are unplugged and plugged in again.
struct FixtureHotplugBench {
  let clock = VirtualClock()
  let scene: SceneCatalog
  let catalog: SimulatedWorld
  let bench: FixtureBench

  init() throws {
    bench = try FixtureBench()
    scene = SceneCatalog(clock: clock, pictures: StandardPictures())
    catalog = try SimulatedWorld(clock: clock, of: scene)
  }

  /// What was told, in words.
  final class Told: Sendable {
    private let words = Mutex<[String]>([])
    var all: [String] { words.withLock { $0 } }
    func add(_ word: String) { words.withLock { $0.append(word) } }

    func add(_ change: FixtureReconnection.Change) {
      switch change {
      case .left(let kind, let error): add("left \(kind) \(error.code)")
      case .returned(let kind, _, let node): add("returned \(kind) \(node ?? "nowhere")")
      case .refused(let kind, let error): add("refused \(kind) \(error.code)")
      }
    }

    func add(_ ending: FixtureRecorder.Ending) {
      switch ending {
      case .deviceFailed(let error): add("failed \(error.code)")
      case .writingFailed(let error): add("unwritten \(error.code)")
      case .durationReached: add("duration reached")
      }
    }
  }

  /// A recorder of the catalog's devices that goes on, started.
  func recorder(
    _ told: Told, microphone: Bool = true, duration: MediaTime? = nil, as name: String = "scene.livecam"
  ) throws -> FixtureRecorder {
    let recorder = try FixtureRecorder(
      path: bench.folder.path(name), clock: clock,
      camera: try catalog.openVideo("scene", wish: FixtureBench.video).source,
      microphone: microphone ? try catalog.openAudio("scene", wish: FixtureBench.audio) : nil, observing: catalog,
      reconnecting: FixtureReconnection(
        video: FixtureBench.video, audio: FixtureBench.audio, opensOnClock: true, onChange: { told.add($0) }),
      duration: duration
    ) { told.add($0) }
    try recorder.start()
    return recorder
  }

  /// Records a second, unplugs both for 0.7 s, and records 0.8 s of what is back.
  func recordReplug(microphone: Bool = true) throws -> FixtureSummary {
    let recorder = try recorder(Told(), microphone: microphone)
    clock.advance(by: .milliseconds(1000))
    catalog.unplug("scene")
    clock.advance(by: .milliseconds(700))
    catalog.replug("scene", node: "/dev/video7")
    clock.advance(by: .milliseconds(800))
    return try recorder.finish()
  }

  /// Records once more what a fixture replays.
  func recordAgain(_ path: String, as name: String, duration: MediaTime = .milliseconds(4000)) throws -> [String] {
    let (clock, told) = (VirtualClock(start: .milliseconds(77)), Told())
    let replayed = try FixtureCatalog(path: path, clock: clock)
    let recorder = try FixtureRecorder(
      path: bench.folder.path(name), clock: clock,
      camera: try replayed.openVideo("fixture", wish: VideoWish()).source,
      microphone: try replayed.audioDevices().first.map { try replayed.openAudio($0.id, wish: AudioWish()) },
      reconnecting: FixtureReconnection(onChange: { told.add($0) })
    ) { told.add($0) }
    try recorder.start()
    clock.advance(by: duration)
    try recorder.finish()
    return told.all
  }
}
