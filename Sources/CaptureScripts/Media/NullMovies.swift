public import LiveCapture
import MediaCore

/// Makes encoders that look at no picture: their samples hold none, so that what is left of a capture's cost can be
/// measured, and its course can be tested without codecs.
public struct NullMovies: MovieEncoding {
  /// Creates the encoders.
  public init() {}

  /// Makes an encoder whose movies no player shows.
  public func makeEncoder(_ plan: MovieEncoderPlan) -> any MovieEncoder { NullEncoder(plan) }

  private final class NullEncoder: MovieEncoder {
    private let plan: MovieEncoderPlan
    private let keyframeIntervalFrames: Int
    private var count = 0
    private(set) var format: EncodedVideoFormat?

    init(_ plan: MovieEncoderPlan) {
      self.plan = plan
      keyframeIntervalFrames = max(1, plan.settings.keyframeIntervalFrames)
    }

    var motion: Double? { plan.measuresMotion ? 0 : nil }

    func encode(_ frame: VideoFrame, forceSync: Bool, next: VideoFrame?) -> EncodedVideoSample? {
      defer { count += 1 }
      if format == nil {
        // H.264: version, profile, compatibility, level, length size; a sequence and a picture parameter set of few
        // bytes. HEVC: version, profile main, level and the rest of the fixed part, without parameter sets.
        format = EncodedVideoFormat(
          codec: plan.codec,
          decoderConfiguration: plan.codec == .h264
            ? [1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0xc0, 0x1e, 1, 0, 1, 0x68]
            : [1, 1, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 30, 0xf0, 0, 0xfc, 0xfd, 0xf8, 0xf8, 0, 0, 0x0f, 0],
          width: plan.settings.width, height: plan.settings.height, range: plan.settings.range)
      }
      let isSync = forceSync || count.isMultiple(of: keyframeIntervalFrames)
      return EncodedVideoSample(time: frame.time, isSync: isSync, bytes: [0, 0, 0, 2, isSync ? 0x65 : 0x41, 0])
    }
  }
}
