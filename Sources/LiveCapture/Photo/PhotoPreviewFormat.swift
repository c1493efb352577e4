public import MediaCore

/// A picture that goes along with a still: its pixel format or codec, and the size that it must fit into.
///
/// Keeps the photo's aspect ratio as nearly as even numbers allow, fits into the size, and is no larger than the photo.
///
/// Stands for `previewPhotoFormat` and `embeddedThumbnailPhotoFormat`.
public struct PhotoPreviewFormat: Sendable, Hashable {
  /// The pixel format; previews have one.
  public var pixelFormat: PixelFormat?
  /// The codec; thumbnails have one.
  public var codec: PhotoCodec?
  /// The most pixels in a row, 2 or more; given together with ``height`` or not at all.
  public var width: Int?
  /// The most rows, 2 or more.
  public var height: Int?

  /// Creates a format from its parts.
  public init(pixelFormat: PixelFormat? = nil, codec: PhotoCodec? = nil, width: Int? = nil, height: Int? = nil) {
    self.pixelFormat = pixelFormat
    self.codec = codec
    self.width = width
    self.height = height
  }

  /// The size of such a picture of a photo, in even pixels: its aspect ratio, never larger than it is or was asked for.
  func dimensions(of photo: ResolvedPhotoSettings.Dimensions, otherwise side: Int) -> ResolvedPhotoSettings.Dimensions {
    guard photo.width > 0, photo.height > 0 else { return .none }
    let wish = (width: max(1, width ?? side), height: max(1, height ?? side))
    let scale = min(
      1, Double(wish.width) / Double(photo.width), Double(wish.height) / Double(photo.height))
    // Rounded down, so that it fits; what is a whole number must not fall below it by the last bit of a fraction.
    func even(_ length: Int) -> Int { max(2, Int(Double(length) * scale + 1e-6) & ~1) }
    return .init(width: even(photo.width), height: even(photo.height))
  }
}
