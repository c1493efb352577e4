import CaptureDevices
import Diagnostics
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

/// Several cameras and microphones in one session, and cameras that are switched while it runs.
@Suite struct SeveralCamerasTests {
  private let front = SimulatedCamera.usual("front", node: "/dev/video1")
  private let back = SimulatedCamera.usual("back", node: "/dev/video0")

  private func input(_ bench: CaseBench, _ id: String) throws -> DeviceInput {
    try DeviceInput(try #require(bench.system.devices.first { $0.uniqueID == id }), of: bench.system)
  }

  @Test("two cameras with an output each are shot at the same instant, on one time base")
  func twoCameras() async throws {
    let bench = try CaseBench(cameras: [back, front], microphones: ["left", "right"])
    let session = bench.session
    let other = PhotoOutput()
    await session.beginConfiguration()
    for id in ["back", "front", "left", "right"] { try await session.addInput(input(bench, id)) }
    try await session.addOutput(bench.output)
    try await session.addOutput(other)
    try await session.setSessionPreset(.photo)
    try await session.commitConfiguration()
    #expect(await !session.canAddOutput(PhotoOutput()), "one for each camera")
    let sources = await session.connections.map { $0.input.device.uniqueID }
    #expect(Set(sources) == ["back", "front", "left", "right"])
    for output in [bench.output, other] { try output.setLivePhotoCaptureEnabled(true) }
    try await bench.start()
    await bench.advance(3)
    for (output, name) in [(bench.output, "back.mov"), (other, "front.mov")] {
      try output.capturePhoto(with: PhotoSettings(livePhotoMoviePath: name), delegate: bench.delegate)
    }
    await bench.session.settle()
    await bench.advance(3)
    #expect(bench.delegate.calls.count == 14 && bench.delegate.calls.allSatisfy { $0.error == nil })
    #expect(bench.files.files.keys.sorted() == ["back.mov", "front.mov"])
    let times = bench.calls(.didProcessPhoto).compactMap { $0.photo?.timestamp }
    #expect(times.count == 2 && times[0] == times[1])
    #expect(bench.output.liveIndicator.count == 0 && other.liveIndicator.count == 0)
    for input in await session.inputs where input.device.mediaType == .video {
      #expect(await session.statistics(of: input)?.received ?? 0 > 100)
    }
  }

  @Test("one of two cameras that is lost does not interrupt the other")
  func oneIsLost() async throws {
    let bench = try CaseBench(cameras: [back, front], microphones: [])
    let other = PhotoOutput()
    await bench.session.beginConfiguration()
    for id in ["back", "front"] { try await bench.session.addInput(input(bench, id)) }
    try await bench.session.addOutput(bench.output)
    try await bench.session.addOutput(other)
    try await bench.session.setSessionPreset(.photo)
    try await bench.session.commitConfiguration()
    try other.setLivePhotoCaptureEnabled(true)
    try await bench.start()
    await bench.advance(3)
    try other.capturePhoto(with: PhotoSettings(livePhotoMoviePath: "1.mov"), delegate: bench.delegate)
    bench.world.unplug("back")
    await bench.session.settle()
    #expect(await bench.session.isRunning)
    #expect(await !bench.session.isInterrupted)
    bench.expectBroken(.videoConnectionIsActive, PhotoSettings())
    await bench.advance(3)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
    bench.world.plugIn(back)
    await bench.session.settle()
    await bench.advance(1)
    try await bench.press()
    await bench.advance(1)
    #expect(CaptureStep.course(of: 2, in: bench.delegate.timeline) == "B W C P F")
  }

  @Test("a camera is switched while the session runs: captures under way end, the next come from the new one")
  func switched() async throws {
    let bench = try CaseBench(cameras: [back, front])
    try await bench.session.addOutput(bench.output)
    let first = try input(bench, "back")
    try await bench.session.addInput(first)
    try await bench.session.addInput(input(bench, "microphone"))
    try await bench.session.setSessionPreset(.photo)
    try bench.output.setLivePhotoCaptureEnabled(true)
    try await bench.start()
    await bench.advance(3)
    try await bench.pressLive("1.mov")
    await bench.advance(0.5)
    await bench.session.beginConfiguration()
    try await bench.session.removeInput(first)
    try await bench.session.addInput(input(bench, "front"))
    try await bench.session.commitConfiguration()
    await bench.session.settle()
    #expect(await bench.session.isRunning)
    // The last of its sound is still on its way.
    await bench.advance(0.3)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1", "a shorter movie, whole")
    #expect(bench.output.isLivePhotoCaptureEnabled, "the new camera supports them too")
    await bench.advance(2)
    try await bench.pressLive("2.mov")
    await bench.advance(3)
    #expect(CaptureStep.course(of: 2, in: bench.delegate.timeline) == "B W C P R M F")
    #expect(bench.files.files.keys.sorted() == ["1.mov", "2.mov"])
  }

  @Test("a configuration that cannot be is not: everything is as before, and the session says why")
  func impossibleConfiguration() async throws {
    let bench = try CaseBench(cameras: [back, front])
    try await bench.session.addOutput(bench.output)
    let first = try input(bench, "back")
    let second = try input(bench, "front")
    try await bench.session.addInput(first)
    try await bench.session.setSessionPreset(.photo)
    try await bench.start()
    await bench.advance(2)
    await bench.session.beginConfiguration()
    try await bench.session.removeInput(first)
    try await bench.session.addInput(second)
    // Another program takes the camera in the last moment.
    let other = try bench.world.openVideo("front", wish: VideoWish()).source
    try other.start(delivering: VideoSinkLog())
    let error = await #expect(throws: CaptureError.self) { try await bench.session.commitConfiguration() }
    #expect(error?.code == .deviceFailed)
    #expect(await bench.session.inputs.map { $0.device.uniqueID } == ["back"])
    #expect(await bench.session.isRunning)
    await bench.advance(2)
    try await bench.press()
    await bench.advance(1)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 F1")
  }

  @Test("the app sets the format while the session runs, and stills have its size")
  func formatWhileRunning() async throws {
    let bench = try CaseBench()
    try await bench.run()
    let device = try #require(bench.system.defaultDevice(for: .video))
    try device.lockForConfiguration()
    try device.setActiveFormat(try #require(device.formats.first { $0.dimensions.width == 320 }))
    try device.setActiveVideoMinFrameDuration(MediaTime(value: 1, timescale: 15))
    device.unlockForConfiguration()
    await bench.advance(2)
    try await bench.press()
    await bench.advance(1)
    #expect(bench.calls(.willBegin).first?.settings.photoDimensions == .init(width: 320, height: 240))
    let input = try #require(await bench.session.inputs.first { $0.device.mediaType == .video })
    let received = try #require(await bench.session.statistics(of: input)).received
    #expect((40...50).contains(received), "three seconds at 15 frames a second")
    #expect(bench.output.isLivePhotoCaptureEnabled)
  }

  @Test("a flash lights the still and is off afterwards; too hot, it is left out", arguments: [true, false])
  func flash(isAvailable: Bool) async throws {
    let light = SimulatedFlash(isAvailable: isAvailable)
    let bench = try CaseBench(flash: light)
    try await bench.run()
    #expect(bench.output.supportedFlashModes == [.off, .on, .auto])
    var settings = PhotoSettings(livePhotoMoviePath: "1.mov")
    settings.flashMode = .on
    try await bench.press(settings)
    await bench.advance(3)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
    #expect(bench.calls(.willBegin).first?.settings.isFlashEnabled == isAvailable)
    #expect(light.changes == (isAvailable ? [true, false] : []))
    // It is light enough in the scene.
    settings = PhotoSettings()
    settings.flashMode = .auto
    try await bench.press(settings)
    await bench.advance(1)
    #expect(light.changes.count == (isAvailable ? 2 : 0))
  }

  @Test("what another output is busy with is no reason to give up quality")
  func fastCaptureOfAnotherOutput() async throws {
    let bench = try CaseBench(cameras: [back, front], microphones: [])
    let other = PhotoOutput()
    await bench.session.beginConfiguration()
    for id in ["back", "front"] { try await bench.session.addInput(input(bench, id)) }
    try await bench.session.addOutput(bench.output)
    try await bench.session.addOutput(other)
    try await bench.session.setSessionPreset(.photo)
    try await bench.session.commitConfiguration()
    try await bench.start()
    await bench.advance(3)
    var settings = PhotoSettings()
    settings.photoQualityPrioritization = .quality
    for output in [bench.output, other] {
      output.maxPhotoQualityPrioritization = .quality
      try output.setFastCapturePrioritizationEnabled(true)
    }
    // All at one instant: the frames of none have come.
    for output in [bench.output, other, bench.output] {
      try output.capturePhoto(with: PhotoSettings(from: settings), delegate: bench.delegate)
    }
    await bench.session.settle()
    await bench.advance(2)
    #expect(bench.calls(.willBegin).map(\.settings.isFastCapturePrioritizationEnabled) == [false, false, true])
    #expect(bench.calls(.didFinish).count == 3 && bench.calls(.didFinish).allSatisfy { $0.error == nil })
  }

  @Test("fast captures give up quality, and say so")
  func fastCapture() async throws {
    let bench = try CaseBench()
    try await bench.run(isLive: false)
    bench.output.maxPhotoQualityPrioritization = .quality
    try bench.output.setFastCapturePrioritizationEnabled(true)
    for _ in 0..<3 {
      var settings = PhotoSettings()
      settings.photoQualityPrioritization = .quality
      settings.shutterTime = bench.clock.now - MediaTime(value: 1, timescale: 10)
      try bench.output.capturePhoto(with: settings, delegate: bench.delegate)
    }
    await bench.session.settle()
    await bench.advance(2)
    let photos = bench.calls(.didProcessPhoto).compactMap(\.photo)
    #expect(photos.count == 3 && photos[0].frameCount > 1)
    #expect(photos.contains { $0.resolvedSettings.isFastCapturePrioritizationEnabled && $0.frameCount == 1 })
  }
}
