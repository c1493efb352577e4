import MediaCore

struct PhotoPreparation {
  typealias Handler = @Sendable (_ isPrepared: Bool, _ error: CaptureError?) -> Void

  var settings = [PhotoSettings()]
  /// The handler that waits for the session to run, for the configuration to be committed, or for libraries.
  var waiting: Handler?
  /// Counts what was asked for: what came of an older wish is told to nobody.
  var number = 0
  var loading: Int?
  /// Libraries stay in memory once they are there.
  var loaded: Set<CaptureLibrary> = []

  /// The libraries that captures with the settings would load, by what is switched on in their output.
  func libraries(_ features: OutputFeatures, sound: AudioEncoder?) -> [CaptureLibrary] {
    var libraries: [CaptureLibrary] = []
    for one in settings {
      if one.format?.codec == .heic, !one.isDeferred(by: features) { libraries.append(.heic) }
      guard one.isLive else { continue }
      libraries.append(.movie(one.livePhotoVideoCodec ?? features.capabilities.movieCodecs.first ?? .h264))
      if let sound { libraries.append(.aac(sound)) }
    }
    return libraries
  }
}
