/// One compressed picture.
public struct EncodedVideoSample: Sendable, Hashable {
  /// The instant of the picture, as it was given to the encoder.
  public var time: MediaTime
  /// A Boolean value that indicates whether decoding can begin at this sample: for H.264 an IDR picture.
  public var isSync: Bool
  /// The picture as a movie's track holds it: for H.264 NAL units, each after its length in four bytes, big-endian.
  public var bytes: [UInt8]

  /// Creates a sample from its parts.
  public init(time: MediaTime, isSync: Bool, bytes: [UInt8]) {
    self.time = time
    self.isSync = isSync
    self.bytes = bytes
  }
}
