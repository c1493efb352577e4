import MediaCore

/// What became of a frame at somebody who takes frames as they come.
struct FrameReception {
  /// How far the receiver is behind, against how far it may be; 0 when it is not behind at all.
  var backlog = 0.0
  /// Whether it could not take the frame because it is behind as far as it may be.
  var isDropped = false
}

/// Takes a camera's frames as they come. Called under the lane's lock, on the camera's thread: it must be quick.
protocol VideoFrameReceiver: AnyObject, Sendable {
  /// A frame is in the ring. Frames come in order.
  func receive(_ frame: VideoFrame) -> FrameReception
}

/// Takes a microphone's sound as it comes. Called under the lane's lock, on the microphone's thread.
protocol AudioChunkReceiver: AnyObject, Sendable {
  /// A chunk is in the ring, of a microphone that takes `clockRate` frames in a second of the session's clock.
  func receive(_ chunk: AudioChunk, clockRate: Double)
}
