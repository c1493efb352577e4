import CaptureDevices
import MediaCore
import VideoCoding

/// Decodes, scales and compresses the frames of one stretch, one after the other. Belongs to the stretch's queue.
final class PictureEncoder {
  private let mode: VideoMode
  private let size: ResolvedPhotoSettings.Dimensions
  private let codec: VideoCodec
  private let configuration: SessionConfiguration
  private let counter: FootageCounter
  private let encoders: any MovieEncoderFactory
  private let stages: StageRecorder?
  private var converter: FrameConverter?
  private var encoder: (any MovieVideoEncoder)?
  /// The last frame's picture, where the encoder looks at pictures.
  private(set) var picture: I420Picture?

  init(
    mode: VideoMode, codec: VideoCodec, configuration: SessionConfiguration, counter: FootageCounter,
    encoders: any MovieEncoderFactory, stages: StageRecorder? = nil
  ) {
    self.mode = mode
    size = configuration.movieDimensions(of: .init(width: mode.format.width, height: mode.format.height))
    self.codec = codec
    self.configuration = configuration
    self.counter = counter
    self.encoders = encoders
    self.stages = stages
  }

  /// Codec and size, and what a decoder has to know; `nil` before the first sample.
  var format: EncodedVideoFormat? { encoder?.format }

  /// Whether ``picture`` is what a frame shows.
  var readsPictures: Bool { encoders.readsPictures }

  /// The sample of a frame; `nil` if it is damaged: such a picture is left out, as if the camera had dropped it, and
  /// the one before it is shown for longer.
  /// - Throws: `CodingError` when the encoder is of no more use.
  func encode(_ frame: VideoFrame, forceSync: Bool) throws(CodingError) -> EncodedVideoSample? {
    let converter = if let converter { converter } else { try FrameConverter() }
    self.converter = converter
    converter.stages = stages
    let picture =
      if let picture { picture } else {
        try I420Picture(width: size.width, height: size.height, range: mode.format.range)
      }
    self.picture = picture
    guard !readsPictures || convert(frame, into: picture, by: converter) else { return nil }
    let sample = try stages.measure(.encodeVideo) { () throws(CodingError) in
      let encoder = if let encoder { encoder } else { try makeEncoder(for: picture) }
      self.encoder = encoder
      return try encoder.encode(picture, time: frame.time, forceSync: forceSync)
    }
    counter.countFrame()
    return sample
  }

  /// Lets go of everything.
  func end() {
    encoder = nil
    picture = nil
  }

  /// Whether the frame is a picture that can be decoded.
  private func convert(_ frame: VideoFrame, into picture: I420Picture, by converter: FrameConverter) -> Bool {
    do {
      if size.width == frame.format.width & ~1 {
        try converter.convert(frame, into: picture)
      } else {
        try converter.convert(frame, scaledInto: picture)
      }
      return true
    } catch {
      return false
    }
  }

  private func makeEncoder(for picture: I420Picture) throws(CodingError) -> any MovieVideoEncoder {
    counter.countStretch()
    let frames = configuration.syncInterval.seconds / max(mode.frameInterval.seconds, 0.001)
    let keyframeInterval = max(1, Int(frames.rounded()))
    let isH264 = codec == .h264
    return try encoders.makeEncoder(
      codec,
      MovieEncoderSettings(
        width: picture.width, height: picture.height, frameInterval: mode.frameInterval, range: picture.range,
        quality: Double(isH264 ? configuration.videoQuality : configuration.hevcQuality),
        preset: isH264 ? configuration.videoPreset : configuration.hevcPreset,
        keyframeInterval: keyframeInterval, threads: configuration.effectiveVideoThreads))
  }
}
