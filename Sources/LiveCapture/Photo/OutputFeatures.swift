import MediaCore

/// The features that can be switched on in a photo output. Raw values are the names of the properties that tell of
/// them.
enum OutputFeature: String, Sendable, CaseIterable {
  case live = "isLivePhotoCaptureEnabled"
  case autoTrimming = "isLivePhotoAutoTrimmingEnabled"
  case zeroShutterLag = "isZeroShutterLagEnabled"
  case responsive = "isResponsiveCaptureEnabled"
  case fastCapture = "isFastCapturePrioritizationEnabled"
  case deferred = "isAutoDeferredPhotoDeliveryEnabled"

  /// The feature without which this one is off, and its name for people.
  var basis: (feature: OutputFeature, name: String)? {
    switch self {
    case .responsive: (.zeroShutterLag, "zero shutter lag")
    case .fastCapture: (.responsive, "responsive capture")
    default: nil
    }
  }

  /// Indicates whether captures under way end when the feature is switched.
  var isDisruptive: Bool { self != .fastCapture }
}

/// The features that are switched on in a photo output, and those that can be.
///
/// A plain value. When a feature stops being supported it is switched off, and does not come back by itself.
struct OutputFeatures: Sendable {
  private(set) var capabilities = OutputCapabilities()
  private(set) var enabled: Set<OutputFeature> = []
  var isLiveSuspended = false
  var preservesSuspension = false
  /// No movie may show anything from before this instant; `nil` for no such limit.
  var liveEarliest: MediaTime?
  var maximumQuality = PhotoQualityPrioritization.balanced
  var maxPhotoDimensions: ResolvedPhotoSettings.Dimensions?
  var isHighResolutionEnabled = false
  private var hasDefaults = false

  /// The size that stills may have at most: what was set, else the format's.
  var effectiveMaxPhotoDimensions: ResolvedPhotoSettings.Dimensions {
    maxPhotoDimensions ?? capabilities.photoDimensions.last ?? .none
  }

  /// Indicates whether a feature is switched on. Switching it off also switches off the features that are built on it.
  subscript(feature: OutputFeature) -> Bool {
    get { enabled.contains(feature) }
    set {
      guard !newValue else {
        _ = enabled.insert(feature)
        return
      }
      enabled.remove(feature)
      if feature == .live { isLiveSuspended = false }
      for other in OutputFeature.allCases where other.basis?.feature == feature { self[other] = false }
    }
  }

  /// Takes back what was switched since: the configuration in which it was has failed.
  mutating func restoreSwitches(from before: OutputFeatures) {
    if before[.live] != self[.live] { isLiveSuspended = before[.live] && before.isLiveSuspended }
    enabled = before.enabled
  }

  mutating func sessionDidStop() {
    if !preservesSuspension { isLiveSuspended = false }
    liveEarliest = nil
  }

  /// The session is another: what is no longer supported is switched off.
  mutating func adapt(to new: OutputCapabilities) {
    let added = new.features.subtracting(capabilities.features)
    capabilities = new
    for feature in enabled.subtracting(new.features) { self[feature] = false }
    if !new.features.contains(.live) { isLiveSuspended = false }
    if added.contains(.zeroShutterLag), !hasDefaults {
      // On by themselves the first time, as for apps of today.
      enabled.formUnion([.zeroShutterLag, .responsive])
      hasDefaults = true
    }
    // True by itself where Live Photos are supported.
    if added.contains(.autoTrimming) { enabled.insert(.autoTrimming) }
    if let size = maxPhotoDimensions, !new.photoDimensions.contains(size) { maxPhotoDimensions = nil }
  }
}
