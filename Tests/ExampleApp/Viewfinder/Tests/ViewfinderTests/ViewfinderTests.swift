import CaptureCodecs
import FileStorage
import Foundation
import LiveCapture
import LiveCaptureTesting
import MediaCore
import PhotoLibrary
import Simulator
import Testing
import Viewfinder

/// The app that was moved from AVFoundation, on simulated devices.
@Suite struct ViewfinderTests {
  /// A folder that goes with the test.
  private final class Folder: Sendable {
    let path = NSTemporaryDirectory() + "viewfinder-\(UUID().uuidString)"
    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }  // what is left there does no harm
  }

  private let folder: Folder

  init() throws { folder = try Folder() }

  private func bench(
    cameras: [SimulatedCamera] = [.back(), .front()],
    authorization: AuthorizationPolicy = .filePermissions
  ) async throws -> (AppBench<Camera>, PhotoLibrary) {
    let clock = VirtualClock()
    let library = try PhotoLibrary(
      at: folder.path + "/library",
      environment: LibraryEnvironment(clock: clock, wallClock: FixedWallClock(), authorization: .fixed(.authorized)))
    let bench = try await AppBench<Camera>(
      cameras: cameras, authorization: authorization, media: .standard
    ) { [folder] world in
      // A library takes its files from a disk.
      var environment = world.environment
      environment.files = DiskFiles()
      return try Camera(
        system: world.system, environment: environment, library: library, folder: folder.path)
    }
    return (bench, library)
  }

  @Test("a Live Photo goes into the library as one asset, and its movie is no longer elsewhere")
  func livePhoto() async throws {
    let (bench, library) = try await bench()
    bench.watchBadge { await $0.liveCount }
    try await bench.run { try await $0.start() }
    try await bench.run { try await $0.setRotation(90) }
    await bench.pass(.seconds(2))
    let shot = try await bench.run { try await $0.capturePhoto() }
    let movie = try #require(shot.moviePath)
    #expect(FileManager.default.fileExists(atPath: movie))
    try await bench.app.save(shot)
    #expect(!FileManager.default.fileExists(atPath: movie))
    let assets = try Asset.fetchAssets(in: library)
    #expect(assets.count == 1 && assets[0].isLivePhoto)
    let report = await bench.finish()
    #expect(report.passes)
  }

  @Test("the shutter button, LIVE, and what the user is told follow the session")
  func states() async throws {
    let (bench, _) = try await bench()
    #expect(await !bench.app.isShutterEnabled)
    try await bench.run { try await $0.start() }
    await bench.pass(.seconds(1))
    #expect(await bench.app.isShutterEnabled)
    let shot = try await bench.run { camera in Task { try await camera.capturePhoto() } }
    #expect(await bench.app.liveCount == 1)
    await bench.pass(.seconds(5))
    #expect(await bench.app.liveCount == 0)
    #expect(try await shot.value.moviePath != nil)
    bench.devices.unplug("back")
    await bench.pass(.seconds(1))
    #expect(await bench.app.notice?.hasPrefix("The camera waits") == true)
    bench.devices.replug("back")
    await bench.pass(.seconds(10))
    #expect(await bench.app.notice == nil)
    try await bench.run { try await $0.stop() }
    await bench.pass(.seconds(1))
    #expect(await !bench.app.isShutterEnabled)
  }

  @Test("an app that may not use cameras, or has none, says so")
  func refusals() async throws {
    let (denied, _) = try await bench(authorization: .asking { _, answer in answer(false) })
    await #expect(throws: ViewfinderError.notAllowed) { try await denied.run { try await $0.start() } }
    let (without, _) = try await bench(cameras: [])
    await #expect(throws: ViewfinderError.noCamera) { try await without.run { try await $0.start() } }
  }
}
