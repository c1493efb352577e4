public import MediaCore

/// The changes to a still's file.
public struct StillRewrite: Sendable {
  /// The order that the file was made by, with the new metadata.
  public var order: StillOrder
  /// The new quality, 1 to 100; `nil` keeps the picture byte for byte.
  public var quality: Int?
  /// The thumbnail of a JPEG; others keep theirs.
  public var thumbnail = PhotoThumbnailReplacement.original
  /// The samples that a DNG is made of; `nil` for other kinds.
  public var samples: VideoFrame?
}
