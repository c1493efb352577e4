public import MediaCore

/// Makes encoders and resamplers of sound.
public protocol SoundEncoding: Sendable {
  /// Returns whether an encoder to AAC is there on this machine. Asked whenever a session is configured; it should be
  /// quick.
  func isAvailable(_ encoder: AudioEncoder) -> Bool

  /// Loads what encoders need, so that the first is made as quickly as the others. Called on any thread.
  /// - Throws: `CodingError` with `.missingLibrary`; making an encoder would fail alike.
  func prepare(_ encoder: AudioEncoder) throws(CodingError)

  /// Makes an encoder to AAC. Of a low rate it makes no more bits a second than that can have, whatever is asked for.
  /// - Throws: `CodingError` for a format that AAC does not have, or a library that is missing.
  func makeEncoder(
    _ encoder: AudioEncoder, of format: AudioFormat, bitRate: Int
  ) throws(CodingError) -> any SoundEncoder

  /// Makes a resampler that gives `ratio` frames for each that it takes.
  /// - Throws: `CodingError` for a channel count or ratio that is not resampled.
  func makeResampler(channelCount: Int, ratio: Double) throws(CodingError) -> any SoundResampling
}

extension SoundEncoding {
  /// Returns that it is there.
  public func isAvailable(_ encoder: AudioEncoder) -> Bool { true }

  /// The encoder that is needed, if it is not there.
  func absent(_ encoder: AudioEncoder?) -> AudioEncoder? {
    encoder.flatMap { isAvailable($0) ? nil : $0 }
  }
}
