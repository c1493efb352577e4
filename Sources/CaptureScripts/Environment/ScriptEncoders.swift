public import LiveCapture
public import MediaCore
import Synchronization
public import VideoCoding

/// An encoder that does nothing: its samples hold no picture, so that what is left of a capture's cost can be measured.
public final class NullVideoEncoder: MovieVideoEncoder {
  /// What a movie's track says of the samples: a stream that no player shows.
  public let format: EncodedVideoFormat
  private let keyframeInterval: Int
  private var count = 0

  /// An encoder that stands for one with such settings.
  public init(_ codec: VideoCodec, _ settings: MovieEncoderSettings) {
    // H.264: version, profile, compatibility, level, length size; a sequence and a picture parameter set of few bytes.
    // HEVC: version, profile main, level and the rest of the fixed part, without parameter sets.
    format = EncodedVideoFormat(
      codec: codec,
      decoderConfiguration: codec == .h264
        ? [1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0xc0, 0x1e, 1, 0, 1, 0x68]
        : [1, 1, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 30, 0xf0, 0, 0xfc, 0xfd, 0xf8, 0xf8, 0, 0, 0x0f, 0],
      width: settings.width, height: settings.height, range: settings.range)
    keyframeInterval = max(1, settings.keyframeInterval)
  }

  /// A sample without a picture.
  public func encode(_ picture: I420Picture, time: MediaTime, forceSync: Bool) -> EncodedVideoSample {
    defer { count += 1 }
    let isSync = forceSync || count.isMultiple(of: keyframeInterval)
    return EncodedVideoSample(time: time, isSync: isSync, bytes: [0, 0, 0, 2, isSync ? 0x65 : 0x41, 0])
  }
}

/// Makes encoders that do nothing, and do not even have frames decoded for them.
public struct NullEncoders: MovieEncoderFactory {
  /// They look at no picture.
  public let readsPictures = false

  /// The factory.
  public init() {}

  /// An encoder that does nothing.
  public func makeEncoder(_ codec: VideoCodec, _ settings: MovieEncoderSettings) -> any MovieVideoEncoder {
    NullVideoEncoder(codec, settings)
  }
}

/// Makes another factory's encoders, until it is told that they fail.
public final class FailingEncoders: MovieEncoderFactory {
  private let factory: any MovieEncoderFactory
  private let framesLeft = Mutex<Int?>(nil)

  /// Encoders of another factory.
  public init(_ factory: any MovieEncoderFactory = MovieEncoders()) { self.factory = factory }

  /// As the other factory's.
  public var readsPictures: Bool { factory.readsPictures }

  /// Lets every encoder fail after so many more frames of all of them together; `nil` lets those that come work.
  public func fail(afterFrames count: Int?) { framesLeft.withLock { $0 = count } }

  /// An encoder that fails when it is told.
  /// - Throws: what the other factory throws.
  public func makeEncoder(_ codec: VideoCodec, _ settings: MovieEncoderSettings) throws(CodingError)
    -> any MovieVideoEncoder
  {
    FailingEncoder(try factory.makeEncoder(codec, settings), owner: self)
  }

  /// As the other factory does.
  /// - Throws: what the other factory throws.
  public func prepare(_ codec: VideoCodec) throws(CodingError) { try factory.prepare(codec) }

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

  private final class FailingEncoder: MovieVideoEncoder {
    private let encoder: any MovieVideoEncoder
    private let owner: FailingEncoders

    init(_ encoder: any MovieVideoEncoder, owner: FailingEncoders) {
      self.encoder = encoder
      self.owner = owner
    }

    var format: EncodedVideoFormat { encoder.format }

    func encode(
      _ picture: I420Picture, time: MediaTime, forceSync: Bool
    ) throws(CodingError) -> EncodedVideoSample {
      try owner.takeFrame()
      return try encoder.encode(picture, time: time, forceSync: forceSync)
    }
  }
}
