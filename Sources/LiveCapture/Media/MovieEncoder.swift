public import MediaCore

/// Decodes, scales and compresses frames for a movie: each frame in gives its sample at once, in the order of display.
///
/// One encoder serves one thread at a time.
public protocol MovieEncoder: AnyObject {
  /// The description of the samples for the movie's track; `nil` before the first sample.
  var format: EncodedVideoFormat? { get }

  /// The mean change of brightness from the frame before to the last one encoded, of 255; `nil` unless the plan asks
  /// for it.
  var motion: Double? { get }

  /// Compresses the next frame, whose time the sample has; `nil` if the frame is damaged.
  ///
  /// With `forceSync` decoding can begin at this sample. `next`, the frame that is encoded next, may be decoded
  /// meanwhile.
  /// - Throws: `CodingError`, after which the encoder is of no more use.
  func encode(_ frame: VideoFrame, forceSync: Bool, next: VideoFrame?) throws(CodingError) -> EncodedVideoSample?
}
