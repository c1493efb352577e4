public import Diagnostics
public import MediaCore

/// Encodes stills as files, and rewrites such files with other metadata.
public protocol StillMaking: Sendable {
  /// The codecs that it can make files of on this machine, preferred first: what
  /// ``PhotoOutput/availablePhotoCodecTypes`` lists. Looked at whenever a session is configured; it should be quick.
  var codecs: [PhotoCodec] { get }

  /// Loads what stills of a codec need, so that the first is made as quickly as the others. Called on any thread.
  /// - Throws: `CodingError` when it cannot be loaded; making a still would fail alike.
  func prepare(_ codec: PhotoCodec) throws(CodingError)

  /// Makes a still of one frame, or of the mean of several: then of the first and all that have its format.
  /// - Throws: `CodingError` when the frame is damaged or the file cannot be made.
  func make(_ order: StillOrder, of frames: [VideoFrame]) throws(CodingError) -> MadeStill

  /// Returns a still's file with other metadata, another quality or another thumbnail.
  /// - Throws: `CodingError` when the file is none, or cannot be made.
  func rewrite(_ file: [UInt8], _ change: StillRewrite) throws(CodingError) -> [UInt8]

  /// Returns the picture of a still's file as a frame of ``/MediaCore/PixelFormat/yu12``, as stored and not turned.
  /// - Throws: `CodingError` when the file is no picture.
  func picture(of file: [UInt8]) throws(CodingError) -> VideoFrame
}

extension StillMaking {
  /// All codecs.
  public var codecs: [PhotoCodec] { PhotoCodec.allCases }
}

/// The order for a still.
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
  /// The recorder of the time that making it takes; `nil` for no measuring.
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

/// The file of a still.
public struct MadeStill: Sendable {
  /// The file's bytes.
  public var bytes: [UInt8]
  /// The number of frames that it was made of.
  public var frameCount: Int
  /// The reason why it lacks the thumbnail that it would have; `nil` for one that lacks none.
  public var thumbnailFailure: CodingError?

  /// A still from its parts.
  public init(bytes: [UInt8], frameCount: Int = 1, thumbnailFailure: CodingError? = nil) {
    self.bytes = bytes
    self.frameCount = frameCount
    self.thumbnailFailure = thumbnailFailure
  }
}

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
