public import ByteCoding
import MediaCore

/// The kind of a file by its first bytes, whatever its name says.
public enum FileKind: String, Sendable, Hashable, CaseIterable {
  /// JPEG.
  case jpeg
  /// HEIC, or HEIF coded otherwise.
  case heic
  /// AVIF.
  case avif
  /// PNG.
  case png
  /// WebP.
  case webp
  /// GIF.
  case gif
  /// TIFF, DNG included.
  case tiff
  /// An ISO base media or QuickTime file that holds a movie.
  case movie
  /// Matroska, AVI, MPEG streams and whatever else libavformat may know.
  case foreignMovie
  /// A ZIP archive.
  case zip
  /// None of these.
  case unknown

  /// A Boolean value that indicates whether the kind is that of a picture.
  public var isStill: Bool { ![.movie, .foreignMovie, .zip, .unknown].contains(self) }

  /// Looks at the first bytes of a source.
  /// - Throws: `ByteError` when they cannot be read.
  public init(of source: any ByteSource) throws(ByteError) {
    self.init(firstBytes: try source.bytes(0..<min(64, source.count)))
  }

  /// Looks at the first bytes; 64 are enough.
  public init(firstBytes bytes: [UInt8]) {
    func has(_ text: String, at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
    if bytes.starts(with: [0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
      self = .png
    } else if has("RIFF") {
      self = has("WEBP", at: 8) ? .webp : .foreignMovie
    } else if has("GIF8") {
      self = .gif
    } else if bytes.starts(with: [0x49, 0x49, 42, 0]) || bytes.starts(with: [0x4d, 0x4d, 0, 42]) {
      self = .tiff
    } else if bytes.starts(with: [0x50, 0x4b, 3, 4]) {
      self = .zip
    } else if has("ftyp", at: 4) {
      self = Self.kind(ofBrand: bytes.dropFirst(8).prefix(4), compatible: bytes.dropFirst(16))
    } else if ["moov", "mdat", "wide", "free", "skip", "pnot", "udta", "styp", "moof"].contains(where: {
      has($0, at: 4)
    }) {
      self = .movie
    } else if bytes.starts(with: [0x1a, 0x45, 0xdf, 0xa3]) || bytes.first == 0x47
      || bytes.starts(with: [0, 0, 1, 0xba])
    {
      self = .foreignMovie
    } else {
      self = .unknown
    }
  }

  private static func kind(ofBrand brand: ArraySlice<UInt8>, compatible: ArraySlice<UInt8>) -> FileKind {
    let major = String(decoding: brand, as: UTF8.self)
    switch major {
    case "heic", "heix", "heim", "heis", "hevc", "hevx": return .heic
    case "avif", "avis": return .avif
    case "mif1", "msf1", "miaf":
      // The major brand leaves the codec open; those that it is compatible with tell.
      let others = String(decoding: compatible, as: UTF8.self)
      return others.contains("avif") ? .avif : .heic
    default: return .movie
    }
  }

  /// Returns the error for a file that is taken for a movie and cannot be read: if it is named as a picture, its brand,
  /// which is none of a picture's, or else the reader's error.
  static func unreadMovie(_ source: any ByteSource, _ cause: any Error) -> LivePhotoError {
    let isPicture = allCases.contains { $0.isStill && $0.extensions.contains(FileNames.fileExtension(of: source.name)) }
    // Without its first bytes, the reader's word is all there is.
    guard isPicture, let start = try? source.bytes(0..<min(12, source.count)),
      start.dropFirst(4).starts(with: "ftyp".utf8)
    else {
      return LivePhotoError(.malformed, context: source.name, message: "The movie cannot be read.", underlying: cause)
    }
    let brand = String(decoding: start.dropFirst(8).map { (0x20...0x7e).contains($0) ? $0 : 0x3f }, as: UTF8.self)
    return LivePhotoError(
      .malformed, context: source.name,
      message: "Its brand '\(brand)' is none of a picture's that are known here. Get another copy, or convert it.")
  }
}
