import CaptureDevices
import Diagnostics
import MediaCore

/// Decodes, scales and compresses the frames of one stretch, one after the other. Belongs to the stretch's queue.
final class PictureEncoder {
  private let mode: VideoMode
  private let size: ResolvedPhotoSettings.Dimensions
  private let codec: VideoCodec
  private let configuration: SessionConfiguration
  private let counter: FootageCounter
  private let encoders: any MovieEncoding
  private let pace: EncodingPace?
  private let paceLimit: Double
  private let measuresMotion: Bool
  private var watch: PaceWatch?
  private let stages: StageRecorder?
  private var encoder: (any MovieEncoder)?
  private var hasBegun = false

  /// With `pace` its preset takes the place of the configuration's; `paceLimit` is the part of the time that encoding
  /// may take.
  init(
    mode: VideoMode, codec: VideoCodec, configuration: SessionConfiguration, counter: FootageCounter,
    encoders: any MovieEncoding, pace: EncodingPace? = nil, paceLimit: Double = 1, measuresMotion: Bool = false,
    stages: StageRecorder? = nil
  ) {
    self.mode = mode
    size = configuration.movieDimensions(of: .init(width: mode.format.width, height: mode.format.height))
    self.codec = codec
    self.configuration = configuration
    self.counter = counter
    self.encoders = encoders
    self.pace = configuration.pacedCodecs.contains(codec) ? pace : nil
    self.paceLimit = paceLimit
    self.measuresMotion = measuresMotion
    self.stages = stages
  }

  /// Which movies cost as much as those of such a camera.
  static func stream(
    of mode: VideoMode, _ codec: VideoCodec, _ configuration: SessionConfiguration
  ) -> PaceMeter.Stream {
    let frame = mode.format
    let size = configuration.movieDimensions(of: .init(width: frame.width, height: frame.height))
    return PaceMeter.Stream(
      work: EncodingWork(
        codec: codec, pixels: size.width * size.height, source: frame.pixelFormat,
        sourcePixels: frame.width * frame.height),
      dimensions: size)
  }

  /// Codec and size, and what a decoder has to know; `nil` before the first sample.
  var format: EncodedVideoFormat? { encoder?.format }

  /// How much the last frame's picture differs from the one before; 0 where that is not measured.
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
    if !hasBegun { counter.countStretch() }
    hasBegun = true
    counter.countFrame()
    if let start { watch?.note(since: start) }
    return sample
  }

  /// Finds out what pictures cost, where nothing is known of it; `frames` are those that will be encoded first.
  func tryPace(_ frames: [VideoFrame]) {
    guard let pace else { return }
    EncodingTrial(mode: mode, codec: codec, configuration: configuration, encoders: encoders).run(frames, telling: pace)
  }

  /// Lets go of everything.
  func end() {
    encoder = nil
    watch?.end()
    watch = nil
  }

  private func makeEncoder() throws(CodingError) -> any MovieEncoder {
    let frames = configuration.syncInterval.seconds / max(mode.frameInterval.seconds, 0.001)
    let keyframeInterval = max(1, Int(frames.rounded()))
    let isH264 = codec == .h264
    let threads = configuration.threads(width: size.width, height: size.height)
    watch = pace.map { pace in
      PaceWatch(
        pace, Self.stream(of: mode, codec, configuration), frameInterval: mode.frameInterval, limit: paceLimit,
        threads: threads)
    }
    var settings = MovieEncoderSettings(
      width: size.width, height: size.height, frameInterval: mode.frameInterval, range: mode.format.range,
      quality: Double(isH264 ? configuration.videoQuality : configuration.hevcQuality),
      preset: watch?.preset ?? (isH264 ? configuration.videoPreset : configuration.hevcPreset),
      keyframeInterval: keyframeInterval, threads: threads)
    settings.isCPUIndependent = configuration.isCPUIndependent
    var plan = MovieEncoderPlan(codec: codec, settings: settings)
    plan.readsAhead = configuration.processorCount > 1
    plan.measuresMotion = measuresMotion
    plan.stages = stages
    return try encoders.makeEncoder(plan)
  }
}
