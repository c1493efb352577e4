import CaptureCodecs
import CaptureDevices
import CaptureSupport
import Diagnostics
import Dispatch
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Synchronization
import TestSupport
import Testing

/// Members of the output, the photo and the device that tell what is there and what cannot be had.
@Suite struct OutputMemberTests {
  @Test(
    "what is not supported cannot be switched on, in a session or out of it, and is off",
    arguments: PhotoDelivery.allCases)
  func deliveries(_ delivery: PhotoDelivery) async throws {
    let bench = try CaseBench(cameras: [.back("camera")])
    for isInSession in [false, true] {
      if isInSession { try await bench.run() }
      let output = bench.output
      #expect(!output.isDeliverySupported(delivery))
      let error = #expect(throws: CaptureError.self) { try output.setDeliveryEnabled(true, for: delivery) }
      #expect(error?.rule == .featureIsSupported && error?.context == delivery.rawValue)
      try output.setDeliveryEnabled(false, for: delivery)
      #expect(!output.isDeliveryEnabled(delivery))
    }
  }

  @Test("deferred start is not supported; nor is silence, nor the mending of red eyes")
  func unsupported() async throws {
    let bench = try CaseBench()
    try await bench.run()
    let error = #expect(throws: CaptureError.self) { try bench.output.setDeferredStartEnabled(true) }
    #expect(error?.rule == .featureIsSupported)
    try bench.output.setDeferredStartEnabled(false)
    #expect(!bench.output.isDeferredStartSupported && !bench.output.isDeferredStartEnabled)
    #expect(!bench.output.isShutterSoundSuppressionSupported && !bench.output.isAutoRedEyeReductionSupported)
  }

  @Test("fast capture is supported where the camera allows it, whatever is switched on")
  func fastCapture() async throws {
    let bench = try CaseBench()
    #expect(!bench.output.isFastCapturePrioritizationSupported)
    try await bench.run()
    #expect(bench.output.isFastCapturePrioritizationSupported)
    try bench.output.setResponsiveCaptureEnabled(false)
    #expect(bench.output.isFastCapturePrioritizationSupported && !bench.output.isFastCapturePrioritizationEnabled)
    let error = #expect(throws: CaptureError.self) { try bench.output.setFastCapturePrioritizationEnabled(true) }
    #expect(error?.rule == .featureIsBuiltOn)
  }

  @Test("a deferred still's source that cannot be read is told of, and does not hide the others")
  func unreadableSource() async throws {
    let storage = DeferredPhotoMemory()
    storage.store([1, 2, 3], of: CaptureID(rawValue: 1), as: "broken")
    let processor = DeferredPhotoProcessor(storage, media: .standard)
    #expect(try processor.pending().isEmpty)
    let errors = try processor.unreadable()
    #expect(errors.count == 1 && errors.first?.code == .stillFailed && errors.first?.context == "broken")
    let outcomes = try await processor.finishAll { _ in true }
    #expect(outcomes.count == 1 && outcomes.first?.pending == nil)
    #expect(throws: CaptureError.self) { try outcomes.first?.result.get() }
    #expect(storage.names() == ["broken"])
  }

  @Test("high resolution is asked for once the output allows it")
  func highResolution() async throws {
    let bench = try CaseBench()
    try await bench.run()
    #expect(!bench.output.isHighResolutionCaptureEnabled)
    var settings = PhotoSettings()
    settings.isHighResolutionPhotoEnabled = true
    bench.expectBroken(.highResolutionIsEnabled, settings)
    bench.expectBroken(.highResolutionIsEnabled, PhotoSettings(from: settings))
    bench.output.isHighResolutionCaptureEnabled = true
    try await bench.press(settings)
    await bench.advance(1)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 F1")
    #expect(bench.calls(.didFinish).first?.settings.photoDimensions == .init(width: 1280, height: 720))
  }

  @Test("lists are empty until there is a camera, and for files that hold no such thing")
  func lists() async throws {
    let bench = try CaseBench()
    #expect(bench.output.availableEmbeddedThumbnailPhotoCodecTypes.isEmpty)
    try await bench.assemble()
    #expect(bench.output.availableEmbeddedThumbnailPhotoCodecTypes == [.jpeg])
    #expect(bench.output.availableLivePhotoVideoCodecTypes == [.h264, .hevc])
    // What the lists of a kind of file have is what is taken in one.
    let pixels = bench.output.availablePhotoPixelFormatTypes
    #expect(!pixels.isEmpty)
    let formats = [PhotoFormat.jpeg, .heic] + pixels.map { .pixels($0) }
    for fileType in PhotoFileType.allCases {
      let codecs = bench.output.supportedPhotoCodecTypes(for: fileType)
      let listed =
        codecs.map { PhotoFormat(codec: $0) }
        + bench.output.supportedPhotoPixelFormatTypes(for: fileType).map { .pixels($0) }
      var taken: [PhotoFormat] = []
      for format in formats {
        var settings = PhotoSettings(format: format)
        settings.processedFileType = fileType
        do throws(CaptureError) {
          try bench.output.capturePhoto(with: settings, delegate: bench.delegate)
          taken.append(format)
        } catch { #expect(error.rule == .delegateReceivesPhoto) }
      }
      #expect(taken == listed, "\(fileType)")
      #expect(codecs.count == (fileType == .dng ? 0 : 1))
    }
  }

  @Test("a photo tells what kind of camera took it, and a failed one too")
  func deviceType() async throws {
    let bench = try CaseBench(cameras: [.back("camera")])
    try await bench.assemble()
    try await bench.press()
    try await bench.start()
    await bench.advance(1)
    try await bench.press()
    await bench.advance(1)
    let photos = bench.calls(.didProcessPhoto).compactMap(\.photo)
    #expect(
      photos.map(\.sourceDeviceType) == [.builtIn, .builtIn] && photos.map(\.timestamp.isValid) == [false, true])
  }

  @Test("the camera's flash is available while the camera is there")
  func flashAvailability() async throws {
    let bench = try CaseBench(cameras: [.back("camera"), .usual("other", node: "/dev/video1")])
    let devices = bench.system.devices.filter { $0.mediaType == .video }
    #expect(devices.map(\.isFlashAvailable) == [true, false])
    bench.world.unplug("camera")
    await bench.session.settle()
    #expect(devices.map(\.hasFlash) == [true, false] && devices.map(\.isFlashAvailable) == [false, false])
    bench.world.plugIn(.back("camera"))
    await bench.session.settle()
    let again = try #require(bench.system.devices.first { $0.uniqueID == "camera" })
    #expect(again.isFlashAvailable && !devices[0].isFlashAvailable)
    bench.world.unplug("other")
    await bench.session.settle()
    #expect(again.isFlashAvailable, "another camera's going takes nothing from it")
  }

  @Test("a scene is one for the flash when a still would flash")
  func flashScene() async throws {
    let flash = SimulatedFlash()
    let bench = try CaseBench(flash: flash) { $0.flashThreshold = 255 }
    #expect(!bench.output.isFlashScene && bench.output.photoSettingsForSceneMonitoring == nil)
    var settings = PhotoSettings()
    settings.flashMode = .auto
    bench.output.photoSettingsForSceneMonitoring = settings
    #expect(!bench.output.isFlashScene)
    try await bench.run()
    // Anything is dark by this threshold.
    #expect(bench.output.isFlashScene)
    flash.setAvailable(false)
    #expect(!bench.output.isFlashScene)
    flash.setAvailable(true)
    bench.output.photoSettingsForSceneMonitoring?.flashMode = .off
    #expect(!bench.output.isFlashScene)
    bench.output.photoSettingsForSceneMonitoring = nil
    #expect(!bench.output.isFlashScene && flash.changes.isEmpty)
    let bright = try CaseBench(flash: flash) { $0.flashThreshold = 0 }
    bright.output.photoSettingsForSceneMonitoring = settings
    try await bright.run()
    #expect(!bright.output.isFlashScene)
    bright.output.photoSettingsForSceneMonitoring?.flashMode = .on
    #expect(bright.output.isFlashScene)
  }

  @Test("the session's clock is the one that photos are timed by")
  func clock() async throws {
    let bench = try CaseBench()
    try await bench.run()
    #expect(bench.session.synchronizationClock.now == bench.clock.now)
    try await bench.press()
    await bench.advance(1)
    let photo = try #require(bench.calls(.didProcessPhoto).first?.photo)
    #expect(abs((bench.session.synchronizationClock.now - photo.timestamp).seconds - 1) < 0.05)
  }

  @Test("the time that photos take is nothing at first, and then what they have taken, each kind for itself")
  func processingTime() async throws {
    let work = LateStills()
    let bench = try CaseBench(scheduler: work)
    work.keepTime(by: bench.clock)
    try await bench.run()
    let stills: [(milliseconds: Int64, format: PhotoFormat)] = [
      (50, .jpeg), (20, .jpeg), (80, .heic), (30, .jpeg), (70, .heic),
    ]
    for (milliseconds, format) in stills {
      work.setDelay(.milliseconds(milliseconds))
      try await bench.press(PhotoSettings(format: format))
      await bench.advance(1)
    }
    func range(_ least: Int64, _ most: Int64) -> TimeRange {
      TimeRange(start: .milliseconds(least), end: .milliseconds(most))
    }
    let ranges = bench.calls(.willBegin).map(\.settings.photoProcessingTimeRange)
    #expect(ranges == [.zero, range(50, 50), .zero, range(20, 50), range(80, 80)])
    #expect(bench.calls(.didFinish).map(\.settings.photoProcessingTimeRange) == ranges)
  }
}

/// Steps as virtual time has them, but that a still takes some time to be made.
private final class LateStills: WorkScheduler {
  private let steps = SteppedWork()
  private let state = Mutex<(clock: VirtualClock?, delay: MediaTime)>((nil, .zero))

  func keepTime(by clock: VirtualClock) { state.withLock { $0.clock = clock } }

  func setDelay(_ delay: MediaTime) { state.withLock { $0.delay = delay } }

  func run(_ kind: WorkKind, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    let (clock, delay) = state.withLock { $0 }
    guard let clock, queue.label == "livecam.still" else { return steps.run(kind, on: queue, body) }
    _ = clock.schedule(at: clock.now + delay) { self.steps.run(kind, on: queue, body) }
  }

  func runPending() async { await steps.runPending() }

  func settle() async { await steps.settle() }
}
