public import MediaCore

/// Compresses pictures for a movie: each picture in gives its sample at once, in the order of display.
///
/// One encoder serves one thread at a time.
public protocol MovieVideoEncoder: AnyObject {
  /// What a movie's track has to say of the samples.
  var format: EncodedVideoFormat { get }

  /// Compresses the next picture, which must be of the format's size and range.
  ///
  /// `time` is carried through; it does not influence the bytes. With `forceSync` decoding can begin at this sample.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` for a picture of another size or range, or
  ///   `.codecFailed`, after which the encoder is of no more use.
  func encode(_ picture: I420Picture, time: MediaTime, forceSync: Bool) throws(CodingError) -> EncodedVideoSample
}

extension H264Encoder: MovieVideoEncoder {
  /// What a movie's track has to say of the samples.
  public var format: EncodedVideoFormat { settings.format(.h264, parameterSets.decoderConfiguration) }
}

extension H265Encoder: MovieVideoEncoder {
  /// What a movie's track has to say of the samples.
  public var format: EncodedVideoFormat { settings.format(.hevc, parameterSets.decoderConfiguration) }
}

extension MovieEncoderSettings {
  fileprivate func format(_ codec: VideoCodec, _ configuration: [UInt8]) -> EncodedVideoFormat {
    EncodedVideoFormat(codec: codec, decoderConfiguration: configuration, width: width, height: height, range: range)
  }
}
