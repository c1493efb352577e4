import FileStorage
import LiveCapture
import LiveCaptureTesting
import LivePhotoTesting
import MediaCore
import Photobooth
import Simulator
import Testing

@Suite struct PhotoboothTests {
  @Test("a Live Photo is in the album as a pair, and LIVE is shown while it is recorded")
  func happyPath() async throws {
    let bench = try await PhotoboothBench()
    let before = try FolderSnapshot(bench.folder)
    try await bench.controller.start()
    await bench.wait(.seconds(2))
    try await bench.shoot()
    #expect(bench.controller.liveCount == 1)
    await bench.wait(.seconds(2))
    #expect(bench.controller.liveCount == 0 && bench.controller.captureCount == 0)

    let pair = expectLivePhoto(
      still: bench.folder + "/IMG_0001.JPG", movie: bench.folder + "/IMG_0001.MOV", stillTime: .seconds(1.5),
      within: .seconds(0.04), duration: .seconds(3), hasSound: true)
    #expect(pair.passes)
    let files = try before.changes(allowing: ["IMG_0001.JPG", "IMG_0001.MOV"])
    #expect(files.passes)
    let (events, badge) = try await bench.finish()
    let laws = CaptureLaws.check(events)
    #expect(laws.passes)
    #expect(badge == [0, 1, 0])
  }

  @Test("two Live Photos a second apart are two pairs, and LIVE stays on from the first to the last")
  func overlapping() async throws {
    let bench = try await PhotoboothBench()
    try await bench.controller.start()
    await bench.wait(.seconds(2))
    try await bench.shoot()
    await bench.wait(.seconds(1))
    try await bench.shoot()
    #expect(bench.controller.liveCount == 2)
    await bench.wait(.seconds(3))
    #expect(bench.controller.liveCount == 0)
    #expect(try bench.album() == ["IMG_0001.JPG", "IMG_0001.MOV", "IMG_0002.JPG", "IMG_0002.MOV"])
    for name in ["IMG_0001", "IMG_0002"] {
      let pair = expectLivePhoto(still: "\(bench.folder)/\(name).JPG", movie: "\(bench.folder)/\(name).MOV")
      #expect(pair.passes)
    }
    let (events, badge) = try await bench.finish()
    #expect(badge == [0, 1, 2, 1, 0])
    let laws = CaptureLaws.checkBadge(badge, of: events)
    #expect(laws.passes)
  }

  @Test("when the camera is pulled out the still is kept, LIVE goes off, and the next photo works")
  func unplugged() async throws {
    let bench = try await PhotoboothBench()
    try await bench.controller.start()
    await bench.wait(.seconds(2))
    try await bench.shoot()
    await bench.wait(.seconds(0.5))
    bench.devices.unplug("back")
    await bench.wait(.seconds(0.1))
    #expect(bench.controller.liveCount == 0 && bench.controller.captureCount == 0)
    #expect(try bench.album() == ["IMG_0001.JPG"])
    bench.devices.plugIn(SimulatedCamera.back())
    await bench.wait(.seconds(3))
    try await bench.shoot()
    await bench.wait(.seconds(2))
    #expect(try bench.album() == ["IMG_0001.JPG", "IMG_0002.JPG", "IMG_0002.MOV"])
    let laws = CaptureLaws.check(try await bench.finish().events)
    #expect(laws.passes)
  }

  @Test("when the disk is full the still is kept and nothing is left of the movie")
  func diskFull() async throws {
    let memory = MemoryFiles()
    let bench = try await PhotoboothBench(files: FaultyFiles(memory, room: 10_000))
    try await bench.controller.start()
    await bench.wait(.seconds(2))
    try await bench.shoot()
    await bench.wait(.seconds(3))
    #expect(try bench.album() == ["IMG_0001.JPG"])
    #expect(memory.files.isEmpty)
    let failed = try await bench.finish().events.compactMap(\.error)
    #expect(failed.allSatisfy { $0.avErrorCode == -11_807 } && failed.count == 2)
  }

  @Test("a delegate that nobody holds hears nothing; those of the app are held until the end, and no longer")
  func droppedDelegate() async throws {
    let leaks = LeakWatch()
    let bench = try await PhotoboothBench()
    try await bench.controller.start()
    await bench.wait(.seconds(2))
    try bench.controller.output.capturePhoto(
      with: PhotoSettings(),
      delegate: leaks.watch(
        PhotoCaptureProcessor(
          album: FolderAlbum(folder: bench.folder), liveDidChange: { _ in }, didFinish: { _ in }),
        "a forgotten delegate"))
    await bench.wait(.seconds(1))
    #expect(try bench.album().isEmpty)
    try await bench.shoot()
    await bench.wait(.seconds(3))
    #expect(try bench.album() == ["IMG_0001.JPG", "IMG_0001.MOV"])
    let left = await leaks.settled()
    #expect(left.passes)
  }

  @Test("whatever the order of calls that the contract allows, every shot is saved", arguments: UInt64(1)...10)
  func shuffled(seed: UInt64) async throws {
    let bench = try await PhotoboothBench(order: .shuffled(seed: seed))
    try await bench.controller.start()
    await bench.wait(.seconds(2))
    try await bench.shoot()
    await bench.wait(.seconds(0.3))
    try await bench.shoot()
    await bench.wait(.seconds(8))
    #expect(bench.controller.liveCount == 0 && bench.controller.captureCount == 0)
    #expect(try bench.album() == ["IMG_0001.JPG", "IMG_0001.MOV", "IMG_0002.JPG", "IMG_0002.MOV"])
    let (events, badge) = try await bench.finish()
    let laws = CaptureLaws.check(events)
    #expect(laws.passes)
    #expect(badge.last == 0)
  }

  @Test("the log of two overlapping shots is as it was")
  func goldenLog() async throws {
    let bench = try await PhotoboothBench()
    try await bench.controller.start()
    await bench.wait(.seconds(2))
    try await bench.shoot()
    await bench.wait(.seconds(1))
    try await bench.shoot(isLive: false)
    try await bench.shoot()
    await bench.wait(.seconds(3))
    let log = EventLogText(try await bench.finish().events, since: bench.start)
    let comparison = try log.golden(named: "overlapping-shots")
    #expect(comparison.passes)
  }

  @Test("without a camera, as in a simulator, the app says so")
  func noCamera() async throws {
    await #expect(throws: PhotoboothError.noCamera) { try await PhotoboothBench(cameras: [], microphones: []) }
  }

  @Test("without the right to listen Live Photos are silent")
  func noMicrophone() async throws {
    let bench = try await PhotoboothBench(microphones: [SimulatedMicrophone(access: .denied)])
    try await bench.controller.start()
    await bench.wait(.seconds(2))
    try await bench.shoot()
    await bench.wait(.seconds(2))
    let pair = expectLivePhoto(
      still: bench.folder + "/IMG_0001.JPG", movie: bench.folder + "/IMG_0001.MOV", hasSound: false)
    #expect(pair.passes)
  }
}
