import CaptureCodecs
import CaptureDevices
import Diagnostics
import FileStorage
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import StillCoding
import TestSupport
import Testing

/// Cases 23 to 40 of the capture contract: what is refused before anything has begun.
@Suite struct ValidationCases {
  /// Receives photos, and nothing else; notes what came.
  private final class PhotosOnly: PhotoProcessingDelegate {
    let answers = Answers()
    func photoOutput(_ output: PhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?) {
      answers.note(error == nil && photo.byteCount > 0 ? "photo" : "failed")
    }
  }

  /// The real encoder of H.264, and no other.
  private struct H264Alone: MovieEncoding {
    let codecs = [VideoCodec.h264]
    func makeEncoder(_ plan: MovieEncoderPlan) throws(CodingError) -> any MovieEncoder {
      try CaptureMedia.standard.movies.makeEncoder(plan)
    }
  }

  /// Receives nothing.
  private final class NothingAtAll: PhotoCaptureDelegate {}

  @Test func case23_usedIdentifier() async throws {
    let bench = try CaseBench()
    try await bench.run()
    let settings = PhotoSettings()
    try await bench.press(settings)
    bench.expectBroken(.identifierIsFresh, settings)
    await bench.advance(1)
    bench.expectBroken(.identifierIsFresh, settings)
    let copy = PhotoSettings(from: settings)
    #expect(copy.uniqueID > settings.uniqueID)
    try await bench.press(copy)
    await bench.advance(1)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 F1 B2 W2 C2 P2 F2")
  }

  @Test func case24_laterChanges() async throws {
    let bench = try CaseBench()
    try await bench.run()
    var settings = PhotoSettings()
    try settings.metadata.set("before", forKey: "TIFF.Artist")
    try bench.output.capturePhoto(with: settings, delegate: bench.delegate)
    settings.format = .heic
    try settings.metadata.set("after", forKey: "TIFF.Artist")
    await bench.session.settle()
    await bench.advance(1)
    let photo = try #require(bench.calls(.didProcessPhoto).first?.photo)
    #expect(photo.metadata[.artist] == "before")
    #expect(photo.fileDataRepresentation()?.starts(with: [0xff, 0xd8]) == true)
  }

  @Test func case25_codecNotAvailable() async throws {
    let bench = try CaseBench()
    try await bench.run()
    // Nothing that is not in the lists: a pixel format that no still has, a file that does not hold the codec.
    bench.expectBroken(.formatIsAvailable, PhotoSettings(format: .pixels(.mjpeg)))
    var settings = PhotoSettings(format: .heic)
    settings.processedFileType = .jpg
    bench.expectBroken(.delegateReceivesPhoto, settings)
    bench.expectBroken(.formatIsAvailable, PhotoSettings(format: PhotoFormat(codec: .jpeg, quality: 1.5)))
    var movie = PhotoSettings(livePhotoMoviePath: "1.mov")
    movie.livePhotoVideoCodec = .hevc
    try await bench.press(movie)
    await bench.advance(3)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
    let folder = try TemporaryFolder()
    let path = try folder.write(try #require(bench.files.files["1.mov"]), as: "1.mov")
    let codec = ["-v", "error", "-select_streams", "v", "-show_entries", "stream=codec_name", "-of", "csv=p=0", path]
    #expect(try ForeignTool.ffprobe.run(codec).lines == ["hevc"], "what was asked for, not the first of the list")
    // The same request where nothing encodes it.
    let other = try CaseBench(encoders: H264Alone())
    try await other.run()
    #expect(other.output.availableLivePhotoVideoCodecTypes == [.h264])
    other.expectBroken(.movieCodecIsAvailable, PhotoSettings(from: movie))
  }

  @Test func case26_bothKeysOrNeither() async throws {
    let bench = try CaseBench()
    try await bench.run()
    bench.expectBroken(.formatIsUnambiguous, PhotoSettings(format: PhotoFormat(codec: .jpeg, pixelFormat: .bgra)))
    bench.expectBroken(.formatIsUnambiguous, PhotoSettings(format: PhotoFormat()))
  }

  @Test func case27_qualityAboveMaximum() async throws {
    let bench = try CaseBench()
    try await bench.run()
    var settings = PhotoSettings()
    settings.photoQualityPrioritization = .quality
    bench.expectBroken(.qualityIsAllowed, settings)
    bench.output.maxPhotoQualityPrioritization = .quality
    try await bench.press(settings)
    await bench.advance(1)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 F1")
    let photo = try #require(bench.calls(.didProcessPhoto).first?.photo)
    #expect(photo.frameCount > 1, "the quality that was asked for takes several frames")
  }

  @Test func case28_flashNotSupported() async throws {
    let bench = try CaseBench()
    try await bench.run()
    #expect(bench.output.supportedFlashModes == [.off])
    for mode in [FlashMode.on, .auto] {
      var settings = PhotoSettings()
      settings.flashMode = mode
      bench.expectBroken(.flashModeIsSupported, settings)
    }
  }

  @Test func case29_liveDisabled() async throws {
    let bench = try CaseBench()
    try await bench.run(isLive: false)
    bench.expectBroken(.liveIsEnabled, PhotoSettings(livePhotoMoviePath: "1.mov"))
  }

  @Test func case30_liveSuspended() async throws {
    let bench = try CaseBench()
    try await bench.run()
    try bench.output.setLivePhotoCaptureSuspended(true)
    bench.expectBroken(.liveIsNotSuspended, PhotoSettings(livePhotoMoviePath: "1.mov"))
    try bench.output.setLivePhotoCaptureSuspended(false)
    try await bench.pressLive()
    await bench.advance(3)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
    #expect(bench.files.files.keys.sorted() == ["1.mov"])
  }

  @Test func case31_unreachableMovie() async throws {
    let bench = try CaseBench()
    try await bench.run()
    for path in ["http://example.org/1.mov", "", "folder/"] {
      bench.expectBroken(.moviePathIsReachable, PhotoSettings(livePhotoMoviePath: path))
    }
  }

  /// On a real disk: a folder that is not there, and one that is not a folder.
  @Test func case31_missingFolder() async throws {
    let folder = try TemporaryFolder()
    let bench = try CaseBench(disk: DiskFiles())
    try await bench.run()
    try DiskFiles().create(folder.path + "/file") { write in try [1].withUnsafeBytes { try write($0) } }
    for path in ["/none/1.mov", "/file/1.mov"] {
      bench.expectBroken(.moviePathIsReachable, PhotoSettings(livePhotoMoviePath: folder.path + path))
    }
    try await bench.pressLive(folder.path + "/1.mov")
    await bench.advance(3)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
    #expect(DiskFiles().exists(folder.path + "/1.mov"))
  }

  @Test func case32_delegateWithoutMovie() async throws {
    let bench = try CaseBench()
    try await bench.run()
    let delegate = PhotosOnly()
    bench.expectBroken(.delegateReceivesMovie, PhotoSettings(livePhotoMoviePath: "1.mov"), delegate: delegate)
    try bench.output.capturePhoto(with: PhotoSettings(), delegate: delegate)
    await bench.session.settle()
    await bench.advance(1)
    #expect(delegate.answers.all == ["photo"])
  }

  @Test func case33_delegateWithoutPhotos() async throws {
    let bench = try CaseBench()
    try await bench.run()
    bench.expectBroken(.delegateReceivesPhoto, PhotoSettings(), delegate: NothingAtAll())
  }

  @Test func case34_delegateWithoutProxies() async throws {
    let bench = try CaseBench()
    try await bench.run()
    try bench.output.setAutoDeferredPhotoDeliveryEnabled(true)
    let delegate = PhotosOnly()
    bench.expectBroken(.delegateReceivesProxies, PhotoSettings(), delegate: delegate)
    // One that receives proxies gets one of what is worth it, and of nothing else.
    bench.output.maxPhotoQualityPrioritization = .quality
    var settings = PhotoSettings()
    settings.photoQualityPrioritization = .quality
    try await bench.press(settings)
    await bench.advance(1)
    try await bench.press()
    await bench.advance(1)
    #expect(bench.delegate.timeline == "B1 W1 C1 D1 F1 B2 W2 C2 P2 F2")
    try bench.output.setAutoDeferredPhotoDeliveryEnabled(false)
    try bench.output.capturePhoto(with: PhotoSettings(), delegate: delegate)
    await bench.session.settle()
    await bench.advance(1)
    #expect(delegate.answers.all == ["photo"])
  }

  @Test func case35_brackets() async throws {
    var camera = SimulatedCamera.usual()
    camera.traits.exposureBiases = -2...2
    camera.traits.exposureDurations = MediaTime(value: 1, timescale: 1000)...MediaTime(value: 1, timescale: 10)
    let bench = try CaseBench(cameras: [camera])
    try await bench.run()
    let maximum = bench.output.maxBracketedCapturePhotoCount
    #expect(maximum > 0)
    let element = PhotoBracketElement.automatic(exposureTargetBias: 0)
    bench.expectBroken(
      .bracketIsNotTooLong, try PhotoSettings(bracket: Array(repeating: element, count: maximum + 1)))
    for bracket in [[], [element, .manual(exposureDuration: nil, sensitivity: nil)]] {
      let error = #expect(throws: CaptureError.self) { try PhotoSettings(bracket: bracket) }
      #expect(error?.rule == .bracketIsUniform && error?.rule?.exception == .invalidArgument)
    }
    bench.expectBroken(
      .biasBracketIsWithinLimits, try PhotoSettings(bracket: [.automatic(exposureTargetBias: 3)]))
    bench.expectBroken(
      .manualBracketIsWithinLimits,
      try PhotoSettings(bracket: [.manual(exposureDuration: MediaTime(value: 1, timescale: 1), sensitivity: nil)]))
    var live = try PhotoSettings(bracket: [element])
    live.livePhotoMoviePath = "1.mov"
    bench.expectBroken(.bracketIsUniform, live)
    // The longest that is allowed, at both ends of what another camera can do.
    let other = try CaseBench(cameras: [.back("camera")])
    try await other.run()
    let longest = other.output.maxBracketedCapturePhotoCount
    try await other.press(
      try PhotoSettings(bracket: (0..<longest).map { .automatic(exposureTargetBias: $0.isMultiple(of: 2) ? -2 : 2) }))
    await other.advance(5)
    let course = ["B1", "W1", "C1"] + Array(repeating: "P1", count: longest) + ["F1"]
    #expect(longest > 1 && other.delegate.timeline == course.joined(separator: " "))
  }

  @Test func case36_processedRaw() async throws {
    let camera = SimulatedCamera.sensor(isProcessed: true)
    let format = SimulatedCamera.sensorFormat
    let bench = try CaseBench(cameras: [camera])
    try await bench.run()
    bench.expectBroken(
      .processedRawIsStill, PhotoSettings(format: .jpeg, rawPixelFormat: format, livePhotoMoviePath: "1.mov"))
    // The wish is there unless it is taken back, is no error, and is silently not fulfilled: who takes it back gets the
    // same.
    var settings = PhotoSettings(format: .jpeg, rawPixelFormat: format)
    #expect(settings.isAutoRedEyeReductionEnabled)
    #expect(!PhotoSettings(format: nil, rawPixelFormat: format).isAutoRedEyeReductionEnabled)
    #expect(try !PhotoSettings(bracket: [.automatic(exposureTargetBias: 0)]).isAutoRedEyeReductionEnabled)
    try await bench.press(settings)
    await bench.advance(1)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 P1 F1")
    #expect(bench.calls(.didProcessPhoto).map { $0.photo?.isRawPhoto } == [true, false])
    settings = PhotoSettings(from: settings)
    settings.isAutoRedEyeReductionEnabled = false
    try await bench.press(settings)
    await bench.advance(1)
    #expect(CaptureStep.course(of: 2, in: bench.delegate.timeline) == "B W C P P F")
    #expect(bench.calls(.willBegin).map(\.settings.isRedEyeReductionEnabled) == [false, false])
    // Another camera's RAW, a sensor's own samples, goes with a Live Photo.
    let bare = try CaseBench(cameras: [.sensor()])
    try await bare.run()
    var live = PhotoSettings(format: .jpeg, rawPixelFormat: format, livePhotoMoviePath: "1.mov")
    bare.expectBroken(.bayerIsUnprocessed, live)
    live.photoQualityPrioritization = .speed
    try await bare.press(live)
    await bare.advance(3)
    #expect(bare.delegate.timeline == "B1 W1 C1 P1 P1 R1 M1 F1", "a Live Photo with RAW")
  }

  @Test func case37_noActiveConnection() async throws {
    let bench = try CaseBench()
    let outside = #expect(throws: CaptureError.self) { try bench.output.capturePhoto(with: PhotoSettings()) }
    #expect(outside?.rule == .videoConnectionIsActive)
    try await bench.run()
    let connection = try #require(await bench.session.connections.first { $0.mediaType == .video })
    connection.isEnabled = false
    bench.expectBroken(.videoConnectionIsActive, PhotoSettings())
    connection.isEnabled = true
    connection.input.isEnabled = false
    bench.expectBroken(.videoConnectionIsActive, PhotoSettings())
    connection.input.isEnabled = true
    try await bench.press()
    await bench.advance(1)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 F1")
    bench.world.unplug("camera")
    await bench.session.settle()
    bench.expectBroken(.videoConnectionIsActive, PhotoSettings())
  }

  @Test func case38_liveMetadata() async throws {
    let bench = try CaseBench()
    try await bench.run()
    var settings = PhotoSettings(livePhotoMoviePath: "1.mov")
    let error = #expect(throws: CaptureError.self) {
      try settings.setLivePhotoMovieMetadata([
        LivePhotoMetadataItem(key: LivePhotoMetadataItem.contentIdentifierKey, value: "mine")
      ])
    }
    #expect(error?.rule == .contentIdentifierIsOwn && error?.rule?.exception == .invalidArgument)
    try settings.setLivePhotoMovieMetadata([.author("Ada")])
    try await bench.press(settings)
    await bench.advance(3)
    let movie = try #require(bench.files.files["1.mov"])
    let folder = try TemporaryFolder()
    _ = try folder.write(movie, as: "1.mov")
    let text = try ForeignTool.exiftool.run(["-s3", "-Keys:Author", folder.path + "/1.mov"]).text
    #expect(text.contains("Ada"))
  }

  @Test func case39_unknownMetadata() throws {
    var metadata = PhotoMetadata()
    let error = #expect(throws: CaptureError.self) { try metadata.set("x", forKey: "MyApp.Mood") }
    #expect(error?.rule == .metadataKeyIsKnown && error?.rule?.exception == .invalidArgument)
    #expect(throws: CaptureError.self) { try metadata.set("nowhere", forKey: "GPS.ISO6709") }
    let strange = [
      ("IPTC.Keywords", "door"), ("TIFF.Orientation", "6"), ("GPS.Latitude", "91"), ("GPS.LatitudeRef", "north"),
      ("GPS.AltitudeRef", "2"), ("Exif.DateTimeOriginal", "2026-11-21 08:53:50"),
      ("Exif.DateTimeOriginal", "2026:02:30 08:53:50"), ("Exif.DateTimeOriginal", ""),
    ]
    for (key, value) in strange {
      #expect(throws: CaptureError.self, "\(key)") { try metadata.set(value, forKey: key) }
    }
    try metadata.set("Ada", forKey: "TIFF.Artist")
    #expect(metadata[.artist] == "Ada")
  }

  @Test func case40_stoppedSession() async throws {
    let bench = try CaseBench()
    try await bench.assemble()
    try await bench.press()
    #expect(bench.delegate.timeline == "B1 P1! F1!")
    let photo = try #require(bench.calls(.didProcessPhoto).first?.photo)
    #expect(!photo.timestamp.isValid && photo.fileDataRepresentation() == nil)
    #expect(bench.calls(.didFinish).first?.error?.avErrorCode == -11_803)
    try await bench.pressLive()
    #expect(bench.delegate.timeline == "B1 P1! F1! B2 P2! R2 M2! F2!")
    #expect(bench.output.liveIndicator.count == 0 && bench.files.files.isEmpty)
  }
}
