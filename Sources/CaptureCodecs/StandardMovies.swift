import Diagnostics
public import LiveCapture
public import MediaCore
import VideoCoding

/// Encoders of movies by x264 and x265.
public struct StandardMovies: MovieEncoding {
  /// Creates the encoders.
  public init() {}

  /// The supported codecs: H.264, and HEVC where x265 is installed.
  public var codecs: [VideoCodec] { H265Encoder.isAvailable ? [.h264, .hevc] : [.h264] }

  /// Loads x265 for HEVC; x264 is part of the program.
  /// - Throws: `CodingError` with `.missingLibrary`.
  public func prepare(_ codec: VideoCodec) throws(CodingError) {
    if codec == .hevc { try H265Encoder.loadLibrary() }
  }

  /// Makes an encoder that decodes frames of any native format.
  /// - Throws: `CodingError` for a size that no picture has. Settings that the library refuses throw with the first
  ///   frame.
  public func makeEncoder(_ plan: MovieEncoderPlan) throws(CodingError) -> any MovieEncoder {
    try StandardMovieEncoder(plan)
  }
}

/// Decodes, scales and compresses the frames of one stretch.
final class StandardMovieEncoder: MovieEncoder {
  private let plan: MovieEncoderPlan
  private let reader: FrameReader
  private var encoder: (any MovieVideoEncoder)?
  private var meter = MotionMeter()
  private(set) var motion: Double?

  var format: EncodedVideoFormat? { encoder?.format }

  init(_ plan: MovieEncoderPlan) throws(CodingError) {
    self.plan = plan
    reader = try FrameReader(plan)
  }

  func encode(_ frame: VideoFrame, forceSync: Bool, next: VideoFrame?) throws(CodingError) -> EncodedVideoSample? {
    let read = reader.read(frame)
    if let next { reader.readAhead(next) }
    guard let picture = read else { return nil }
    let sample = try plan.stages.measure(.encodeVideo) { () throws(CodingError) in
      let encoder = if let encoder { encoder } else { try makeEncoder(for: picture) }
      self.encoder = encoder
      return try encoder.encode(picture, time: frame.time, forceSync: forceSync)
    }
    if plan.measuresMotion { motion = meter.measure(picture) }
    return sample
  }

  private func makeEncoder(for picture: I420Picture) throws(CodingError) -> any MovieVideoEncoder {
    var settings = plan.settings
    settings.range = picture.range
    return switch plan.codec {
    case .h264: try H264Encoder(settings: settings)
    case .hevc: try H265Encoder(settings: settings)
    }
  }
}
