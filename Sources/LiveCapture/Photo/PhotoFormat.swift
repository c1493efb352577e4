public import MediaCore

/// The form in which a processed still is delivered: compressed by a codec, or as pixels. Exactly one of the two is
/// named.
///
/// Stands for the dictionary `AVCapturePhotoSettings.format`.
public struct PhotoFormat: Sendable, Hashable {
  /// The codec, for a compressed still.
  public var codec: PhotoCodec?
  /// The pixel format, for a still as pixels.
  public var pixelFormat: PixelFormat?
  /// The quality of a compressed still, 0 to 1; `nil` is the session's.
  public var quality: Double?

  /// Creates a format; naming both or neither is an error that is found when a photo is asked for.
  public init(codec: PhotoCodec? = nil, pixelFormat: PixelFormat? = nil, quality: Double? = nil) {
    self.codec = codec
    self.pixelFormat = pixelFormat
    self.quality = quality
  }

  /// A processed still as JPEG.
  public static let jpeg = PhotoFormat(codec: .jpeg)
  /// A processed still as HEIC, its picture as HEVC.
  public static let heic = PhotoFormat(codec: .heic)
  /// Returns the format of uncompressed pixels.
  public static func pixels(_ format: PixelFormat) -> PhotoFormat { PhotoFormat(pixelFormat: format) }
}
