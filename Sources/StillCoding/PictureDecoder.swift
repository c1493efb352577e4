public import ByteCoding
public import MediaCore
public import VideoCoding

/// Decodes pictures of any kind that libheif, TurboJPEG, libpng or libwebp reads, told apart by their first bytes.
///
/// Pictures come as they are stored, not turned and in their own colours. What is not opaque is laid over white, and a
/// JPEG's last odd column or row is left out unless it is the only one. One decoder serves one thread at a time.
public final class PictureDecoder {
  /// A picture has no more pixels than this.
  public static let mostPixels = 400_000_000
  private let isOfCamera: Bool
  private var converter: FrameConverter?
  private var heif: LibHEIF?

  /// A decoder. Libraries are opened when a picture first needs them.
  ///
  /// A camera's own JPEG may be filled up before its end with any number of bytes; in a file many are damage.
  public init(isOfCamera: Bool = false) { self.isOfCamera = isOfCamera }

  /// The picture of a file.
  ///
  /// With `maximumSide` it is scaled down, where needed, to fit into a square of that side.
  /// - Throws: ``MediaCore/CodingError`` with `.unsupported` for what is no picture or of a kind that is not read,
  ///   `.truncated` or `.malformed` for damaged ones, `.invalidSetting` for sizes that an ``VideoCoding/I420Picture``
  ///   cannot have, `.missingLibrary`.
  public func decode(_ source: any ByteSource, maximumSide: Int? = nil) throws(CodingError) -> I420Picture {
    guard let kind = PictureKind(try source.prefix(at: 0, 16, of: "first bytes")) else {
      throw CodingError(
        .unsupported, context: source.name,
        message: "It is no JPEG, HEIC, AVIF, PNG or WebP picture. Convert it to one of them.")
    }
    let picture: I420Picture
    do throws(CodingError) {
      // The decoders want all of a picture's bytes at once, but not what follows it, which may be of any length.
      switch kind {
      case .jpeg:
        guard let end = try JPEGFile(source).endOfImage() else {
          throw CodingError(.truncated, context: source.name, message: "It breaks off before its end.")
        }
        picture = try jpeg(source.part(0..<end, of: "picture"), maximumSide: maximumSide)
      case .png: picture = try PNGDecoding.picture(of: PNGFile(source), maximumSide: maximumSide)
      case .webp:
        picture = try WebPDecoding.picture(
          of: source.part(0..<WebPFile(source).end, of: "picture"), maximumSide: maximumSide)
      case .heif: picture = try heifPicture(of: source)
      }
    } catch {
      throw CodingError(
        error.code, context: source.name,
        message:
          "The \(kind.rawValue) picture cannot be decoded. Copy the file again, or convert it with another program.",
        underlying: error
      )
    }
    return if let maximumSide { try picture.fitted(maximumSide: maximumSide) } else { picture }
  }

  private func jpeg(_ bytes: [UInt8], maximumSide: Int?) throws(CodingError) -> I420Picture {
    let converter: FrameConverter
    if let made = self.converter { converter = made } else { converter = try FrameConverter() }
    self.converter = converter
    return try bytes.span.bytes.withUnsafeBytes { (bytes) throws(CodingError) in
      let header = try JPEGHeader(reading: bytes)
      try Self.check(width: header.width, height: header.height, kind: .jpeg)
      return try converter.picture(ofJPEG: bytes, maximumSide: maximumSide, isOfFile: !isOfCamera)
    }
  }

  private func heifPicture(of source: any ByteSource) throws(CodingError) -> I420Picture {
    try coloredPicture(of: HEICFile.read(source)).picture
  }

  /// The picture of a HEIC or AVIF, and what it says of its colours.
  func coloredPicture(of file: HEICFile) throws(CodingError) -> (picture: I420Picture, color: StillColor) {
    try Self.check(width: file.width, height: file.height, kind: .heif)
    let library: LibHEIF
    if let heif { library = heif } else { library = try LibHEIF() }
    heif = library
    return try HEICDecoding(library: library, file: file).picture()
  }

  static func check(width: Int, height: Int, kind: PictureKind) throws(CodingError) {
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    // JPEG alone can be scaled on its way.
    let side = kind == .jpeg ? Int.max : I420Picture.maximumSize
    guard width > 0, height > 0, !overflow, pixels <= mostPixels, max(width, height) <= side else {
      throw CodingError(
        .unsupported, context: "\(kind.rawValue) \(width)x\(height)",
        message:
          "Pictures have up to \(mostPixels / 1_000_000) million pixels, and \(I420Picture.maximumSize) in a row. "
          + "Scale it down with another program.")
    }
  }
}
