import MediaCore

/// A view of a session at one instant: the state that one of its parts may see of the others.
struct SessionView {
  let now: MediaTime
  var phase = SessionLifecycle.Phase.idle([])
  var graph = SessionGraph()
  /// The features that are switched on in the photo outputs that are in the session or have captures under way.
  var features: [ObjectIdentifier: Set<OutputFeature>] = [:]

  var isRunning: Bool { phase.isRunning }

  func isEnabled(_ feature: OutputFeature, of output: PhotoOutput) -> Bool {
    features[ObjectIdentifier(output)]?.contains(feature) == true
  }
}
