public import ByteCoding
public import MediaCore

/// Any still on disk: its metadata, and new versions of it with other metadata and the same pixels.
public struct StillFile: Sendable {
  /// What the file's first bytes say it is, whatever its name.
  public enum Format: String, Sendable, Hashable {
    /// ITU-T T.81 with or without JFIF.
    case jpeg
    /// HEIF with HEVC pictures.
    case heic
    /// HEIF with AV1 pictures.
    case avif
    /// PNG.
    case png
    /// WebP.
    case webp
  }

  /// The file.
  public let source: any ByteSource
  /// What the file is.
  public let format: Format
  /// Pixels in a row as stored, before turning.
  public let width: Int
  /// Rows as stored, before turning.
  public let height: Int
  /// How viewers turn it: the container's word (HEIF `irot`, `imir`) where there is one, else Exif's.
  public let orientation: ExifOrientation
  /// The Exif that counts: the first valid one.
  public let exif: ExifBlock?
  /// The main XMP packet's text, in UTF-8.
  public let xmp: [UInt8]?
  /// The video inside, if it is a Motion Photo.
  public let motionPhoto: MotionPhotoDescription?
  /// What is odd about the file and did not keep it from being read, as sentences.
  public let problems: [String]

  /// The text of the Apple maker note's tag 0x0011, as it is; `nil` if there is none.
  public var contentIdentifier: String? { nil }
  /// When the picture was taken; without a known offset (``hasCaptureOffset``) it is written as if in UTC.
  public var captureDate: WallTime? { nil }
  /// Whether the file tells how far its local time is ahead of UTC.
  public var hasCaptureOffset: Bool { false }
  /// The camera's manufacturer.
  public var make: String? { nil }
  /// The camera's model.
  public var model: String? { nil }
  /// The program or system that wrote it.
  public var software: String? { nil }
  /// Where the picture was taken.
  public var location: GeoLocation? { nil }

  /// Reads a still's metadata; pixels are not touched, and memory stays small.
  ///
  /// - Throws: ``MediaCore/CodingError``: `.unsupported` for what is none of the formats; `.truncated` or `.malformed`
  ///   with file, part and offset.
  public static func read(_ source: any ByteSource) throws(CodingError) -> StillFile {
    throw CodingError(.unsupported, context: source.name, message: "The file is none of JPEG, HEIC, AVIF, PNG, WebP.")
  }

  /// The file's parts, with offsets: segments or chunks, Exif directories, maker note, trailer.
  public func structure() -> [StructureNode] { [] }

  /// The file with the given changes and everything else byte for byte.
  ///
  /// After `.set(videoLength:…)` the video's bytes belong right behind the rope. Applying the same edits to the
  /// result gives the same bytes.
  /// - Throws: ``MediaCore/CodingError``: `.invalidSetting` for edits that the file cannot take.
  public func rope(applying edits: StillEdits) throws(CodingError) -> ByteRope { try edited(edits).rope }

  /// As ``rope(applying:)``, with what the edit had to give up.
  /// - Throws: ``MediaCore/CodingError`` as ``rope(applying:)``.
  public func edited(_ edits: StillEdits) throws(CodingError) -> EditedStill {
    EditedStill(rope: ByteRope(), notes: [])
  }
}

/// A still with other metadata.
public struct EditedStill: Sendable {
  /// The new file's bytes.
  public let rope: ByteRope
  /// What was lost or could not be done, as sentences; usually nothing.
  public let notes: [String]
}
