import MediaCore

/// Compresses a few pictures to see what they cost, so that the first movie has the right preset.
///
/// Once for each kind of camera, with its first pre-roll, in some hundredths of a second while the rest is filmed.
struct EncodingTrial {
  /// What is compressed: a sync sample, one picture to warm up, and those that count.
  static let pictureCount = 5
  private static let warmUp = 2
  /// Light, so that it costs little, and near to what most machines end with.
  static let preset = PaceMeter.Preset.superfast

  let plan: PictureEncoder.Plan

  /// Tries consecutive frames and tells `pace`, unless it knows already. Says nothing if one cannot be decoded.
  func run(_ frames: [VideoFrame], telling pace: EncodingPace) {
    guard frames.count >= Self.pictureCount, pace.isUnknown(plan.stream) else { return }
    var plan = plan
    (plan.configuration.videoPreset, plan.configuration.hevcPreset) = (Self.preset, Self.preset)
    (plan.counter, plan.pace, plan.measuresMotion) = (FootageCounter(), nil, false)
    let pictures = PictureEncoder(plan)
    defer { pictures.end() }
    var seconds: [Double] = []
    for frame in frames.prefix(Self.pictureCount) {
      let start = pace.clock.now
      // What is wrong with a picture is told when it is compressed for a movie.
      guard (try? pictures.encode(frame, forceSync: false)) != nil else { continue }
      seconds.append((pace.clock.now - start).seconds)
    }
    guard seconds.count == Self.pictureCount else { return }
    let sorted = seconds.dropFirst(Self.warmUp).sorted()
    pace.noteTrial(plan, Self.preset, seconds: sorted[sorted.count / 2])
  }
}
