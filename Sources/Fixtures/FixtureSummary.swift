/// How much of what a fixture holds, in numbers, without its payloads.
public struct FixtureSummary: Sendable, Hashable {
  /// The path of the fixture's folder.
  public let path: String
  /// The number of frames.
  public let frameCount: Int
  /// The number of frames that the camera reported as lost.
  public let skippedFrameCount: Int
  /// The number of frames of sound, filler included.
  public let audioFrameCount: Int64
  /// The number of frames of sound that the microphone reported as lost.
  public let lostAudioFrameCount: Int64
  /// The number of times that a device was unplugged; a webcam whose camera and microphone went together counts once.
  public let unpluggedCount: Int
  /// The time from the first event to the last, in nanoseconds.
  public let durationNanoseconds: Int64
  /// The bytes of all payloads.
  public let payloadBytes: Int

  init(path: String, manifest: FixtureManifest, payloadBytes: Int) {
    self.path = path
    frameCount = manifest.frames.count
    skippedFrameCount = manifest.video?.track.lossCount ?? 0
    audioFrameCount = manifest.chunks.reduce(0) { $0 + Int64($1.frameCount) }
    lostAudioFrameCount = Int64(manifest.audio?.track.lossCount ?? 0)
    let departures = manifest.deviceEvents.lazy.filter { !$0.isConnected }.map(\.kind)
    unpluggedCount = max(departures.count { $0 == .camera }, departures.count { $0 == .microphone })
    durationNanoseconds = manifest.durationNanoseconds
    self.payloadBytes = payloadBytes
  }
}

extension FixtureTrack {
  fileprivate var lossCount: Int {
    events.reduce(0) { if case .loss(let count, _, _) = $1 { $0 + count } else { $0 } }
  }
}
