import MediaCore

/// What a part of a session may see of the others, at one instant.
struct SessionView {
  let now: MediaTime
  var phase = SessionLifecycle.Phase.idle([])
  var graph = SessionGraph()
  /// What is switched on in the photo outputs that are in the session or have captures under way.
  var features: [ObjectIdentifier: OutputFeatures] = [:]

  var isRunning: Bool { phase.isRunning }

  func features(of output: PhotoOutput) -> OutputFeatures { features[ObjectIdentifier(output)] ?? OutputFeatures() }
}
