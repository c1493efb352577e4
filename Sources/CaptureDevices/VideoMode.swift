public import MediaCore

/// The mode a camera has been set to.
public struct VideoMode: Sendable, Hashable, CustomStringConvertible {
  /// The shape of every frame.
  public let format: VideoFormat
  /// The nominal time between frames, as an exact fraction of a second.
  public let frameInterval: MediaTime

  /// Creates a mode from its parts.
  public init(format: VideoFormat, frameInterval: MediaTime) {
    self.format = format
    self.frameInterval = frameInterval
  }

  /// A text for people: `MJPG 1280x720 at 30 fps`.
  public var description: String {
    "\(format) at \(ModeNegotiator.number(frameInterval.seconds > 0 ? 1 / frameInterval.seconds : 0)) fps"
  }
}
