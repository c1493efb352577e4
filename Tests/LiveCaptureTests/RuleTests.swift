import CaptureCodecs
import CaptureDevices
import Diagnostics
import FileStorage
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing
import VideoCoding

/// Every rule of the contract that a call of a session, an output or a device can break, broken. Those of the library
/// are broken in `PhotoLibraryTests`.
@Suite struct RuleTests {
  /// The rules of requests: V1 to V28, and those of section 3.2 and livecam's own that a request is looked at for.
  static let requestRules =
    ContractRule.allCases.filter { $0.clause?.hasPrefix("3.1") == true }
    + [.movieCodecIsAvailable, .bracketIsUniform, .shutterTimeIsRecent, .frameIsHeld, .previewFormatIsComplete]

  /// Those of other calls.
  static let callRules: [ContractRule] = [
    .contentIdentifierIsOwn, .metadataKeyIsKnown, .featureIsSupported, .featureIsBuiltOn, .additionIsPossible,
    .presetIsPossible, .configurationIsClosed, .configurationIsBegun, .deviceIsLocked, .deviceOffersValue,
    .mediaTypeHasAuthorization, .connectionOffersValue,
  ]

  /// The library's.
  static let libraryRules: [ContractRule] = [
    .requestIsInBlock, .requestIsCurrent, .blockIsNotNested, .mainDoesNotWait, .accessIsExplained,
    .playbackStyleIsDefined,
  ]

  @Test("no rule is left out here")
  func everyRule() {
    let all = Self.requestRules + Self.callRules + Self.libraryRules
    #expect(Set(all) == Set(ContractRule.allCases) && all.count == ContractRule.allCases.count)
  }

  @Test("a request that breaks a rule is refused by its name, and nothing is told or written", arguments: requestRules)
  func request(_ rule: ContractRule) async throws {
    let breach = try RequestBreach(rule)
    let bench = try CaseBench(cameras: [breach.camera], encoders: breach.encoders)
    try await bench.run(isLive: breach.isLive)
    try await breach.prepare(bench)
    await bench.advance(4)
    let (calls, files) = (bench.delegate.calls.count, bench.files.files.count)
    var settings = breach.settings
    if rule == .shutterTimeIsRecent { settings.shutterTime = bench.clock.now - .seconds(5) }
    bench.expectBroken(rule, settings, delegate: breach.delegate)
    await bench.advance(4)
    #expect(bench.delegate.calls.count == calls && bench.files.files.count == files)
    #expect(bench.output.liveIndicator.count == 0)
  }

  @Test("without what breaks a rule the same request is taken", arguments: requestRules)
  func counterpart(_ rule: ContractRule) async throws {
    guard let settings = try RequestBreach.mended(rule) else { return }
    let breach = try RequestBreach(rule)
    let bench = try CaseBench(cameras: [breach.camera])
    try await bench.run()
    try await bench.press(settings)
    await bench.advance(4)
    #expect(bench.calls(.didFinish).count == 1 && bench.calls(.didFinish).first?.error == nil, "\(rule)")
  }

  @Test("another call that breaks a rule throws it by name", arguments: callRules)
  func call(_ rule: ContractRule) async throws {
    let bench = try CaseBench()
    try await bench.assemble()
    let error = await broken(rule, bench)
    #expect(error?.rule == rule, "\(rule): \(String(describing: error))")
    #expect(bench.delegate.calls.isEmpty)
  }

  private func broken(_ rule: ContractRule, _ bench: CaseBench) async -> CaptureError? {
    guard let camera = bench.system.defaultDevice(for: .video) else { return nil }
    do {
      switch rule {
      case .contentIdentifierIsOwn:
        var settings = PhotoSettings(livePhotoMoviePath: "1.mov")
        try settings.setLivePhotoMovieMetadata([.init(key: LivePhotoMetadataItem.contentIdentifierKey, value: "x")])
      case .metadataKeyIsKnown:
        var metadata = PhotoMetadata()
        try metadata.set("1", forKey: "Exif.Mood")
      case .featureIsSupported: try bench.output.setDeliveryEnabled(true, for: .depthData)
      case .featureIsBuiltOn:
        try bench.output.setLivePhotoCaptureEnabled(false)
        try bench.output.setLivePhotoCaptureSuspended(true)
      case .additionIsPossible: try await bench.session.addOutput(bench.output)
      case .presetIsPossible: try await bench.session.setSessionPreset(.hd4K3840x2160)
      case .configurationIsClosed:
        await bench.session.beginConfiguration()
        try await bench.session.startRunning()
      case .configurationIsBegun: try await bench.session.commitConfiguration()
      case .deviceIsLocked: try camera.setActiveFormat(camera.formats[0])
      case .deviceOffersValue:
        try camera.lockForConfiguration()
        try camera.setActiveVideoMinFrameDuration(.seconds(1))
      case .mediaTypeHasAuthorization: _ = try bench.system.authorizationStatus(for: .muxed)
      case .connectionOffersValue: try await bench.session.connections.first?.setVideoRotationAngle(45)
      default: Issue.record("nobody knows how to break \(rule)")
      }
      return nil
    } catch {
      return error
    }
  }
}

/// Receives photos, and nothing else.
private final class PhotosAlone: PhotoProcessingDelegate {
  func photoOutput(_ output: PhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?) {}
}

/// Receives nothing.
private final class Deaf: PhotoCaptureDelegate {}

/// Encoders of H.264 alone.
private struct OneCodec: MovieEncoding {
  var codecs: [VideoCodec] { [.h264] }
  func makeEncoder(_ plan: MovieEncoderPlan) throws(CodingError) -> any MovieEncoder {
    try StandardMovies().makeEncoder(plan)
  }
}

/// A request that breaks one rule and no other that comes before.
private struct RequestBreach {
  // Rules are about calls: small pictures are enough, and quickly drawn.
  var camera = SimulatedCamera.usual(sizes: [(160, 120), (320, 180), (80, 60)])
  var encoders: any MovieEncoding = StandardMovies()
  var settings = PhotoSettings()
  var delegate: (any PhotoCaptureDelegate)?
  var isLive = true
  var prepare: (CaseBench) async throws -> Void = { _ in }

  private static let sensor = SimulatedCamera.sensorFormat
  private static func raw(_ format: PhotoFormat? = nil) -> PhotoSettings {
    var settings = PhotoSettings(format: format, rawPixelFormat: sensor)
    settings.photoQualityPrioritization = .speed
    return settings
  }
  private static let neutral = PhotoBracketElement.automatic(exposureTargetBias: 0)

  init(_ rule: ContractRule) throws {
    try breakWhole(rule)
    try breakRaw(rule)
    try breakStill(rule)
    try breakLive(rule)
    try breakBracket(rule)
  }

  private mutating func breakWhole(_ rule: ContractRule) throws {
    switch rule {
    case .requestIsComplete: settings.format = nil
    case .identifierIsFresh:
      let used = settings
      prepare = { try await $0.press(used) }
    case .delegateReceivesPhoto: delegate = Deaf()
    case .delegateReceivesProxies:
      prepare = { try $0.output.setAutoDeferredPhotoDeliveryEnabled(true) }
      delegate = PhotosAlone()
    case .colorSpaceIsDisplayable: camera.traits.isLogarithmic = true
    case .videoConnectionIsActive:
      prepare = { bench in await bench.session.connections.first { $0.mediaType == .video }?.isEnabled = false }
    default: break
    }
  }

  private mutating func breakRaw(_ rule: ContractRule) throws {
    switch rule {
    case .rawFormatIsAvailable: settings = Self.raw()
    case .delegateReceivesRaw: (settings, delegate) = (Self.raw(), Deaf())
    case .rawWithoutConstantColor:
      settings = Self.raw()
      settings.deliveries = [.constantColor]
    case .rawFileTypeIsAvailable:
      settings = Self.raw()
      settings.rawFileType = .heic
    case .bayerIsUnprocessed:
      settings = Self.raw()
      settings.photoQualityPrioritization = .balanced
    case .processedRawIsStill:
      camera = .sensor(isProcessed: true)
      settings = Self.raw(.jpeg)
      settings.livePhotoMoviePath = "1.mov"
    default: return
    }
    if rule != .rawFormatIsAvailable, rule != .processedRawIsStill { camera = .sensor() }
  }

  private mutating func breakStill(_ rule: ContractRule) throws {
    switch rule {
    case .formatIsUnambiguous: settings.format = PhotoFormat(codec: .jpeg, pixelFormat: .bgra)
    case .formatIsAvailable: settings.format = .pixels(.mjpeg)
    case .qualityIsAllowed: settings.photoQualityPrioritization = .quality
    case .flashModeIsSupported: settings.flashMode = .auto
    case .highResolutionIsEnabled: settings.isHighResolutionPhotoEnabled = true
    case .deliveryIsEnabled: settings.deliveries = [.depthData]
    case .constantColorHasFlash: settings.deliveries = [.constantColor]
    case .soundSuppressionIsSupported: settings.isShutterSoundSuppressionEnabled = true
    case .dimensionsAreAllowed: settings.maxPhotoDimensions = .init(width: 4000, height: 3000)
    case .frameIsHeld: settings.frameSequence = 1 << 40
    case .previewFormatIsComplete: settings.previewPhotoFormat = PhotoPreviewFormat(pixelFormat: .bgra, width: 10)
    default: break
    }
  }

  private mutating func breakLive(_ rule: ContractRule) throws {
    let live = PhotoSettings(livePhotoMoviePath: "1.mov")
    switch rule {
    case .liveIsEnabled: (settings, isLive) = (live, false)
    case .liveIsNotSuspended:
      settings = live
      prepare = { try $0.output.setLivePhotoCaptureSuspended(true) }
    case .moviePathIsReachable: settings = PhotoSettings(livePhotoMoviePath: "https://example.org/1.mov")
    case .delegateReceivesMovie: (settings, delegate) = (live, PhotosAlone())
    case .movieCodecIsAvailable:
      encoders = OneCodec()
      settings = PhotoSettings(livePhotoMoviePath: "1.mov", livePhotoVideoCodec: .hevc)
    default: break
    }
  }

  private mutating func breakBracket(_ rule: ContractRule) throws {
    switch rule {
    case .bracketIsNotTooLong: settings = try PhotoSettings(bracket: Array(repeating: Self.neutral, count: 9))
    case .manualBracketIsWithinLimits:
      settings = try PhotoSettings(bracket: [.manual(exposureDuration: .seconds(1), sensitivity: nil)])
    case .biasBracketIsWithinLimits: settings = try PhotoSettings(bracket: [.automatic(exposureTargetBias: 3)])
    case .bracketIsUniform:
      settings = try PhotoSettings(bracket: [Self.neutral])
      settings.flashMode = .on
    default: return
    }
    camera = .back("camera")
  }

  /// The same request with the one thing changed that broke the rule, where that is a thing of the settings.
  static func mended(_ rule: ContractRule) throws -> PhotoSettings? {
    var settings = try RequestBreach(rule).settings
    switch rule {
    case .requestIsComplete, .formatIsUnambiguous, .formatIsAvailable: settings.format = .jpeg
    case .rawFileTypeIsAvailable: settings.rawFileType = .dng
    case .bayerIsUnprocessed: settings.photoQualityPrioritization = .speed
    case .rawWithoutConstantColor, .deliveryIsEnabled, .constantColorHasFlash: settings.deliveries = []
    case .processedRawIsStill: settings.livePhotoMoviePath = nil
    case .qualityIsAllowed: settings.photoQualityPrioritization = .balanced
    case .flashModeIsSupported, .bracketIsUniform: settings.flashMode = .off
    case .highResolutionIsEnabled: settings.isHighResolutionPhotoEnabled = false
    case .soundSuppressionIsSupported: settings.isShutterSoundSuppressionEnabled = false
    case .dimensionsAreAllowed: settings.maxPhotoDimensions = .init(width: 320, height: 180)
    case .frameIsHeld: settings.frameSequence = nil
    case .previewFormatIsComplete: settings.previewPhotoFormat?.height = 10
    case .moviePathIsReachable: settings.livePhotoMoviePath = "1.mov"
    case .movieCodecIsAvailable: settings.livePhotoVideoCodec = .h264
    case .bracketIsNotTooLong: settings = try PhotoSettings(bracket: Array(repeating: neutral, count: 8))
    case .biasBracketIsWithinLimits: settings = try PhotoSettings(bracket: [.automatic(exposureTargetBias: 2)])
    default: return nil
    }
    return settings
  }
}
