import MediaCore

/// Presets of movies that are chosen by what the machine can keep up with.
extension CaptureSession {
  /// What is known of the machine's pace, reckoning with every camera that runs; `nil` where presets are fixed.
  var reckonedPace: EncodingPace? {
    guard !configuration.pacedCodecs.isEmpty else { return nil }
    let known =
      pace
      ?? EncodingPace(clock: environment.clock, cores: environment.processorCount) { [weak self] choice in
        self?.enter { $0.emit(.didChooseEncoding(choice, at: $0.environment.clock.now)) }
      }
    pace = known
    known.reckon(withCameras: lanes.values.count { $0.video != nil })
    return known
  }
}
