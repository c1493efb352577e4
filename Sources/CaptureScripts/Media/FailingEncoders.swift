public import LiveCapture
public import MediaCore
import Synchronization

/// Makes the encoders of other codecs, until it is told that they fail.
public final class FailingEncoders: MovieEncoding {
  private let movies: any MovieEncoding
  private let framesLeft = Mutex<Int?>(nil)

  /// Encoders of other codecs.
  public init(_ movies: any MovieEncoding) { self.movies = movies }

  /// As the others'.
  public var codecs: [VideoCodec] { movies.codecs }

  /// Lets every encoder fail after so many more frames of all of them together; `nil` lets those that come work.
  public func fail(afterFrames count: Int?) { framesLeft.withLock { $0 = count } }

  /// As the others do.
  /// - Throws: What the others throw.
  public func prepare(_ codec: VideoCodec) throws(CodingError) { try movies.prepare(codec) }

  /// Makes an encoder that fails when it is told.
  /// - Throws: What the others throw.
  public func makeEncoder(_ plan: MovieEncoderPlan) throws(CodingError) -> any MovieEncoder {
    FailingEncoder(try movies.makeEncoder(plan), owner: self)
  }

  private func takeFrame() throws(CodingError) {
    let works = framesLeft.withLock { left in
      guard let count = left else { return true }
      left = max(0, count - 1)
      return count > 0
    }
    guard works else {
      throw CodingError(.codecFailed, context: "movie", message: "The encoder has failed, as it was told to.")
    }
  }

  private final class FailingEncoder: MovieEncoder {
    private let encoder: any MovieEncoder
    private let owner: FailingEncoders

    init(_ encoder: any MovieEncoder, owner: FailingEncoders) {
      self.encoder = encoder
      self.owner = owner
    }

    var format: EncodedVideoFormat? { encoder.format }
    var motion: Double? { encoder.motion }

    func encode(
      _ frame: VideoFrame, forceSync: Bool, next: VideoFrame?
    ) throws(CodingError) -> EncodedVideoSample? {
      try owner.takeFrame()
      return try encoder.encode(frame, forceSync: forceSync, next: next)
    }
  }
}
