/// The compression of a still.
///
/// Stands for the values of `AVVideoCodecType` that `AVCapturePhotoSettings` takes for stills.
public enum PhotoCodec: String, Sendable, Hashable, CaseIterable {
  /// JPEG. A camera's own is kept byte for byte.
  case jpeg
  /// HEIC. A camera's own JPEG is decoded and compressed again, so this is its second generation.
  case heic

  /// The kind of file that holds it.
  public var fileType: PhotoFileType { self == .jpeg ? .jpg : .heic }

  /// The extension of such a file's name, in the letter case that cameras use.
  public var fileExtension: String { fileType.fileExtension }
}

/// A kind of still file.
///
/// Stands for the values of `AVFileType` that stills have.
public enum PhotoFileType: String, Sendable, Hashable, CaseIterable {
  /// JPEG in a JPEG file.
  case jpg = "JPG"
  /// HEVC in a HEIF file.
  case heic = "HEIC"
  /// RAW in a DNG file.
  case dng = "DNG"

  /// The extension of such a file's name, in the letter case that cameras use.
  public var fileExtension: String { rawValue }
}
