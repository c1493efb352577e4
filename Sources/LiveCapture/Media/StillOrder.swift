public import Diagnostics
public import MediaCore

/// A frame, and the kind of file to make of it.
public struct StillOrder: Sendable {
  /// The kind of file, with what only that kind has.
  public enum Kind: Sendable, Hashable {
    /// JPEG. A camera's own JPEG is kept unchanged; the quality, 1 to 100, applies to other frames.
    case jpeg(quality: Int)
    /// HEIC, with a quality of 1 to 100 and x265's preset.
    case heic(quality: Int, preset: MovieEncoderSettings.Preset)
    /// A sensor's samples as they are.
    case dng
    /// A small JPEG that is marked as the proxy of a still to come, with the longest side in pixels.
    case proxy(side: Int)
  }

  /// The kind of file.
  public var kind: Kind
  /// The metadata of the file.
  public var metadata: StillMetadata
  /// The size of the thumbnail in even pixels; `nil` for the kind's usual one, which a DNG does not have.
  public var thumbnailSize: ResolvedPhotoSettings.Dimensions?
  /// A Boolean value that indicates whether a camera's own JPEG is accepted as a still even if it is damaged.
  public var keepsDamaged = false
  /// The recorder of the time that each stage of the still takes; `nil` for none.
  public var stages: StageRecorder?

  package init(
    kind: Kind, metadata: StillMetadata, thumbnailSize: ResolvedPhotoSettings.Dimensions? = nil,
    keepsDamaged: Bool = false, stages: StageRecorder? = nil
  ) {
    self.kind = kind
    self.metadata = metadata
    self.thumbnailSize = thumbnailSize
    self.keepsDamaged = keepsDamaged
    self.stages = stages
  }
}
