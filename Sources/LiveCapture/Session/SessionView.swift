import MediaCore

/// What a part of a session may see of the others, at one instant.
struct SessionView {
  let now: MediaTime
  var phase = SessionLifecycle.Phase.idle([])
  var graph = SessionGraph()
  /// What is switched on in the photo outputs that are in the session or have captures under way.
  var features: [ObjectIdentifier: Set<OutputFeature>] = [:]

  var isRunning: Bool { phase.isRunning }

  func isEnabled(_ feature: OutputFeature, of output: PhotoOutput) -> Bool {
    features[ObjectIdentifier(output)]?.contains(feature) == true
  }
}
