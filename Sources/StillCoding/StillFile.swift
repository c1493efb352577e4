public import ByteCoding
public import MediaCore

/// Any still on disk: its metadata, and new versions of it with other metadata and the same pixels.
public struct StillFile: Sendable {
  /// A format of stills, told by a file's first bytes and not by its name.
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
  /// The format of the file.
  public let format: Format
  /// The orientation in which viewers show the picture: the container's (HEIF `irot`, `imir`) where there is one, else
  /// Exif's.
  public let orientation: ExifOrientation
  /// The video inside, if it is a Motion Photo.
  public let motionPhoto: MotionPhotoDescription?
  let container: any StillContainer

  /// Pixels in a row as stored, before turning.
  public var width: Int { container.width }
  /// Rows as stored, before turning.
  public var height: Int { container.height }
  /// The picture's size as seen.
  public var displaySize: (width: Int, height: Int) { orientation.rawValue >= 5 ? (height, width) : (width, height) }
  /// The Exif that counts: the first valid one.
  public var exif: ExifBlock? { container.exif }
  /// The main XMP packet's text, in UTF-8.
  public var xmp: [UInt8]? { container.xmp }
  /// The oddities of the file that did not keep it from being read, as sentences.
  public var problems: [String] {
    container.problems
      + (lacksVideo
        ? ["Its XMP announces a Motion Photo's video, which is not in the file: it was lost or cut off."] : [])
  }
  /// A Boolean value that indicates whether XMP announces a Motion Photo's video that is not there.
  public var lacksVideo: Bool {
    guard motionPhoto == nil, let motion = XMPMotionPhoto(packet: xmp) else { return false }
    return motion.isMotionPhoto || motion.isMicroVideo
  }
  /// The text of the Apple maker note's tag 0x0011, as it is; `nil` if there is none.
  public var contentIdentifier: String? { exif?.appleMakerNote?.contentIdentifier }
  /// The date at which the picture was taken; without a known offset (``hasCaptureOffset``) the local time is given as
  /// if in UTC.
  public var captureDate: WallTime? { exif?.captureDate?.date }
  /// A Boolean value that indicates whether the file tells how far its local time is ahead of UTC.
  public var hasCaptureOffset: Bool { exif?.captureDate?.hasOffset ?? false }
  /// The camera's manufacturer.
  public var make: String? { exif?.make }
  /// The camera's model.
  public var model: String? { exif?.model }
  /// The program or system that wrote it.
  public var software: String? { exif?.software }
  /// The place where the picture was taken; `nil` if Exif does not tell.
  public var location: GeoLocation? { exif?.location }

  /// Reads a still's metadata; pixels are not touched, and memory stays small.
  ///
  /// - Throws: ``MediaCore/CodingError``: `.unsupported` for what is none of the formats; `.truncated` or `.malformed`
  ///   with file, part and offset.
  public static func read(_ source: any ByteSource) throws(CodingError) -> StillFile {
    switch PictureKind(try source.prefix(at: 0, 16, of: "first bytes")) {
    case .jpeg:
      let jpeg = try JPEGFile(source)
      return StillFile(.jpeg, jpeg, source, motionPhoto: try jpeg.motionPhoto())
    case .png: return StillFile(.png, try PNGFile(source), source)
    case .webp: return StillFile(.webp, try WebPFile(source), source)
    case .heif:
      let heic = try HEICFile.read(source)
      return StillFile(
        heic.codec == "av01" ? .avif : .heic, heic, source, orientation: heic.orientation, motionPhoto: heic.motionPhoto
      )
    case nil:
      throw CodingError(
        .unsupported, context: source.name,
        message: "The file does not begin as JPEG, HEIC, AVIF, PNG or WebP do. Give it as one of these.")
    }
  }

  private init(
    _ format: Format, _ container: some StillContainer, _ source: any ByteSource, orientation: ExifOrientation? = nil,
    motionPhoto: MotionPhotoDescription? = nil
  ) {
    (self.format, self.container, self.source, self.motionPhoto) = (format, container, source, motionPhoto)
    self.orientation = orientation ?? container.exif?.orientation ?? .up
  }

  /// The file's parts, with offsets: segments or chunks, Exif directories, maker note, trailer; nothing when the file
  /// can no longer be read.
  public func structure() -> [StructureNode] { (try? container.structure()) ?? [] }  // it was read to get here
}

extension HEICFile {
  fileprivate var motionPhoto: MotionPhotoDescription? {
    guard let motionVideo else { return nil }
    let motion = XMPMotionPhoto(packet: xmp)
    return MotionPhotoDescription(
      kind: .heicBox, videoRange: motionVideo, presentationTimestampMicroseconds: motion?.timestamp,
      items: motion?.items ?? [])
  }
}
