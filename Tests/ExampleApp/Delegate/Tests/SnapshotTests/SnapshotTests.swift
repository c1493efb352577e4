import CaptureDevices
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Snapshot
import Testing

@Suite @MainActor struct SnapshotTests {
  /// The app over simulated devices, its camera running for two seconds.
  private func bench(
    order: CaptureProfile.Order = .apart, cameras: [SimulatedCamera] = [.back(), .front()],
    microphones: [SimulatedMicrophone] = [SimulatedMicrophone()]
  ) async throws -> AppBench<CameraModel> {
    let bench = try await AppBench(cameras: cameras, microphones: microphones, order: order) { world in
      await CameraModel(
        try await CaptureService(system: world.system, environment: world.environment, folder: "album"))
    }
    bench.watchBadge { await $0.liveCount }
    try await bench.run { try await $0.start() }
    await bench.pass(.seconds(2))
    return bench
  }

  @Test("a Live Photo is saved as a pair")
  func livePhoto() async throws {
    let bench = try await bench()
    try await bench.run { await $0.capturePhoto() }
    #expect(bench.app.message == nil)
    #expect(bench.world.files.files.keys.sorted() == ["album/IMG_1.JPG", "album/IMG_1.MOV"])
    let report = await bench.finish()
    #expect(report.passes)
    #expect(report.captures == ["B W C P R M F"])
  }

  @Test("a still during a Live Photo has no movie, and leaves that one whole")
  func still() async throws {
    let bench = try await bench()
    try await bench.run { model in Task { await model.capturePhoto() } }
    await bench.pass(.seconds(0.5))
    bench.app.isLive = false
    try await bench.run { await $0.capturePhoto() }
    let report = await bench.finish()
    #expect(report.passes)
    #expect(report.captures == ["B W C P R M F", "B W C P F"])
    #expect(bench.world.files.files.keys.sorted() == ["album/IMG_1.JPG", "album/IMG_1.MOV", "album/IMG_2.JPG"])
  }

  @Test("two Live Photos at once are two pairs, in every order of calls", arguments: CaptureProfile.Order.all)
  func everyOrder(_ order: CaptureProfile.Order) async throws {
    let bench = try await bench(order: order)
    try await bench.run { model in
      async let one: Void = model.capturePhoto()
      async let two: Void = model.capturePhoto()
      _ = await (one, two)
    }
    #expect(bench.app.message == nil)
    #expect(bench.app.photos.sorted() == ["IMG_1", "IMG_2"])
    #expect(bench.world.files.files.count == 4)
    let report = await bench.finish()
    #expect(report.passes)
    #expect(report.captures == ["\(order)", "\(order)"])
  }

  @Test("two Live Photos that overlap, in orders that are drawn", arguments: UInt64(1)...20)
  func shuffled(seed: UInt64) async throws {
    let bench = try await bench(order: .shuffled(seed: seed))
    try await bench.run { model in
      async let one: Void = model.capturePhoto()
      async let two: Void = model.capturePhoto()
      _ = await (one, two)
    }
    #expect(bench.world.files.files.count == 4)
    let report = await bench.finish()
    #expect(report.passes)
  }

  @Test("the button is pressed, LIVE is shown at once, and goes off when the recording ends")
  func badge() async throws {
    let bench = try await bench()
    try await bench.run { model in Task { await model.capturePhoto() } }
    #expect(bench.app.liveCount == 1)
    await bench.pass(.seconds(1))
    #expect(bench.app.liveCount == 1)
    #expect(await bench.eventually { await $0.photos == ["IMG_1"] })
    #expect(bench.app.liveCount == 0)
  }

  @Test("a camera that is unplugged leaves the still, and the app says nothing wrong")
  func unplugged() async throws {
    let bench = try await bench()
    try await bench.run { model in Task { await model.capturePhoto() } }
    await bench.pass(.seconds(0.5))
    bench.devices.unplug("back")
    await bench.pass(.seconds(0.5))
    #expect(bench.app.message == nil)
    #expect(bench.app.photos == ["IMG_1"])
    #expect(bench.world.files.files.keys.sorted() == ["album/IMG_1.JPG"])
    let report = await bench.finish()
    #expect(report.passes)
  }

  @Test("an encoder of sound that fails takes the movie along and leaves the still; the next photo is a pair again")
  func soundFails() async throws {
    let bench = try await bench()
    bench.world.encoders.failSound(afterFrames: 9_600)
    try await bench.run { await $0.capturePhoto() }
    #expect(bench.world.files.files.keys.sorted() == ["album/IMG_1.JPG"])
    bench.world.encoders.failSound(afterFrames: nil)
    try await bench.run { await $0.capturePhoto() }
    #expect(bench.world.files.files.keys.sorted() == ["album/IMG_1.JPG", "album/IMG_2.JPG", "album/IMG_2.MOV"])
    let report = await bench.finish()
    #expect(report.passes)
  }

  @Test("a still that fails is told, leaves no movie behind, and the next photo works")
  func stillFails() async throws {
    let bench = try await bench()
    bench.world.stills.fail(next: 1)
    try await bench.run { await $0.capturePhoto() }
    #expect(bench.app.message != nil)
    #expect(bench.world.files.files.keys.sorted() == [])
    try await bench.run { await $0.capturePhoto() }
    #expect(bench.app.photos == ["IMG_2"])
    let report = await bench.finish()
    #expect(report.passes)
  }

  @Test("a full disk keeps the still, if that fits")
  func diskFull() async throws {
    let bench = try await bench()
    bench.world.disk.setRoom(1_000)
    try await bench.run { await $0.capturePhoto() }
    #expect(bench.world.files.files.keys.sorted() == ["album/IMG_1.JPG"])
    bench.world.disk.setRoom(0)
    try await bench.run { await $0.capturePhoto() }
    #expect(bench.app.message != nil)
    let report = await bench.finish()
    #expect(report.passes)
  }

  @Test("a folder that is closed is told, and LIVE is not shown")
  func folderClosed() async throws {
    let bench = try await bench()
    bench.world.disk.setFolder(.unwritable)
    try await bench.run { await $0.capturePhoto() }
    #expect(bench.app.message != nil)
    let report = await bench.finish()
    #expect(report.passes)
  }

  @Test("without the microphone's permission Live Photos are silent")
  func microphoneDenied() async throws {
    let bench = try await bench(microphones: [SimulatedMicrophone(access: .denied)])
    try await bench.run { await $0.capturePhoto() }
    #expect(bench.world.files.files.keys.sorted() == ["album/IMG_1.JPG", "album/IMG_1.MOV"])
  }

  @Test("where no Live Photo can be taken, a still is")
  func liveUnsupported() async throws {
    let slow = VideoModeCapability(
      pixelFormat: .yu12, width: 320, height: 240, frameIntervals: [MediaTime(value: 1, timescale: 5)])
    let bench = try await bench(cameras: [SimulatedCamera("slow", modes: [slow])])
    try await bench.run { await $0.capturePhoto() }
    #expect(bench.world.files.files.keys.sorted() == ["album/IMG_1.JPG"])
    let report = await bench.finish()
    #expect(report.passes)
  }
}
