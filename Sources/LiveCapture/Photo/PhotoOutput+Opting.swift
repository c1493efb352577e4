import Diagnostics
public import MediaCore
import Synchronization

/// The features that an app opts into before it asks for them, and those that cannot be opted into here.
extension PhotoOutput {
  /// A Boolean value that indicates whether a request may set ``PhotoSettings/isHighResolutionPhotoEnabled``; `false`
  /// at first. Stills have full size anyway.
  ///
  /// Apple's frameworks have given it up for ``maxPhotoDimensions``; it is there for rule V23 and for what still uses
  /// it.
  public var isHighResolutionCaptureEnabled: Bool {
    get { state.withLock { $0.features.isHighResolutionEnabled } }
    set { state.withLock { $0.features.isHighResolutionEnabled = newValue } }
  }

  /// Returns whether something can be delivered beside photos: always `false`, with any camera.
  ///
  /// Stands for `isDepthDataDeliverySupported` and its kin, which ``PhotoDelivery`` names one by one.
  public func isDeliverySupported(_ delivery: PhotoDelivery) -> Bool { false }

  /// Returns whether something may be asked for beside photos: always `false`, since it is not supported.
  public func isDeliveryEnabled(_ delivery: PhotoDelivery) -> Bool { false }

  /// Enables or disables the delivery of a further part of photos.
  /// - Throws: ``CaptureError`` naming `featureIsSupported` for switching it on.
  public func setDeliveryEnabled(_ isEnabled: Bool, for delivery: PhotoDelivery) throws(CaptureError) {
    try refuse(isEnabled, delivery.rawValue, "cameras here tell of no such thing; go on without it")
  }

  /// A Boolean value that indicates whether a shutter sound can be suppressed: always `false`, since there is no such
  /// sound.
  public var isShutterSoundSuppressionSupported: Bool { false }

  /// A Boolean value that indicates whether red eyes can be corrected: always `false`. A request may ask for it all the
  /// same, with no effect.
  public var isAutoRedEyeReductionSupported: Bool { false }

  /// A Boolean value that indicates whether stills can be stabilised by several exposures or a moving lens: always
  /// `false`. A request may ask for it all the same (``PhotoSettings/isAutoStillImageStabilizationEnabled``), and gets
  /// a still like any other.
  public var isStillImageStabilizationSupported: Bool { false }

  /// A Boolean value that indicates whether the output can begin its work after the session has started: always
  /// `false`, as every frame is in the ring.
  public var isDeferredStartSupported: Bool { false }

  /// A Boolean value that indicates whether the output begins its work after the session has started.
  public var isDeferredStartEnabled: Bool { false }

  /// Enables or disables a later start of the output's work.
  /// - Throws: ``CaptureError`` naming `featureIsSupported` for switching it on.
  public func setDeferredStartEnabled(_ isEnabled: Bool) throws(CaptureError) {
    try refuse(isEnabled, "isDeferredStartEnabled", "the output has nothing to begin later")
  }

  private func refuse(_ isEnabled: Bool, _ name: String, _ message: String) throws(CaptureError) {
    if isEnabled { throw CaptureError(breaking: .featureIsSupported, context: name, message) }
  }

  /// The settings for which ``isFlashScene`` is computed; by default `nil`, which monitors nothing.
  public var photoSettingsForSceneMonitoring: PhotoSettings? {
    get { state.withLock { $0.monitoringSettings } }
    set { state.withLock { $0.monitoringSettings = newValue } }
  }

  /// A Boolean value that indicates whether a still with ``photoSettingsForSceneMonitoring`` would flash now: always
  /// with `on`, in the dark with `auto`; never while the flash is too hot or missing, or the session does not run.
  /// Looks at the newest frame.
  public var isFlashScene: Bool {
    let (settings, modes) = state.withLock { ($0.monitoringSettings, $0.features.capabilities.flashModes) }
    guard let settings, let session = membership.session, modes.contains(settings.flashMode) else { return false }
    return session.sync { session in
      guard session.isRunning, let connection = session.graph.connection(to: self, of: .video) else { return false }
      return PhotoHands.usesFlash(settings, on: session.runner.lane(of: connection.input)?.video, in: session)
    }
  }
}

extension CaptureSession {
  /// The clock of the times of all photos and frames.
  public nonisolated var synchronizationClock: any MediaClock { environment.clock }
}
