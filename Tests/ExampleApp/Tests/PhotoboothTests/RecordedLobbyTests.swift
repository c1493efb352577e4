import CaptureCodecs
import FileStorage
import Fixtures
import Foundation
import LiveCapture
import LiveCaptureTesting
import LivePhotoTesting
import MediaCore
import Photobooth
import Simulator
import Testing

/// The app over a fixture of real devices (here: of a scene), made with
/// `livecam record --camera scene --microphone none --size 128x96 --rate 15 --duration 1 --output lobby.livecam`.
@Suite struct RecordedLobbyTests {
  @Test("a Live Photo out of a fixture")
  func recorded() async throws {
    let clock = VirtualClock()
    let devices = try FixtureCatalog.named(
      "lobby", in: Bundle.module.bundlePath, clock: clock, options: FixtureOptions(loops: true))
    let files = MemoryFiles()
    let album = MemoryAlbum()
    let controller = try await CaptureController(
      system: try DeviceSystem(devices), environment: .virtual(clock: clock, files: files, media: .standard),
      album: album)
    try await controller.start()
    await clock.advance(by: .seconds(2), settling: controller.session)
    try controller.takePhoto(isLive: true)
    await clock.advance(by: .seconds(3), settling: controller.session)
    let saved = try #require(album.saved.first)
    let pair = expectLivePhoto(
      still: saved.still, movie: saved.moviePath.flatMap { files.files[$0] }, stillTime: .seconds(1.5),
      within: .seconds(0.07), duration: .seconds(3))
    #expect(pair.passes)
    #expect(pair.stillSize?.width == 128)
    try await controller.stop()
  }
}
