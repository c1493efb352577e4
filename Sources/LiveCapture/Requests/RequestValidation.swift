import CaptureDevices
import Diagnostics
import MediaCore
import Synchronization

/// The rules that a request must meet, looked at one after the other before anything has begun.
///
/// Stands for the list of exceptions of `capturePhoto(with:delegate:)`.
struct RequestValidation {
  let settings: PhotoSettings
  let features: OutputFeatures
  private var capabilities: OutputCapabilities { features.capabilities }

  /// Checks every rule but those about the delegate, the movie's file, and used identifiers.
  func checkSettings() throws(CaptureError) {
    try checkFormats()
    try checkRaw()
    try checkQuality()
    try checkLive()
    try checkBracket()
    try checkPictures()
  }

  /// Checks that the delegate can receive what is asked for. Without a delegate the output's events tell everything.
  func check(_ delegate: (any PhotoCaptureDelegate)?) throws(CaptureError) {
    guard let delegate, !(delegate is any CaptureEventDelegate) else { return }
    let receivesPhotos = delegate is any PhotoProcessingDelegate
    try require(
      settings.rawPixelFormat == nil || receivesPhotos, .delegateReceivesRaw, "delegate",
      "conform to PhotoProcessingDelegate to receive RAW photos")
    try require(
      settings.format == nil || receivesPhotos, .delegateReceivesPhoto, "delegate",
      "conform to PhotoProcessingDelegate to receive photos")
    try require(
      !settings.isLive || delegate is any LivePhotoCaptureDelegate, .delegateReceivesMovie, "delegate",
      "conform to LivePhotoCaptureDelegate to receive a Live Photo's movie")
    try require(
      settings.livePhotoMovieDestination != .handedOver, .delegateReceivesMovie, "delegate",
      "conform to CaptureEventDelegate to be handed a movie's bytes")
    try require(
      !features[.deferred] || delegate is any DeferredPhotoDelegate, .delegateReceivesProxies, "delegate",
      "conform to DeferredPhotoDelegate while deferred delivery is enabled")
  }

  /// Checks that the shutter was pressed in the last second: older frames may be gone, and future ones may never come.
  func checkShutterTime(_ shutterTime: MediaTime, at now: MediaTime) throws(CaptureError) {
    try require(
      shutterTime.isNumeric && shutterTime <= now && shutterTime >= now - SessionConfiguration.ringMargin,
      .shutterTimeIsRecent, "shutterTime", "must be an instant of the second that has just passed")
  }

  /// Checks that the frame that is named is there, and may be the still.
  func checkFrame(_ frame: VideoFrame?) throws(CaptureError) {
    try require(
      settings.bracket.isEmpty && settings.flashMode == .off, .frameIsHeld, "frameSequence",
      "a bracket or a flash shows in frames that are still to come: name no frame")
    try require(
      frame != nil, .frameIsHeld, "frameSequence",
      "the camera's ring does not hold frame \(settings.frameSequence.map { "\($0)" } ?? ""): name one of the last seconds"
    )
  }

  func checkMovie(
    _ order: PhotoOrder, _ configuration: SessionConfiguration, _ profile: CaptureProfile
  ) throws(CaptureError) {
    guard settings.isLive else { return }
    if let path = settings.livePhotoMoviePath {
      try require(
        order.isMovieWritable, .moviePathIsReachable, "livePhotoMoviePath",
        "\(path): there is no such folder, or it cannot be written to")
      if profile.existingFile == .isRefused, order.isMovieTaken {
        throw CaptureError(
          .fileExists, context: path, message: "a file of this name exists already", rule: .moviePathIsReachable)
      }
    }
    guard let shortest = order.camera.map({ $0.frameInterval * 2 }) else { return }
    guard configuration.preRoll + configuration.postRoll >= shortest else {
      throw CaptureError(
        .invalidSettings, context: "preRoll and postRoll",
        message: "a movie needs two frames, which are \(shortest.seconds) s at this rate; make one of them longer")
    }
  }

  private func checkFormats() throws(CaptureError) {
    try require(
      settings.format != nil || settings.rawPixelFormat != nil, .requestIsComplete, "format",
      "ask for a processed still, a RAW one, or both")
    guard let format = settings.format else { return }
    try require(
      (format.codec == nil) != (format.pixelFormat == nil), .formatIsUnambiguous, "format",
      "name a codec or a pixel format, not both and not neither")
    if let codec = format.codec {
      try require(
        capabilities.photoCodecs.contains(codec), .formatIsAvailable, "format",
        "\(codec) is none of availablePhotoCodecTypes: \(list(capabilities.photoCodecs))")
      let fileType = settings.processedFileType ?? codec.fileType
      try require(
        fileType == codec.fileType, .delegateReceivesPhoto, "processedFileType", "a \(fileType) file holds no \(codec)")
    }
    if let pixels = format.pixelFormat {
      try require(
        capabilities.pixelFormats.contains(pixels), .formatIsAvailable, "format",
        "\(pixels) is none of availablePhotoPixelFormatTypes: \(list(capabilities.pixelFormats))")
      try require(
        settings.processedFileType == nil, .delegateReceivesPhoto, "processedFileType", "pixels are in no file")
    }
    if let quality = format.quality {
      try require((0...1).contains(quality), .formatIsAvailable, "format.quality", "must lie between 0 and 1")
    }
  }

  private func checkRaw() throws(CaptureError) {
    guard let raw = settings.rawPixelFormat else { return }
    try require(
      capabilities.rawPixelFormats.contains(raw), .rawFormatIsAvailable, "rawPixelFormat",
      "\(raw) is none of availableRawPhotoPixelFormatTypes: \(list(capabilities.rawPixelFormats))")
    try require(
      !settings.deliveries.contains(.constantColor), .rawWithoutConstantColor, "deliveries",
      "RAW and constant colour do not go together")
    try require(
      (settings.rawFileType ?? .dng) == .dng, .rawFileTypeIsAvailable, "rawFileType", "RAW is written as DNG")
    if capabilities.traits.processedRawFormats.contains(raw) {
      try require(
        !settings.isLive, .processedRawIsStill, "livePhotoMoviePath", "this RAW does not go with a Live Photo")
    } else {
      try require(
        settings.photoQualityPrioritization == .speed, .bayerIsUnprocessed, "photoQualityPrioritization",
        "a sensor's own samples are taken as they are: ask for speed")
    }
  }

  private func checkQuality() throws(CaptureError) {
    try require(
      settings.photoQualityPrioritization <= features.maximumQuality, .qualityIsAllowed, "photoQualityPrioritization",
      "the output allows \(features.maximumQuality) at most; raise its maxPhotoQualityPrioritization")
    try require(
      capabilities.flashModes.contains(settings.flashMode) || !capabilities.hasVideo && settings.flashMode == .off,
      .flashModeIsSupported, "flashMode",
      "\(settings.flashMode) is none of supportedFlashModes: \(list(capabilities.flashModes))")
    try require(
      !capabilities.traits.isLogarithmic, .colorSpaceIsDisplayable, "camera",
      "its colours are logarithmic; set another format"
    )
    try require(
      !settings.deliveries.contains(.constantColor) || settings.flashMode != .off, .constantColorHasFlash, "flashMode",
      "constant colour needs a flash")
    try require(
      settings.deliveries.isEmpty, .deliveryIsEnabled, "deliveries",
      "\(list(settings.deliveries.sorted { $0.rawValue < $1.rawValue })): the output does not deliver this")
    try require(
      !settings.isShutterSoundSuppressionEnabled, .soundSuppressionIsSupported, "isShutterSoundSuppressionEnabled",
      "there is no shutter sound to suppress")
    try require(
      !settings.isHighResolutionPhotoEnabled || features.isHighResolutionEnabled, .highResolutionIsEnabled,
      "isHighResolutionPhotoEnabled", "set isHighResolutionCaptureEnabled on the output first")
    if let size = settings.maxPhotoDimensions, capabilities.hasVideo {
      let most = features.effectiveMaxPhotoDimensions
      try require(
        capabilities.photoDimensions.contains(size) && size.width <= most.width && size.height <= most.height,
        .dimensionsAreAllowed, "maxPhotoDimensions",
        "\(size) is none of the format's sizes up to \(most): \(list(capabilities.photoDimensions))")
    }
  }

  private func checkLive() throws(CaptureError) {
    guard settings.isLive else { return }
    try require(
      features[.live], .liveIsEnabled, "livePhotoMoviePath",
      capabilities.features.contains(.live)
        ? "enable Live Photos on the output first"
        : capabilities.absentEncoder?.absence
          ?? "Live Photos cannot be taken now: the session is to have a camera of 10 frames a second or more, the preset photo "
          + "or inputPriority, and no movie output; see to that, then enable them on the output")
    try require(
      !features.isLiveSuspended, .liveIsNotSuspended, "livePhotoMoviePath", "Live Photos are suspended")
    if let path = settings.livePhotoMoviePath {
      try require(
        !path.isEmpty && !path.hasSuffix("/") && !path.contains("://") && !path.utf8.contains(0), .moviePathIsReachable,
        "livePhotoMoviePath", "\"\(path)\" names no file")
    }
    if let codec = settings.livePhotoVideoCodec {
      try require(
        capabilities.movieCodecs.contains(codec), .movieCodecIsAvailable, "livePhotoVideoCodec",
        "\(codec) is none of availableLivePhotoVideoCodecTypes")
    }
  }

  private func checkBracket() throws(CaptureError) {
    guard settings.isBracket else { return }
    try require(
      settings.bracket.count <= capabilities.maximumBracket, .bracketIsNotTooLong, "bracket",
      capabilities.maximumBracket == 0
        ? "the camera's exposure cannot be set: it takes no bracket"
        : "the output takes \(capabilities.maximumBracket) photos at most in a bracket")
    try require(
      settings.flashMode == .off && !settings.isLive && settings.livePhotoMovieMetadata.isEmpty, .bracketIsUniform,
      "bracket", "a bracket goes with neither flash nor Live Photo")
    for element in settings.bracket {
      switch element {
      case .manual(let duration, let sensitivity):
        try require(
          isWithin(duration, capabilities.traits.exposureDurations)
            && isWithin(sensitivity, capabilities.traits.sensitivities),
          .manualBracketIsWithinLimits, "bracket",
          "the camera exposes for \(list(capabilities.traits.exposureDurations)) at \(list(capabilities.traits.sensitivities))"
        )
      case .automatic(let bias):
        try require(
          capabilities.traits.exposureBiases?.contains(bias) == true, .biasBracketIsWithinLimits, "bracket",
          "the camera's bias is \(list(capabilities.traits.exposureBiases))")
      }
    }
  }

  private func checkPictures() throws(CaptureError) {
    let pictures = [
      ("previewPhotoFormat", settings.previewPhotoFormat),
      ("embeddedThumbnailPhotoFormat", settings.embeddedThumbnailPhotoFormat),
      ("rawEmbeddedThumbnailPhotoFormat", settings.rawEmbeddedThumbnailPhotoFormat),
    ]
    for (name, format) in pictures {
      guard let format else { continue }
      try require(
        (format.width == nil) == (format.height == nil) && (format.width ?? 2) > 1 && (format.height ?? 2) > 1,
        .previewFormatIsComplete, name, "give a width and a height of 2 or more, or neither")
      if name == "previewPhotoFormat" {
        try require(
          format.pixelFormat.map { capabilities.pixelFormats.contains($0) } == true, .previewFormatIsComplete, name,
          "name one of availablePreviewPhotoPixelFormatTypes")
      } else {
        try require(format.codec == .jpeg, .previewFormatIsComplete, name, "thumbnails are JPEG: name the codec")
      }
    }
  }

  private func isWithin<Value: Comparable>(_ value: Value?, _ range: ClosedRange<Value>?) -> Bool {
    guard let value else { return true }
    return range?.contains(value) == true
  }

  private func require(
    _ holds: Bool, _ rule: ContractRule, _ context: String, _ message: @autoclosure () -> String
  ) throws(CaptureError) {
    if !holds { throw CaptureError(breaking: rule, context: context, message()) }
  }

  private func list<Value>(_ values: [Value]) -> String {
    values.isEmpty ? "none" : values.map { "\($0)" }.joined(separator: ", ")
  }

  private func list<Value>(_ range: ClosedRange<Value>?) -> String {
    range.map { "\($0.lowerBound) to \($0.upperBound)" } ?? "not to be set"
  }
}
