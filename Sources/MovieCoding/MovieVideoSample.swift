public import MediaCore

/// One compressed picture on its way into a movie.
public struct MovieVideoSample: Sendable {
  /// The instant of the picture, on the session's clock.
  public var time: MediaTime
  /// Whether decoding can begin here: for H.264 an IDR picture.
  public var isSync: Bool
  /// NAL units, each after its length in four bytes, big-endian.
  public var data: SampleData

  /// A sample from its parts.
  public init(time: MediaTime, isSync: Bool, data: SampleData) {
    self.time = time
    self.isSync = isSync
    self.data = data
  }

  /// A sample whose bytes are an array.
  public init(time: MediaTime, isSync: Bool, bytes: [UInt8]) {
    self.init(time: time, isSync: isSync, data: SampleData(bytes))
  }
}
