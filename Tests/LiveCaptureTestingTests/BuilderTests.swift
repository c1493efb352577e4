import CaptureCodecs
import CaptureDevices
import LiveCapture
import LiveCaptureTesting
import MediaCore
import StillCoding
import TestSupport
import Testing

/// Values that outputs hand out, made by hand.
@Suite struct BuilderTests {
  @Test("by default there is a still that succeeded, with a real JPEG")
  func defaults() throws {
    let photo = CapturePhoto.make()
    #expect(photo.resolvedSettings.photoDimensions == .init(width: 640, height: 480) && !photo.resolvedSettings.isLive)
    #expect(photo.timestamp == photo.resolvedSettings.shutterTime && photo.shutterError == .zero)
    #expect(photo.photoCount == 1 && photo.sequenceCount == 0 && !photo.isRawPhoto)
    #expect(CapturePhoto.make().resolvedSettings.uniqueID > photo.resolvedSettings.uniqueID)
    let bytes = try #require(photo.fileDataRepresentation())
    #expect(photo.byteCount == bytes.count)
    let folder = try TemporaryFolder()
    let size = try ForeignTool.exiftool.run(["-s3", "-ImageSize", try folder.write(bytes, as: "a.jpg")])
    #expect(size.text.hasPrefix("32x24"))
    _ = try ForeignTool.ffmpeg.run(["-v", "error", "-xerror", "-i", folder.path("a.jpg"), "-f", "null", "-"])
  }

  @Test("a path or a movie's size makes it Live, and what belongs to that is made up")
  func live() {
    let byPath = ResolvedPhotoSettings.make(livePhotoMoviePath: "/tmp/a.mov")
    #expect(byPath.isLive && byPath.livePhotoMovieDimensions == byPath.photoDimensions)
    #expect(byPath.contentIdentifier == .sample && byPath.availablePreRoll == .seconds(1.5))
    let bySize = ResolvedPhotoSettings.make(livePhotoMovieDimensions: .init(width: 160, height: 120))
    #expect(bySize.isLive && bySize.livePhotoMoviePath == "\(bySize.uniqueID).mov")
    #expect(PairIdentifier(uuidString: PairIdentifier.sample.uuidString) == .sample)
    #expect(!ResolvedPhotoSettings.make().isLive)
  }

  @Test("every field can be set")
  func everything() throws {
    let size = ResolvedPhotoSettings.Dimensions(width: 4, height: 2)
    let settings = ResolvedPhotoSettings.make(
      uniqueID: CaptureID(rawValue: 5_000_000_000), shutterTime: .seconds(3), photoDimensions: size,
      rawPhotoDimensions: size,
      previewDimensions: size, embeddedThumbnailDimensions: size, rawEmbeddedThumbnailDimensions: size,
      livePhotoMovieDimensions: size, deferredPhotoProxyDimensions: size, isFlashEnabled: true,
      isRedEyeReductionEnabled: true, isFastCapturePrioritizationEnabled: true,
      photoProcessingTimeRange: TimeRange(start: .zero, duration: .seconds(1)), expectedPhotoCount: 6,
      contentIdentifier: .sample, livePhotoMoviePath: "m", availablePreRoll: .seconds(0.5))
    // No field is left at what it is without being named.
    let plain = Mirror(reflecting: ResolvedPhotoSettings.make()).children.map { "\($0.value)" }
    for (child, value) in zip(Mirror(reflecting: settings).children, plain) {
      #expect("\(child.value)" != value, "\(child.label ?? "?")")
    }
    var metadata = PhotoMetadata()
    try metadata.set("me", forKey: "TIFF.Artist")
    let pixels = CapturePhoto.PixelBuffer(
      format: VideoFormat(pixelFormat: .grey, width: 2, height: 2), bytes: [1, 2, 3, 4])
    let photo = CapturePhoto.make(
      resolvedSettings: settings, timestamp: .seconds(4), sequence: 8, photoCount: 2, sequenceCount: 3,
      bracketElement: .automatic(exposureTargetBias: 1), isRawPhoto: true, codec: .heic, isCameraOriginal: true,
      frameCount: 4,
      thumbnailFailure: CodingError(.codecFailed, context: "thumbnail", message: "There is none."), pixelBuffer: pixels,
      previewPixelBuffer: pixels, metadata: metadata, sourceDeviceType: .builtIn,
      bytes: [1])
    let plainPhoto = Mirror(reflecting: CapturePhoto.make()).children.map { "\($0.value)" }
    // How its file was made, and by which codecs, an output alone can tell.
    for (child, value) in zip(Mirror(reflecting: photo).children, plainPhoto)
    where child.label != "recipe" && child.label != "media" {
      #expect("\(child.value)" != value, "\(child.label ?? "?")")
    }
    #expect(photo.fileType == .dng && CapturePhoto.make(codec: .heic).fileType == .heic)
    #expect(CapturePhoto.make().fileType == .jpg && CapturePhoto.failed().fileType == nil)
    let movie = CapturedMovie.make(
      path: "x", duration: .seconds(1), photoDisplayTime: .seconds(0.5), frameCount: 3, droppedFrameCount: 1,
      hasAudio: false, audioFiller: .seconds(0.1), byteCount: 9, audioEncoder: .libavcodec, bytes: [1])
    let plainMovie = Mirror(reflecting: CapturedMovie.make()).children.map { "\($0.value)" }
    for (child, value) in zip(Mirror(reflecting: movie).children, plainMovie) {
      #expect("\(child.value)" != value, "\(child.label ?? "?")")
    }
  }

  @Test("a photo that failed is as an output hands it out")
  func failed() async throws {
    let made = CapturePhoto.failed(photoCount: 2)
    #expect(made.fileDataRepresentation() == nil && !made.timestamp.isValid && made.sequence == nil)
    #expect(made.photoCount == 2 && !made.shutterError.isValid)
    let bench = try await CaptureBench(CaptureBench.Setup(media: .standard))
    try await bench.run("30v {freeze: camera} {press: still} {advance: 0.01} {unplug: camera}")
    let real = try #require(bench.delegate.calls.lazy.compactMap(\.photo).first)
    #expect(real.byteCount == made.byteCount && real.timestamp.isValid == made.timestamp.isValid)
    #expect(DeferredPhotoProxy.make().fileDataRepresentation()?.isEmpty == false)
    #expect(DeferredPhotoProxy.make().photo.resolvedSettings.deferredPhotoProxyDimensions != .none)
  }
}
