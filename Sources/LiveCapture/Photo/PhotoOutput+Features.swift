import Diagnostics
public import MediaCore
import Synchronization

extension PhotoOutput {
  private var features: OutputFeatures { state.withLock { $0.features } }
  private var capabilities: OutputCapabilities { features.capabilities }

  // MARK: What can be delivered; all empty until the output is in a session with a camera

  /// The codecs of stills, preferred first.
  public var availablePhotoCodecTypes: [PhotoCodec] { capabilities.photoCodecs }
  /// The pixel formats of uncompressed stills and previews, fewest conversions first.
  public var availablePhotoPixelFormatTypes: [PixelFormat] { capabilities.pixelFormats }
  /// The kinds of file of processed stills.
  public var availablePhotoFileTypes: [PhotoFileType] { capabilities.photoCodecs.map(\.fileType) }
  /// The pixel formats of RAW stills.
  public var availableRawPhotoPixelFormatTypes: [PixelFormat] { capabilities.rawPixelFormats }
  /// The kinds of file of RAW stills.
  public var availableRawPhotoFileTypes: [PhotoFileType] { capabilities.rawPixelFormats.isEmpty ? [] : [.dng] }
  /// The codecs of movies, preferred first.
  public var availableLivePhotoVideoCodecTypes: [VideoCodec] {
    isSupported(.live) ? capabilities.movieCodecs : []
  }
  /// The pixel formats that a preview photo can be requested in.
  public var availablePreviewPhotoPixelFormatTypes: [PixelFormat] { capabilities.pixelFormats }

  /// Returns the codecs that a kind of file can hold: HEVC in HEIC alone.
  public func supportedPhotoCodecTypes(for fileType: PhotoFileType) -> [PhotoCodec] {
    capabilities.photoCodecs.filter { $0.fileType == fileType }
  }

  /// Returns the pixel formats that a kind of file can hold: none, for pixels are delivered as they are and in no file.
  public func supportedPhotoPixelFormatTypes(for fileType: PhotoFileType) -> [PixelFormat] { [] }

  /// The codecs of the small picture inside a still's file; empty without a camera. A HEIC has one of its own making.
  public var availableEmbeddedThumbnailPhotoCodecTypes: [PhotoCodec] { capabilities.hasVideo ? [.jpeg] : [] }

  /// Returns the RAW formats that a kind of file can hold.
  public func supportedRawPhotoPixelFormatTypes(for fileType: PhotoFileType) -> [PixelFormat] {
    fileType == .dng ? capabilities.rawPixelFormats : []
  }

  /// The most photos of a bracket; 0 when the camera's exposure cannot be set.
  public var maxBracketedCapturePhotoCount: Int { capabilities.maximumBracket }
  /// The uses of the flash that can be asked for.
  public var supportedFlashModes: [FlashMode] { capabilities.flashModes }

  // MARK: Live Photos

  /// A Boolean value that indicates whether Live Photos can be taken: with the photo preset or a format set by the app,
  /// no movie-file output, and, where there is a microphone, an encoder of its sound on this machine.
  public var isLivePhotoCaptureSupported: Bool { isSupported(.live) }
  /// A Boolean value that indicates whether Live Photos may be asked for.
  public var isLivePhotoCaptureEnabled: Bool { features[.live] }
  /// A Boolean value that indicates whether Live Photo capture is suspended.
  public var isLivePhotoCaptureSuspended: Bool { features.isLiveSuspended }

  /// Enables or disables Live Photo capture. While the session runs, captures under way end.
  /// - Throws: ``CaptureError`` naming `featureIsSupported`.
  public func setLivePhotoCaptureEnabled(_ isEnabled: Bool) throws(CaptureError) {
    try set(.live, isEnabled)
  }

  /// Suspends or resumes Live Photo capture. Movies in progress end now; after a resumption, movies show nothing from
  /// before it.
  /// - Throws: ``CaptureError`` naming `featureIsBuiltOn` when Live Photos are not enabled.
  public func setLivePhotoCaptureSuspended(_ isSuspended: Bool) throws(CaptureError) {
    guard features[.live] || !isSuspended else {
      throw CaptureError(
        breaking: .featureIsBuiltOn, context: "isLivePhotoCaptureSuspended", "enable Live Photos first")
    }
    guard let session = membership.session else {
      return state.withLock { $0.features.isLiveSuspended = isSuspended }
    }
    session.sync { session in
      let now = session.now
      let isChange = state.withLock { state in
        guard state.features.isLiveSuspended != isSuspended else { return false }
        state.features.isLiveSuspended = isSuspended
        if !isSuspended { state.features.liveEarliest = now }
        return true
      }
      if isChange, isSuspended { session.photograph { $0.pictureEnded(of: ObjectIdentifier(self), $1) } }
    }
  }

  /// A Boolean value that indicates whether suspension outlives a stop of the session. Set it before the stop.
  public var preservesLivePhotoCaptureSuspendedOnSessionStop: Bool {
    get { features.preservesSuspension }
    set { state.withLock { $0.features.preservesSuspension = newValue } }
  }

  /// A Boolean value that indicates whether a movie is trimmed at both ends while the camera is being raised or
  /// lowered.
  public var isLivePhotoAutoTrimmingEnabled: Bool { features[.autoTrimming] }

  /// Switches auto-trimming. While the session runs, captures under way end.
  /// - Throws: ``CaptureError`` naming `featureIsSupported`.
  public func setLivePhotoAutoTrimmingEnabled(_ isEnabled: Bool) throws(CaptureError) {
    try set(.autoTrimming, isEnabled)
  }

  // MARK: Stills

  /// The most that stills may cost; each capture asks for no more.
  public var maxPhotoQualityPrioritization: PhotoQualityPrioritization {
    get { features.maximumQuality }
    set { state.withLock { $0.features.maximumQuality = newValue } }
  }

  /// The largest size that stills may have.
  public var maxPhotoDimensions: ResolvedPhotoSettings.Dimensions { features.effectiveMaxPhotoDimensions }

  /// Sets the largest size that stills may have.
  /// - Throws: ``CaptureError`` naming `dimensionsAreAllowed` for sizes that the camera's format has not.
  public func setMaxPhotoDimensions(_ size: ResolvedPhotoSettings.Dimensions) throws(CaptureError) {
    let sizes = capabilities.photoDimensions
    guard sizes.contains(size) else {
      throw CaptureError(
        breaking: .dimensionsAreAllowed, context: "maxPhotoDimensions",
        "\(size) is none of the format's sizes: \(sizes.map(\.description).joined(separator: ", "))")
    }
    state.withLock { $0.features.maxPhotoDimensions = size }
  }

  /// A Boolean value that indicates whether a still can be the frame that was there when the shutter was pressed.
  public var isZeroShutterLagSupported: Bool { isSupported(.zeroShutterLag) }
  /// A Boolean value that indicates whether a still is the frame nearest to the shutter, rather than the first one
  /// after it.
  public var isZeroShutterLagEnabled: Bool { features[.zeroShutterLag] }
  /// A Boolean value that indicates whether the next shot can be taken before the one before it is finished.
  public var isResponsiveCaptureSupported: Bool { isSupported(.responsive) }
  /// A Boolean value that indicates whether the next shot may be taken before the one before it is finished. Photos
  /// come in the order of the shots.
  public var isResponsiveCaptureEnabled: Bool { features[.responsive] }
  /// A Boolean value that indicates whether quality can give way when shots follow each other fast; it does only with
  /// responsive capture switched on.
  public var isFastCapturePrioritizationSupported: Bool { isSupported(.fastCapture) }
  /// A Boolean value that indicates whether quality gives way when shots follow each other fast.
  public var isFastCapturePrioritizationEnabled: Bool { features[.fastCapture] }
  /// A Boolean value that indicates whether stills can be finished later.
  public var isAutoDeferredPhotoDeliverySupported: Bool { isSupported(.deferred) }
  /// A Boolean value that indicates whether stills that cost much are finished later, with a proxy delivered at once.
  public var isAutoDeferredPhotoDeliveryEnabled: Bool { features[.deferred] }

  /// Switches zero shutter lag; without it there is no responsive capture either.
  /// - Throws: ``CaptureError`` naming `featureIsSupported`.
  public func setZeroShutterLagEnabled(_ isEnabled: Bool) throws(CaptureError) {
    try set(.zeroShutterLag, isEnabled)
  }

  /// Switches responsive capture.
  /// - Throws: ``CaptureError`` naming `featureIsSupported`, or `featureIsBuiltOn` without zero shutter lag.
  public func setResponsiveCaptureEnabled(_ isEnabled: Bool) throws(CaptureError) {
    try set(.responsive, isEnabled)
  }

  /// Switches fast capture.
  /// - Throws: ``CaptureError`` naming `featureIsSupported`, or `featureIsBuiltOn` without responsive capture.
  public func setFastCapturePrioritizationEnabled(_ isEnabled: Bool) throws(CaptureError) {
    try set(.fastCapture, isEnabled)
  }

  /// Switches deferred delivery. While the session runs, captures under way end.
  /// - Throws: ``CaptureError`` naming `featureIsSupported`.
  public func setAutoDeferredPhotoDeliveryEnabled(_ isEnabled: Bool) throws(CaptureError) {
    try set(.deferred, isEnabled)
  }

  private func isSupported(_ feature: OutputFeature) -> Bool { capabilities.features.contains(feature) }

  /// Switches a feature, and lets a running session know if that is a change which ends what is under way.
  private func set(_ feature: OutputFeature, _ isEnabled: Bool) throws(CaptureError) {
    if isEnabled {
      guard isSupported(feature) else {
        let absent = feature == .live || feature == .autoTrimming ? capabilities.absentEncoder : nil
        let refusal = CaptureError(
          breaking: .featureIsSupported, context: feature.rawValue,
          absent?.absence ?? "the session's camera and preset do not support it now")
        throw membership.session?.environment.media.reasoned(refusal, sound: absent) ?? refusal
      }
      if let basis = feature.basis, !features[basis.feature] {
        throw CaptureError(
          breaking: .featureIsBuiltOn, context: feature.rawValue, "switch on \(basis.name) first")
      }
    }
    guard let session = membership.session else { return state.withLock { $0.features[feature] = isEnabled } }
    session.sync { session in
      let (isRunning, now) = (session.isRunning, session.now)
      let hasChanged = state.withLock { state in
        let before = state.features
        state.features[feature] = isEnabled
        if isRunning, state.features[.live], !before[.live] { state.features.liveEarliest = now }
        return state.features.enabled != before.enabled
      }
      guard feature.isDisruptive, hasChanged, isRunning else { return }
      guard !session.transaction.isOpen else { return session.transaction.endCaptures() }
      session.photograph { $0.reconfigured($1) { $0.output === self } }
      SessionHands.updateReadiness(in: session)
    }
  }
}
