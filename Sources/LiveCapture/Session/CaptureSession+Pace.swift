import CaptureDevices
import Dispatch
import MediaCore
import Synchronization

/// Presets of movies that are chosen by what the machine can keep up with.
extension CaptureSession {
  /// What is known of the machine's pace, reckoning with every camera that runs; `nil` where presets are fixed.
  var reckonedPace: EncodingPace? {
    guard !configuration.pacedCodecs.isEmpty else { return nil }
    let known =
      pace
      ?? EncodingPace(clock: environment.clock, cores: SessionConfiguration.cores) { [weak self] choice in
        self?.enter { $0.emit(.didChooseEncoding(choice, at: $0.environment.clock.now)) }
      }
    pace = known
    known.reckon(withCameras: ports.values.count { $0.video != nil })
    return known
  }

  /// Has a camera's first frames tried, if Live Photos are to be taken and nothing is known of such movies yet.
  func tryPace(of video: VideoPort) {
    let isLive = graph.photoOutputs.contains { $0.state.withLock { $0.features.isLiveEnabled } }
    guard isLive, environment.encoders.readsPictures, let pace = reckonedPace,
      let codec = [VideoCodec.h264, .hevc].first(where: { configuration.pacedCodecs.contains($0) })
    else { return }
    let trial = EncodingTrial(
      mode: video.source.mode, codec: codec, configuration: configuration, encoders: environment.encoders)
    guard pace.isUnknown(trial.stream) else { return }
    let interval = video.source.mode.frameInterval
    let tracker = tracker
    video.whenFrame { [weak video] oldest in
      video?.watch(for: oldest + interval * Int32(EncodingTrial.pictureCount)) { [weak video] in
        guard let video else { return }
        tracker.async(on: Self.trialQueue) {
          trial.run(video.frames(from: oldest, count: EncodingTrial.pictureCount), telling: pace)
        }
      }
    }
  }

  // Behind everything else: nobody waits for it.
  private static let trialQueue = DispatchQueue(label: "livecam.pace", qos: .utility)
}

extension VideoPort {
  /// The first frames at or after `time` that the ring still holds.
  fileprivate func frames(from time: MediaTime, count: Int) -> [VideoFrame] {
    var frames: [VideoFrame] = []
    var next = time
    while frames.count < count, let frame = first(atOrAfter: next) {
      frames.append(frame)
      next = frame.time + MediaTime(nanoseconds: 1)
    }
    return frames
  }
}
