import CaptureDevices
import Diagnostics
import MediaCore

/// Decodes, scales and compresses the frames of one stretch, one after the other. Belongs to the stretch's queue.
final class PictureEncoder {
  struct Plan: Sendable {
    let mode: VideoMode
    let codec: VideoCodec
    var configuration: SessionConfiguration
    var counter: FootageCounter
    let encoders: any MovieEncoding
    /// Chooses the preset of codecs that the configuration has paced; `nil` leaves it to the configuration.
    var pace: EncodingPace?
    var paceLimit = 1.0
    var measuresMotion = false

    var size: ResolvedPhotoSettings.Dimensions {
      configuration.movieDimensions(of: .init(width: mode.format.width, height: mode.format.height))
    }

    var threads: Int { configuration.threads(width: size.width, height: size.height) }

    /// The stream by which the pace is known: movies of equal streams cost the same.
    var stream: PaceMeter.Stream {
      PaceMeter.Stream(
        work: EncodingWork(
          codec: codec, pixels: size.width * size.height, source: mode.format.pixelFormat,
          sourcePixels: mode.format.width * mode.format.height),
        dimensions: size)
    }
  }

  /// The number of pictures that are compressed to try the pace: a sync sample, one picture to warm up, and those that
  /// count.
  static let trialCount = 5
  private static let warmUp = 2
  /// Light, so that it costs little, and near to what most machines end with.
  static let trialPreset = PaceMeter.Preset.superfast

  private let plan: Plan
  private let pace: EncodingPace?
  private var watch: PaceWatch?
  private let stages: StageRecorder?
  private var encoder: (any MovieEncoder)?
  private var hasBegun = false

  /// Creates an encoder that is opened with its first frame. `stages` measures its work; `nil` for no measuring.
  init(_ plan: Plan, stages: StageRecorder? = nil) {
    self.plan = plan
    self.stages = stages
    pace = plan.configuration.pacedCodecs.contains(plan.codec) ? plan.pace : nil
  }

  /// Codec and size, and what a decoder has to know; `nil` before the first sample.
  var format: EncodedVideoFormat? { encoder?.format }

  /// The difference between the last frame's picture and the one before; 0 where it is not measured.
  var motion: Double { encoder?.motion ?? 0 }

  /// The sample of a frame; `nil` if it is damaged: such a picture is left out, as if the camera had dropped it, and
  /// the one before it is shown for longer. With `next`, the frame that is encoded next, that one is read meanwhile.
  /// - Throws: `CodingError` when the encoder is of no more use.
  func encode(
    _ frame: VideoFrame, forceSync: Bool, next: VideoFrame? = nil
  ) throws(CodingError) -> EncodedVideoSample? {
    let start = watch?.now
    let encoder = if let encoder { encoder } else { try makeEncoder() }
    self.encoder = encoder
    guard let sample = try encoder.encode(frame, forceSync: forceSync, next: next) else { return nil }
    plan.counter.count { counts in
      if !hasBegun { counts.stretches += 1 }
      counts.encodedFrames += 1
    }
    hasBegun = true
    if let start { watch?.note(since: start) }
    return sample
  }

  /// Compresses the first frames to see what they cost, so that the first movie has the right preset.
  ///
  /// Once for each kind of camera, with its first pre-roll, in some hundredths of a second while the rest is filmed.
  /// Says nothing if one cannot be decoded.
  func tryPace(_ frames: ArraySlice<VideoFrame>) {
    guard let pace, frames.count >= Self.trialCount, pace.isUnknown(plan.stream) else { return }
    var plan = plan
    (plan.configuration.videoPreset, plan.configuration.hevcPreset) = (Self.trialPreset, Self.trialPreset)
    (plan.counter, plan.pace, plan.measuresMotion) = (FootageCounter(), nil, false)
    let pictures = PictureEncoder(plan)
    defer { pictures.end() }
    var times: [MediaTime] = []
    for frame in frames.prefix(Self.trialCount) {
      let start = pace.clock.now
      // What is wrong with a picture is told when it is compressed for a movie.
      guard (try? pictures.encode(frame, forceSync: false)) != nil else { return }
      times.append(pace.clock.now - start)
    }
    let sorted = times.dropFirst(Self.warmUp).sorted()
    pace.noteTrial(plan, Self.trialPreset, time: sorted[sorted.count / 2])
  }

  func end() {
    encoder = nil
    watch?.end()
    watch = nil
  }

  private func makeEncoder() throws(CodingError) -> any MovieEncoder {
    let (configuration, mode, size) = (plan.configuration, plan.mode, plan.size)
    let frames = configuration.syncInterval.seconds / max(mode.frameInterval.seconds, 0.001)
    let isH264 = plan.codec == .h264
    watch = pace.map { PaceWatch($0, plan) }
    var settings = MovieEncoderSettings(
      width: size.width, height: size.height, frameInterval: mode.frameInterval, range: mode.format.range,
      quality: Double(isH264 ? configuration.videoQuality : configuration.hevcQuality),
      preset: watch?.preset ?? (isH264 ? configuration.videoPreset : configuration.hevcPreset),
      keyframeIntervalFrames: max(1, Int(frames.rounded())), threads: plan.threads)
    settings.isCPUIndependent = configuration.isCPUIndependent
    return try plan.encoders.makeEncoder(
      MovieEncoderPlan(
        codec: plan.codec, settings: settings, readsAhead: configuration.processorCount > 1,
        measuresMotion: plan.measuresMotion, stages: stages))
  }
}
