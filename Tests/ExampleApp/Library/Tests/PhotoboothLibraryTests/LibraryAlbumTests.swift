import CaptureCodecs
import Dispatch
import FileStorage
import Foundation
import LiveCapture
import LiveCaptureTesting
import MediaCore
import PhotoLibrary
import Photobooth
import PhotoboothLibrary
import Simulator
import Testing

/// The app with an album in a photo library.
@Suite struct LibraryAlbumTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "photobooth-library-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder + "/movies", withIntermediateDirectories: true)
  }

  @Test("a Live Photo and a photo become an asset each, and nothing lies about")
  func shots() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let clock = VirtualClock()
    let date = WallTime(secondsSince1970: 1_795_255_800, nanosecond: 0, utcOffsetSeconds: 0)
    let library = try PhotoLibrary(
      at: folder + "/library",
      environment: LibraryEnvironment(
        clock: clock, wallClock: FixedWallClock(date: date, at: clock.now), authorization: .fixed(.authorized),
        mainQueue: DispatchQueue(label: "test.main")))
    let album = LibraryAlbum(in: library, recordingInto: folder + "/movies") { error in
      Issue.record("a shot was not saved: \(error)")
    }
    let controller = try await CaptureController(
      system: try DeviceSystem(
        SimulatedWorld(clock: clock, cameras: [.back()], microphones: [SimulatedMicrophone()])),
      environment: .virtual(clock: clock, files: DiskFiles(), media: .standard), album: album)
    try await controller.start()
    await clock.advance(by: .seconds(2), settling: controller.session)
    for isLive in [true, false] {
      try controller.takePhoto(isLive: isLive)
      await clock.advance(by: .seconds(4), settling: controller.session)
    }
    try await controller.stop()
    await controller.session.settle()
    // Changes are made one after the other: this one is behind those of the app.
    try await library.performChanges {}
    let assets = try Asset.fetchAssets(in: library)
    #expect(assets.map(\.isLivePhoto) == [true, false])
    #expect(try AssetResource.assetResources(for: assets[0], in: library).map(\.type) == [.photo, .pairedVideo])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/movies").isEmpty)
    var check = LibraryCheck(of: library)
    #expect(try check.run().findings.isEmpty)
  }
}
