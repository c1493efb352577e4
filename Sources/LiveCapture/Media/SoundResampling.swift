public import MediaCore

/// Changes the rate of sound, by a ratio that may change. One resampler serves one thread at a time.
public protocol SoundResampling: AnyObject {
  /// Changes the ratio; the sound glides to it.
  /// - Throws: `CodingError` for a ratio that is none.
  func setRatio(_ ratio: Double) throws(CodingError)

  /// Takes a whole number of frames and appends the output that they complete.
  /// - Throws: `CodingError`.
  func process(_ samples: Span<Float>, into output: inout [Float]) throws(CodingError)

  /// Ends the sound and appends the rest.
  /// - Throws: `CodingError`.
  func finish(into output: inout [Float]) throws(CodingError)
}
