import MediaCore

/// What a part of a session may see of the others, at one instant.
struct SessionView {
  /// The instant, on the session's clock.
  let now: MediaTime
  var phase = SessionLifecycle.Phase.idle
  /// What is in force.
  var graph = SessionGraph()
  /// Whether nothing but lost cameras keeps the session from running.
  var wantsCameras = true
  /// Whether nothing but devices that are away keeps the session from running.
  var wantsAwayDevices = true
  /// What is switched on in the photo outputs that are in the session or have captures under way.
  var features: [ObjectIdentifier: OutputFeatures] = [:]

  /// Whether devices deliver.
  var isRunning: Bool { phase == .running }

  /// What is switched on in an output.
  func features(of output: PhotoOutput) -> OutputFeatures { features[ObjectIdentifier(output)] ?? OutputFeatures() }
}
