import MediaCore

/// What is switched on in a photo output, and what can be.
///
/// A plain value. When a feature stops being supported it is switched off, and does not come back by itself.
struct OutputFeatures: Sendable {
  private(set) var capabilities = OutputCapabilities()
  var isLiveEnabled = false
  var isLiveSuspended = false
  var preservesSuspension = false
  /// No movie may show anything from before this instant; `nil` for no such limit.
  var liveEarliest: MediaTime?
  var isZeroShutterLagEnabled = false
  var isResponsiveEnabled = false
  var isFastCaptureEnabled = false
  var isDeferredEnabled = false
  var isLiveAutoTrimmingEnabled = false
  var maximumQuality = PhotoQualityPrioritization.balanced
  var maxPhotoDimensions: ResolvedPhotoSettings.Dimensions?
  var isHighResolutionEnabled = false
  private var hasDefaults = false

  /// The size that stills may have at most: what was set, else the format's.
  var effectiveMaxPhotoDimensions: ResolvedPhotoSettings.Dimensions {
    maxPhotoDimensions ?? capabilities.photoDimensions.last ?? .none
  }

  /// Whether anything is switched differently.
  func isDifferent(from other: OutputFeatures) -> Bool {
    isLiveEnabled != other.isLiveEnabled || isZeroShutterLagEnabled != other.isZeroShutterLagEnabled
      || isResponsiveEnabled != other.isResponsiveEnabled || isFastCaptureEnabled != other.isFastCaptureEnabled
      || isDeferredEnabled != other.isDeferredEnabled || isLiveAutoTrimmingEnabled != other.isLiveAutoTrimmingEnabled
  }

  /// Takes back what was switched since: the configuration in which it was has failed.
  mutating func restoreSwitches(from before: OutputFeatures) {
    if before.isLiveEnabled, !isLiveEnabled { isLiveSuspended = before.isLiveSuspended }
    if isLiveEnabled, !before.isLiveEnabled { isLiveSuspended = false }
    isLiveEnabled = before.isLiveEnabled
    isZeroShutterLagEnabled = before.isZeroShutterLagEnabled
    isResponsiveEnabled = before.isResponsiveEnabled
    isFastCaptureEnabled = before.isFastCaptureEnabled
    isDeferredEnabled = before.isDeferredEnabled
    isLiveAutoTrimmingEnabled = before.isLiveAutoTrimmingEnabled
  }

  /// The session has stopped.
  mutating func sessionDidStop() {
    if !preservesSuspension { isLiveSuspended = false }
    liveEarliest = nil
  }

  /// The session is another: what is no longer supported is switched off.
  mutating func adapt(to new: OutputCapabilities) {
    let had = capabilities
    capabilities = new
    if !new.isLiveSupported {
      isLiveEnabled = false
      isLiveSuspended = false
      isLiveAutoTrimmingEnabled = false
    }
    if !new.isZeroShutterLagSupported {
      isZeroShutterLagEnabled = false
      isResponsiveEnabled = false
      isFastCaptureEnabled = false
    } else if !had.isZeroShutterLagSupported, !hasDefaults {
      // On by themselves the first time, as for apps of today.
      isZeroShutterLagEnabled = true
      isResponsiveEnabled = true
      hasDefaults = true
    }
    // True by itself where Live Photos are supported.
    if new.isLiveSupported, !had.isLiveSupported { isLiveAutoTrimmingEnabled = true }
    if !new.isDeferredSupported { isDeferredEnabled = false }
    if let size = maxPhotoDimensions, !new.photoDimensions.contains(size) { maxPhotoDimensions = nil }
  }
}
