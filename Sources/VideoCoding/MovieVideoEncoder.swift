public import MediaCore

/// Compresses pictures for a movie: each picture in gives its sample at once, in the order of display.
///
/// One encoder serves one thread at a time.
public protocol MovieVideoEncoder: AnyObject {
  /// The settings with which the encoder was created.
  var settings: MovieEncoderSettings { get }
  /// The parameter sets that a decoder must know before the first sample.
  var parameterSets: ParameterSets { get }

  /// Compresses the next picture, which must be of the format's size and range.
  ///
  /// `time` is carried through; it does not influence the bytes. With `forceSync` decoding can begin at this sample.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` for a picture of another size or range, or
  ///   `.codecFailed`, after which the encoder is of no more use.
  func encode(_ picture: I420Picture, time: MediaTime, forceSync: Bool) throws(CodingError) -> EncodedVideoSample
}

extension MovieVideoEncoder {
  /// The format of the samples, for a movie's track.
  public var format: EncodedVideoFormat {
    EncodedVideoFormat(
      codec: parameterSets.codec, decoderConfiguration: parameterSets.decoderConfiguration, width: settings.width,
      height: settings.height, range: settings.range)
  }
}
