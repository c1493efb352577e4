public import LiveCapture
public import MediaCore
import Synchronization

/// Makes the encoders of other codecs, which fail on request: those of pictures, or those of sound.
public final class FailingEncoders: MovieEncoding, SoundEncoding {
  private let others: CaptureMedia
  private let pictures = FrameBudget()
  private let sound = FrameBudget()

  /// Creates encoders that pass their work on to those of `media` until they are made to fail.
  public init(_ media: CaptureMedia) { others = media }

  /// The other codecs, with these encoders in place of theirs.
  public var media: CaptureMedia {
    var media = others
    (media.movies, media.sound) = (self, self)
    return media
  }

  /// Makes every encoder of pictures fail after `count` more frames of all of them together; `nil` lets encoders that
  /// are made from now on work.
  public func fail(afterFrames count: Int?) { pictures.set(count) }

  /// Makes every encoder of sound fail, as ``fail(afterFrames:)`` does for pictures.
  public func failSound(afterFrames count: Int?) { sound.set(count) }

  /// The number of frames that may still be encoded; `nil` for any number.
  private final class FrameBudget: Sendable {
    private let left = Mutex<Int?>(nil)

    func set(_ count: Int?) { left.withLock { $0 = count } }

    func take(_ count: Int, of context: String) throws(CodingError) {
      let works = left.withLock { left in
        guard let rest = left else { return true }
        left = max(0, rest - count)
        return rest >= count
      }
      guard works else {
        throw CodingError(.codecFailed, context: context, message: "The encoder has failed, as it was told to.")
      }
    }
  }

  // MARK: Pictures

  /// The codecs of the encoders that are made to fail.
  public var codecs: [VideoCodec] { others.movies.codecs }

  /// Prepares as the others do.
  /// - Throws: What the others throw.
  public func prepare(_ codec: VideoCodec) throws(CodingError) { try others.movies.prepare(codec) }

  /// Makes an encoder that fails on request.
  /// - Throws: What the others throw.
  public func makeEncoder(_ plan: MovieEncoderPlan) throws(CodingError) -> any MovieEncoder {
    FailingMovieEncoder(encoder: try others.movies.makeEncoder(plan), budget: pictures)
  }

  private final class FailingMovieEncoder: MovieEncoder {
    private let encoder: any MovieEncoder
    private let budget: FrameBudget

    init(encoder: any MovieEncoder, budget: FrameBudget) { (self.encoder, self.budget) = (encoder, budget) }

    var format: EncodedVideoFormat? { encoder.format }
    var motion: Double? { encoder.motion }

    func encode(
      _ frame: VideoFrame, forceSync: Bool, next: VideoFrame?
    ) throws(CodingError) -> EncodedVideoSample? {
      try budget.take(1, of: "movie")
      return try encoder.encode(frame, forceSync: forceSync, next: next)
    }
  }

  // MARK: Sound

  /// Returns what the others do.
  public func isAvailable(_ encoder: AudioEncoder) -> Bool { others.sound.isAvailable(encoder) }

  /// Prepares as the others do.
  /// - Throws: What the others throw.
  public func prepare(_ encoder: AudioEncoder) throws(CodingError) { try others.sound.prepare(encoder) }

  /// Makes an encoder that fails on request.
  /// - Throws: What the others throw.
  public func makeEncoder(
    _ encoder: AudioEncoder, of format: AudioFormat, bitRate: Int
  ) throws(CodingError) -> any SoundEncoder {
    FailingSoundEncoder(
      encoder: try others.sound.makeEncoder(encoder, of: format, bitRate: bitRate), channelCount: format.channelCount,
      budget: sound)
  }

  /// Makes one as the others do: resamplers do not fail.
  /// - Throws: What the others throw.
  public func makeResampler(channelCount: Int, ratio: Double) throws(CodingError) -> any SoundResampling {
    try others.sound.makeResampler(channelCount: channelCount, ratio: ratio)
  }

  private final class FailingSoundEncoder: SoundEncoder {
    private let encoder: any SoundEncoder
    private let channelCount: Int
    private let budget: FrameBudget

    init(encoder: any SoundEncoder, channelCount: Int, budget: FrameBudget) {
      (self.encoder, self.channelCount, self.budget) = (encoder, channelCount, budget)
    }

    var bitRate: Int { encoder.bitRate }
    var primingFrames: Int { encoder.primingFrames }
    var decoderConfiguration: [UInt8] { encoder.decoderConfiguration }

    func encode(_ samples: Span<Float>, into packets: inout [EncodedAudioPacket]) throws(CodingError) {
      try budget.take(samples.count / channelCount, of: "sound")
      try encoder.encode(samples, into: &packets)
    }

    func finish(into packets: inout [EncodedAudioPacket]) throws(CodingError) { try encoder.finish(into: &packets) }
  }
}
