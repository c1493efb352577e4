public import MediaCore

/// One size and coding that a camera offers, with its rates.
public struct VideoModeCapability: Sendable, Hashable {
  /// The pixel format of the mode's frames.
  public let pixelFormat: PixelFormat
  /// The number of pixels in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The exact intervals between frames, shortest first, in seconds; empty if the driver does not say.
  public let frameIntervals: [MediaTime]

  /// Creates a capability from its parts.
  public init(pixelFormat: PixelFormat, width: Int, height: Int, frameIntervals: [MediaTime]) {
    self.pixelFormat = pixelFormat
    self.width = width
    self.height = height
    self.frameIntervals = frameIntervals
  }
}
