public import MediaCore

/// The Exif of a file: a TIFF without a picture of its own, read without changing anything.
///
/// Stands for CIPA DC-008 (Exif 2.32) over TIFF 6. Entries of types that TIFF does not know are kept and skipped.
public struct ExifBlock: Sendable {
  /// The TIFF, from its `II` or `MM` on.
  public let bytes: [UInt8]
}
