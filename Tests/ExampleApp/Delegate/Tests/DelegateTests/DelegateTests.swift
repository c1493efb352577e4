import LiveCapture
import LiveCaptureTesting
import MediaCore
import Photobooth
import Simulator
import Synchronization
import Testing

/// What Photobooth's delegate does with the calls of a session, whose pictures nobody looks at.
@Suite struct DelegateTests {
  private let clock = VirtualClock()
  private let files = MemoryFiles()
  private let album = Drawer()
  private let devices: SimulatedWorld

  init() {
    devices = SimulatedWorld(clock: clock, cameras: [.back()], microphones: [SimulatedMicrophone()])
  }

  private func controller(order: CaptureProfile.Order = .nominal) async throws -> CaptureController {
    let controller = try await CaptureController(
      system: try DeviceSystem(devices), environment: .virtual(clock: clock, files: files, order: order),
      album: album)
    try await controller.start()
    await clock.advance(by: .seconds(2), settling: controller.session)
    try controller.takePhoto(isLive: true)
    return controller
  }

  @Test("a Live Photo comes with its movie, in whatever order its parts do", arguments: UInt64(1)...10)
  func livePhoto(seed: UInt64) async throws {
    let controller = try await controller(order: .shuffled(seed: seed))
    await clock.advance(by: .seconds(8), settling: controller.session)
    #expect(album.shots == ["photo and 1.mov"] && files.files.keys.sorted() == ["1.mov"])
    #expect(controller.liveCount == 0 && controller.captureCount == 0)
  }

  @Test("a still whose movie fails is a photo, and LIVE goes off")
  func unplugged() async throws {
    let controller = try await controller()
    await clock.advance(by: .seconds(0.5), settling: controller.session)
    #expect(controller.liveCount == 1)
    devices.unplug("back")
    await clock.advance(by: .seconds(0.1), settling: controller.session)
    #expect(album.shots == ["photo"] && files.files.isEmpty && controller.liveCount == 0)
  }

  /// Remembers what was to be kept.
  private final class Drawer: Album {
    private let kept = Mutex<[String]>([])

    var shots: [String] { kept.withLock { $0 } }

    func temporaryMoviePath(of number: Int64) -> String { "\(number).mov" }
    func save(still: [UInt8], moviePath: String?) {
      kept.withLock { $0.append("photo" + (moviePath.map { " and \($0)" } ?? "")) }
    }
    func discard(moviePath: String) { kept.withLock { $0.append("no \(moviePath)") } }
  }
}
