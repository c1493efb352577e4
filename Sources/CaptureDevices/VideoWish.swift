public import MediaCore

/// A wish for a camera; everything left out is chosen.
public struct VideoWish: Sendable {
  /// The aim that matters more when not both can be had.
  public enum Priority: String, Sendable, Hashable, CaseIterable {
    /// The largest picture, at a rate that still makes a movie.
    case photo
    /// A steady 30 frames a second, at the largest size that has it.
    case movie
  }

  /// The exact size in pixels, or `nil` for the best.
  public var size: (width: Int, height: Int)?
  /// The number of frames a second, or `nil` for the best.
  public var frameRate: Double?
  /// The coding, or `nil` for the best.
  public var pixelFormat: PixelFormat?
  /// The aim that matters more.
  public var priority: Priority

  /// Creates a wish; by default anything, movie first.
  public init(
    size: (width: Int, height: Int)? = nil, frameRate: Double? = nil, pixelFormat: PixelFormat? = nil,
    priority: Priority = .movie
  ) {
    self.size = size
    self.frameRate = frameRate
    self.pixelFormat = pixelFormat
    self.priority = priority
  }
}
