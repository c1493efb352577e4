public import MediaCore

/// What a ring can hold: a sample with a time and shared bytes.
public protocol RingElement: Sendable {
  /// When the sample was taken, on the session's monotonic clock.
  var time: MediaTime { get }
  var storage: FrameStorage { get }
}

extension VideoFrame: RingElement {}
extension AudioChunk: RingElement {}
