import CaptureCodecs
import CaptureDevices
import CaptureSupport
import Diagnostics
import Dispatch
import Foundation
import LiveCapture
import LiveCaptureTesting
import MediaCore
import SceneJudging
import Simulator
import StillCoding
import Synchronization
import TestSupport
import Testing

/// Cases 41 to 61 of the capture contract: what is told, in which order, and what it says.
@Suite struct TimelineCases {
  private static func seconds(_ time: MediaTime) -> Double { time.seconds }

  @Test func case41_still() async throws {
    let bench = try CaseBench()
    try await bench.run()
    try await bench.press()
    await bench.advance(1)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 F1")
  }

  /// How many orders are tried: a sanitizer's run takes fewer (`Scripts/test` says how many), it is many times slower.
  private static let seeds = ProcessInfo.processInfo.environment["LIVECAM_SEEDS"].flatMap(UInt64.init) ?? 1000

  /// The thousand seeds over all kinds of scripts are in LiveCaptureTestingTests; these are for one kind of capture.
  @Test(arguments: [0, 250, 500, 750])
  func case42_shuffled(_ first: UInt64) async throws {
    var orders: Set<String> = []
    for seed in first..<first + Self.seeds / 4 {
      var setup = CaptureBench.Setup()
      setup.order = .shuffled(seed: seed)
      setup.audio = nil
      setup.video = VideoWish(size: (32, 32), frameRate: 10, pixelFormat: .grey)
      setup.session.preRoll = MediaTime(value: 2, timescale: 10)
      setup.session.postRoll = MediaTime(value: 4, timescale: 10)
      let bench = try await CaptureBench(setup)
      try await bench.run("10v v* 29v")
      let order = CaptureStep.course(of: 1, in: bench.delegate.timeline)
      orders.insert(order)
      let steps = order.split(separator: " ")
      #expect(steps.first == "B" && steps.last == "F" && steps.count == 7, "seed \(seed): \(order)")
      func precedes(_ one: Substring, _ other: Substring) -> Bool {
        (steps.firstIndex(of: one) ?? 9) < (steps.firstIndex(of: other) ?? -1)
      }
      #expect(precedes("R", "M") && precedes("W", "C") && precedes("C", "P"), "seed \(seed): \(order)")
      #expect(bench.output.liveIndicator.count == 0)
    }
    #expect(orders.count > min(5, Int(Self.seeds) / 40), "the order is really mixed")
  }

  @Test func case43_sameSettingsThroughout() async throws {
    let bench = try CaseBench()
    try await bench.run()
    let settings = PhotoSettings(livePhotoMoviePath: "1.mov")
    try await bench.press(settings)
    await bench.advance(3)
    #expect(bench.delegate.calls.count == 7)
    #expect(bench.delegate.calls.allSatisfy { $0.settings.uniqueID == settings.uniqueID })
    #expect(Set(bench.delegate.calls.map(\.settings)).count == 1)
  }

  @Test(arguments: CaptureProfile.SequenceCount.allCases)
  func case44_rawBracket(_ sequenceCount: CaptureProfile.SequenceCount) async throws {
    var profile = CaptureProfile()
    profile.sequenceCount = sequenceCount
    let format = SimulatedCamera.sensorFormat
    let bench = try CaseBench(cameras: [.sensor()], profile: profile)
    try await bench.run()
    let before = try #require(bench.world.value(ofControl: CameraControlNumber.exposureBias, camera: "camera"))
    var settings = try PhotoSettings(
      rawPixelFormat: format,
      bracket: [-2, 0, 2].map { PhotoBracketElement.automatic(exposureTargetBias: $0) })
    settings.photoQualityPrioritization = .speed
    try await bench.press(settings)
    await bench.advance(3)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 P1 P1 P1 P1 P1 F1")
    let photos = bench.calls(.didProcessPhoto).compactMap(\.photo)
    #expect(photos.allSatisfy { $0.resolvedSettings.expectedPhotoCount == 6 })
    #expect(photos.map(\.photoCount) == [1, 2, 3, 4, 5, 6])
    #expect(photos.map(\.isRawPhoto) == [true, false, true, false, true, false])
    switch sequenceCount {
    case .exposures: #expect(photos.map(\.sequenceCount) == [1, 1, 2, 2, 3, 3])
    case .photos: #expect(photos.map(\.sequenceCount) == [1, 2, 3, 4, 5, 6])
    }
    #expect(photos.map(\.timestamp)[0] == photos.map(\.timestamp)[1])
    // The exposures are really different: each is brighter than the one before.
    let brightness = photos.filter(\.isRawPhoto).compactMap(\.pixelBuffer).map { buffer in
      buffer.bytes.reduce(0) { $0 + Int($1) }
    }
    #expect(brightness == brightness.sorted() && Set(brightness).count == 3, "\(brightness)")
    #expect(photos.map(\.bracketElement)[4] == .automatic(exposureTargetBias: 2))
    // The camera is as it was.
    #expect(bench.world.value(ofControl: CameraControlNumber.exposureBias, camera: "camera") == before)
  }

  @Test func case45_noBracket() async throws {
    let bench = try CaseBench()
    try await bench.run()
    try await bench.press()
    await bench.advance(1)
    let photo = try #require(bench.calls(.didProcessPhoto).first?.photo)
    #expect(photo.sequenceCount == 0 && photo.bracketElement == nil && photo.photoCount == 1)
  }

  @Test func case46_rawAlone() async throws {
    let format = SimulatedCamera.sensorFormat
    let bench = try CaseBench(cameras: [.sensor()])
    try await bench.run()
    var settings = PhotoSettings(format: nil, rawPixelFormat: format)
    settings.photoQualityPrioritization = .speed
    try await bench.press(settings)
    await bench.advance(1)
    let begin = try #require(bench.calls(.willBegin).first).settings
    #expect(begin.photoDimensions == .none)
    #expect(begin.rawPhotoDimensions == .init(width: 320, height: 240))
    let photo = try #require(bench.calls(.didProcessPhoto).first?.photo)
    #expect(photo.isRawPhoto && photo.pixelBuffer?.format.pixelFormat == format)
    let folder = try TemporaryFolder()
    let path = try folder.write(try #require(photo.fileDataRepresentation()), as: "1.DNG")
    #expect(try ForeignTool.exiftool.run(["-s3", "-FileType", path]).text.contains("DNG"))
  }

  @Test func case47_movieDimensions() async throws {
    let bench = try CaseBench()
    try await bench.run()
    try await bench.press()
    try await bench.pressLive()
    await bench.advance(3)
    let begins = bench.calls(.willBegin).map(\.settings)
    #expect(begins[0].livePhotoMovieDimensions == .none && !begins[0].isLive)
    #expect(begins[1].livePhotoMovieDimensions.width > 0 && begins[1].livePhotoMovieDimensions.height > 0)
    // The still is as large as the camera's picture, the movie is scaled down to what the session allows.
    #expect(begins[1].photoDimensions == .init(width: 1280, height: 720))
    #expect(begins[1].livePhotoMovieDimensions == .init(width: 160, height: 90))
  }

  @Test func case48_previewAspect() async throws {
    let bench = try CaseBench(cameras: [.usual(sizes: [(640, 480)])])
    try await bench.run()
    var settings = PhotoSettings()
    settings.previewPhotoFormat = PhotoPreviewFormat(pixelFormat: .bgra, width: 160, height: 160)
    settings.embeddedThumbnailPhotoFormat = PhotoPreviewFormat(codec: .jpeg, width: 200, height: 100)
    try await bench.press(settings)
    await bench.advance(1)
    let begin = try #require(bench.calls(.willBegin).first).settings
    #expect(begin.previewDimensions == .init(width: 160, height: 120))
    #expect(begin.embeddedThumbnailDimensions == .init(width: 132, height: 100))
    let photo = try #require(bench.calls(.didProcessPhoto).first?.photo)
    let preview = try #require(photo.previewPixelBuffer)
    #expect(preview.format.pixelFormat == .bgra && preview.format.width == 160 && preview.format.height == 120)
    #expect(preview.bytes.count == 160 * 120 * 4)
    settings = PhotoSettings()
    settings.previewPhotoFormat = PhotoPreviewFormat(pixelFormat: .bgra, width: 160)
    bench.expectBroken(.previewFormatIsComplete, settings)
  }

  @Test func case49_liveTiming() async throws {
    let bench = try CaseBench()
    try await bench.run()
    let shutter = bench.clock.now
    try await bench.pressLive()
    await bench.advance(3)
    let recorded = try #require(bench.calls(.didRecordMovie).first?.time)
    // With the last picture that is shown and the sound of the last instant.
    #expect((recorded - shutter) <= MediaTime(value: 3, timescale: 2))
    #expect((recorded - shutter).seconds >= 1.5)
    let times = try #require(bench.calls(.didProcessMovie).first?.movieTimes)
    #expect(abs(times.duration.seconds - 3) < 1.0 / 30)
    #expect(abs(times.photoDisplayTime.seconds - 1.5) < 1.0 / 30)
  }

  @Test func case50_shortPreRoll() async throws {
    let bench = try CaseBench()
    try await bench.assemble()
    try await bench.start()
    await bench.advance(0.4)
    try await bench.pressLive()
    await bench.advance(3)
    let times = try #require(bench.calls(.didProcessMovie).first?.movieTimes)
    #expect(abs(times.duration.seconds - 1.9) < 2.0 / 30)
    #expect(abs(times.photoDisplayTime.seconds - 0.4) < 2.0 / 30)
  }

  @Test func case51_suspendedDuringRecording() async throws {
    let bench = try CaseBench()
    try await bench.run()
    try await bench.pressLive()
    await bench.advance(0.5)
    #expect(bench.calls(.didRecordMovie).isEmpty)
    try bench.output.setLivePhotoCaptureSuspended(true)
    await bench.session.settle()
    #expect(bench.calls(.didRecordMovie).count == 1)
    #expect(bench.output.liveIndicator.count == 0)
    await bench.advance(1)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
    let times = try #require(bench.calls(.didProcessMovie).first?.movieTimes)
    #expect(abs(times.duration.seconds - 2) < 2.0 / 30)
  }

  @Test func case52_justUnsuspended() async throws {
    let bench = try CaseBench()
    try await bench.run()
    try bench.output.setLivePhotoCaptureSuspended(true)
    await bench.advance(2)
    try bench.output.setLivePhotoCaptureSuspended(false)
    await bench.advance(0.2)
    try await bench.pressLive()
    await bench.advance(3)
    let times = try #require(bench.calls(.didProcessMovie).first?.movieTimes)
    #expect(times.photoDisplayTime.seconds <= 0.2)
    #expect(abs(times.duration.seconds - 1.7) < 2.0 / 30)
    #expect(bench.calls(.willBegin).first?.settings.availablePreRoll.seconds ?? 1 <= 0.2)
  }

  @Test func case53_overlappingLives() async throws {
    let bench = try CaseBench()
    try await bench.run()
    let first = try await bench.pressLive("1.mov")
    await bench.advance(1)
    #expect(bench.output.liveIndicator.count == 1)
    let second = try await bench.pressLive("2.mov")
    #expect(bench.output.liveIndicator.count == 2)
    await bench.advance(3)
    #expect(first != second)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 B2 W2 C2 P2 R1 M1 F1 R2 M2 F2")
    #expect(bench.files.files.keys.sorted() == ["1.mov", "2.mov"])
    #expect(Set(bench.calls(.willBegin).map(\.settings.contentIdentifier)).count == 2)
  }

  @Test func case54_stillDuringLive() async throws {
    let bench = try CaseBench()
    try await bench.run()
    try await bench.pressLive()
    await bench.advance(0.5)
    try await bench.press()
    await bench.advance(3)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 B2 W2 C2 P2 F2 R1 M1 F1")
    let times = try #require(bench.calls(.didProcessMovie).first?.movieTimes)
    #expect(abs(times.duration.seconds - 3) < 1.0 / 30)
  }

  @Test func case55_pairFiles() async throws {
    let bench = try CaseBench()
    try await bench.run()
    try await bench.pressLive("pair.mov")
    await bench.advance(3)
    let call = try #require(bench.calls(.didProcessMovie).first)
    let identifier = try #require(call.settings.contentIdentifier).uuidString
    let folder = try TemporaryFolder()
    let movie = try folder.write(try #require(bench.files.files["pair.mov"]), as: "pair.mov")
    let bytes = try #require(bench.calls(.didProcessPhoto).first?.photo?.fileDataRepresentation())
    let still = try folder.write(bytes, as: "pair.jpg")
    #expect(try ForeignTool.exiftool.run(["-s3", "-ContentIdentifier", movie]).text.contains(identifier))
    #expect(try ForeignTool.exiftool.run(["-s3", "-MediaGroupUUID", still]).text.contains(identifier))
    let report = try MovieProbe().report(onMovie: movie)
    let displayTime = try #require(call.movieTimes?.photoDisplayTime)
    #expect(abs(try #require(report.stillTime).seconds - displayTime.seconds) < 0.001)
  }

  @Test(arguments: [false, true])
  func case56_sound(_ hasSound: Bool) async throws {
    let bench = try CaseBench()
    try await bench.run(hasSound: hasSound)
    try await bench.pressLive()
    await bench.advance(3)
    #expect(bench.calls(.didProcessMovie).first?.error == nil)
    let folder = try TemporaryFolder()
    let movie = try folder.write(try #require(bench.files.files["1.mov"]), as: "1.mov")
    let streams = try ForeignTool.ffprobe.run([
      "-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0", movie,
    ])
    #expect(streams.text.split(separator: "\n").count { $0.contains("audio") } == (hasSound ? 1 : 0))
  }

  @Test func case57_soundNotDecided() async throws {
    let asked = Mutex(0)
    let policy = AuthorizationPolicy.asking(remembering: AuthorizationMemory([.video: .authorized])) { _, _ in
      // The user thinks about it for longer than the test lasts.
      asked.withLock { $0 += 1 }
    }
    let bench = try CaseBench(authorization: policy)
    try await bench.run()
    #expect(asked.withLock { $0 } == 1)
    try await bench.pressLive()
    await bench.advance(3)
    let folder = try TemporaryFolder()
    let movie = try folder.write(try #require(bench.files.files["1.mov"]), as: "1.mov")
    let report = try MovieProbe().report(onMovie: movie)
    #expect(report.audioDuration != nil && report.beeps.isEmpty)
    #expect(!report.sound.isEmpty && report.sound.allSatisfy { abs($0) < 0.001 })
  }

  @Test func case58_fastShots() async throws {
    let bench = try CaseBench()
    try await bench.run(isLive: false)
    #expect(bench.output.isResponsiveCaptureEnabled)
    for _ in 0..<5 { try bench.output.capturePhoto(with: PhotoSettings(), delegate: bench.delegate) }
    await bench.session.settle()
    await bench.advance(1)
    let steps = bench.delegate.timeline.split(separator: " ").map(String.init)
    #expect(steps.firstIndex(of: "B5") ?? 99 < steps.firstIndex(of: "P1") ?? 0)
    #expect(steps.filter { $0.hasPrefix("P") } == ["P1", "P2", "P3", "P4", "P5"])
    // Without it a shot is not told of before the photo of the one before.
    try bench.output.setResponsiveCaptureEnabled(false)
    for _ in 0..<3 { try bench.output.capturePhoto(with: PhotoSettings(), delegate: bench.delegate) }
    await bench.session.settle()
    await bench.advance(1)
    let later = bench.delegate.timeline.split(separator: " ").map(String.init)
    #expect(later.firstIndex(of: "P6") ?? 99 < later.firstIndex(of: "B7") ?? 0)
    #expect(later.firstIndex(of: "P7") ?? 99 < later.firstIndex(of: "B8") ?? 0)
    #expect(later.last == "F8")
  }

  @Test(arguments: [false, true])
  func case59_deferred(_ isLive: Bool) async throws {
    let bench = try CaseBench()
    try await bench.run()
    try bench.output.setAutoDeferredPhotoDeliveryEnabled(true)
    bench.output.maxPhotoQualityPrioritization = .quality
    var settings = PhotoSettings(livePhotoMoviePath: isLive ? "1.mov" : nil)
    settings.photoQualityPrioritization = .quality
    try settings.metadata.set("Ada", forKey: "TIFF.Artist")
    try await bench.press(settings)
    await bench.advance(3)
    #expect(bench.delegate.timeline == (isLive ? "B1 W1 C1 D1 R1 M1 F1" : "B1 W1 C1 D1 F1"))
    let call = try #require(bench.calls(.didCaptureProxy).first)
    #expect(call.settings.deferredPhotoProxyDimensions == .init(width: 1280, height: 720))
    #expect(call.settings.photoDimensions == .init(width: 1280, height: 720), "that of the finished photo")
    let proxy = try #require(call.photo)
    #expect(!proxy.isRawPhoto && proxy.timestamp.isValid && proxy.byteCount > 0)
    // Another process finishes it: from the storage alone.
    let processor = DeferredPhotoProcessor(bench.deferred, media: .standard, configuration: bench.session.configuration)
    let pending = try #require(try processor.pending().first)
    #expect(pending.id == settings.uniqueID && pending.contentIdentifier == call.settings.contentIdentifier)
    let photo = try processor.finish(pending)
    #expect(photo.timestamp == proxy.timestamp && photo.frameCount > 1)
    let folder = try TemporaryFolder()
    let path = try folder.write(try #require(photo.fileDataRepresentation()), as: "1.jpg")
    let said = try ForeignTool.exiftool.run(["-s3", "-Artist", "-ImageSize", path]).text
    #expect(said.contains("Ada") && said.contains("1280x720"))
    try processor.remove(pending)
    #expect(try processor.pending().isEmpty)
    // What costs little is not deferred.
    try await bench.press()
    await bench.advance(1)
    #expect(CaptureStep.course(of: 2, in: bench.delegate.timeline) == "B W C P F")
    #expect(
      bench.calls(.willBegin).last?.settings.deferredPhotoProxyDimensions == ResolvedPhotoSettings.Dimensions.none)
  }

  /// What cannot be put off: a bracket, because its photos are of different exposures, and pixels, which are in no
  /// file.
  @Test(arguments: [PhotoFormat.jpeg, .heic])
  func case59_bracketIsNotDeferred(_ format: PhotoFormat) async throws {
    let bench = try CaseBench(cameras: [.back("camera")])
    try await bench.run(isLive: false)
    try bench.output.setAutoDeferredPhotoDeliveryEnabled(true)
    bench.output.maxPhotoQualityPrioritization = .quality
    var settings = try PhotoSettings(bracket: [-1, 0, 1].map { .automatic(exposureTargetBias: $0) })
    settings.format = format
    settings.photoQualityPrioritization = .quality
    var pixels = PhotoSettings(format: .pixels(.grey))
    pixels.photoQualityPrioritization = .quality
    for one in [settings, pixels] {
      try await bench.press(one)
      await bench.advance(2)
    }
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 P1 P1 F1 B2 W2 C2 P2 F2")
    #expect(
      bench.calls(.willBegin).allSatisfy {
        $0.settings.deferredPhotoProxyDimensions == ResolvedPhotoSettings.Dimensions.none
      })
    let processor = DeferredPhotoProcessor(bench.deferred, media: .standard, configuration: bench.session.configuration)
    #expect(try processor.pending().isEmpty)
  }

  @Test func case60_delegateReleased() async throws {
    let bench = try CaseBench()
    try await bench.run()
    var delegate: DelegateLog? = DelegateLog()
    weak let watched = delegate
    try bench.output.capturePhoto(with: PhotoSettings(livePhotoMoviePath: "1.mov"), delegate: delegate)
    delegate = nil
    #expect(watched == nil)
    await bench.session.settle()
    await bench.advance(3)
    #expect(bench.files.files["1.mov"] != nil)
    #expect(bench.output.liveIndicator.count == 0)
  }

  @Test(arguments: CaptureProfile.Delivery.allCases)
  func case61_delegateQueue(_ delivery: CaptureProfile.Delivery) async throws {
    var profile = CaptureProfile()
    profile.delivery = delivery
    // Not step by step: calls overlap if nothing keeps them from it.
    let bench = try CaseBench(profile: profile, scheduler: CountedWork())
    let watcher = QueueWatcher(
      bench.output, captures: 3, patience: delivery == .serial ? .milliseconds(10) : .seconds(120))
    try await bench.run()
    for number in 1...3 {
      try bench.output.capturePhoto(with: PhotoSettings(livePhotoMoviePath: "\(number).mov"), delegate: watcher)
    }
    await bench.advance(4)
    let calls = watcher.calls
    #expect(calls.count == 21)
    #expect(calls.allSatisfy { !$0.isMain })
    #expect(!watcher.hadOverlapInCapture)
    let ofCaptures = Dictionary(grouping: calls, by: \.id)
    #expect(ofCaptures.count == 3)
    for (_, own) in ofCaptures {
      #expect(own.count == 7)
      #expect(own.first?.step == .willBegin && own.last?.step == .didFinish)
    }
    switch delivery {
    case .serial:
      #expect(calls.allSatisfy { $0.isCommon })
      #expect(watcher.mostAtOnce == 1)
    case .serialPerCapture:
      #expect(!calls.contains { $0.isCommon })
      #expect(watcher.mostAtOnce == 3, "each capture has a queue of its own")
    }
  }
}
