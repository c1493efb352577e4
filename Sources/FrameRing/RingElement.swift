public import MediaCore

/// An element of a ring: a sample with a time and shared bytes.
public protocol RingElement: Sendable {
  /// The instant at which the sample was taken, on the session's monotonic clock.
  var time: MediaTime { get }
  var storage: FrameStorage { get }
}

extension VideoFrame: RingElement {}
extension AudioChunk: RingElement {}
