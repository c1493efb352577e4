public import MediaCore

/// The shape of the pictures of a stream.
public struct ForeignVideo: Sendable, Hashable {
  /// Pixels in a row, as stored.
  public let width: Int
  /// Rows, as stored.
  public let height: Int
  /// The width of a pixel over its height; 1 unless the file says otherwise.
  public let pixelAspect: MediaTime
  /// The clockwise turn that shows the pictures upright: 0, 90, 180 or 270 degrees.
  public let clockwiseDegrees: Int
  /// A Boolean value that indicates whether the pictures have to be mirrored, left to right, before they are turned.
  public let isMirrored: Bool
  /// Pictures in a second on average, or `nil` when nobody knows.
  public let frameRate: MediaTime?
  /// The colours that the numbers of a pixel mean.
  public let color: ForeignColor
  /// FFmpeg's name of the layout of pixels, such as `yuv420p10le`; empty when nobody knows.
  public let pixelFormat: String
}
