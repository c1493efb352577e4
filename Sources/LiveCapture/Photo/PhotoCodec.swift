/// How a still is compressed.
///
/// Stands for the values of `AVVideoCodecType` that `AVCapturePhotoSettings` takes for stills.
public enum PhotoCodec: String, Sendable, Hashable, CaseIterable {
  /// JPEG. A camera's own is kept byte for byte.
  case jpeg
  /// HEIC. A camera's own JPEG is decoded and compressed again, so this is its second generation.
  case heic

  /// The kind of file that holds it.
  public var fileType: PhotoFileType { self == .jpeg ? .jpg : .heic }

  /// What the name of such a file ends with, in the letter case that cameras use.
  public var fileExtension: String { fileType.fileExtension }
}
