import LiveCapture
import MediaCore
import Simulator

/// Encoders that code nothing and take their time: on a virtual clock, by preset.
struct CostlyMovies: MovieEncoding {
  let clock: VirtualClock
  /// Seconds for one picture.
  let seconds: @Sendable (VideoCodec, MovieEncoderSettings.Preset) -> Double
  var codecs: [VideoCodec] { VideoCodec.allCases }

  func prepare(_ codec: VideoCodec) throws(CodingError) {}

  func makeEncoder(_ plan: MovieEncoderPlan) throws(CodingError) -> any MovieEncoder {
    Encoder(clock: clock, seconds: seconds(plan.codec, plan.settings.preset))
  }

  private final class Encoder: MovieEncoder {
    let clock: VirtualClock
    let seconds: Double
    var format: EncodedVideoFormat? { nil }
    var motion: Double? { nil }

    init(clock: VirtualClock, seconds: Double) { (self.clock, self.seconds) = (clock, seconds) }

    func encode(_ frame: VideoFrame, forceSync: Bool, next: VideoFrame?) throws(CodingError) -> EncodedVideoSample? {
      clock.advance(by: MediaTime(seconds: seconds, preferredTimescale: 1_000_000))
      return nil
    }
  }
}
