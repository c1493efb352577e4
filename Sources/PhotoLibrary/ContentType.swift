/// The kinds of files that a library knows by their first bytes, with their uniform type identifiers and extensions.
enum ContentType: String, Sendable, Hashable, CaseIterable {
  case jpeg = "public.jpeg"
  case heic = "public.heic"
  case avif = "public.avif"
  case png = "public.png"
  case webp = "org.webmproject.webp"
  /// TIFF, and raw pictures that are built like it.
  case tiff = "public.tiff"
  /// DNG: the samples of a sensor.
  case dng = "com.adobe.raw-image"
  case quickTime = "com.apple.quicktime-movie"
  case mpeg4 = "public.mpeg-4"
  /// An archive, which is kept beside what came out of it.
  case zip = "public.zip-archive"
  /// The description of edits.
  case data = "public.data"

  var isStill: Bool { !isMovie && self != .data && self != .zip }

  var isMovie: Bool { self == .quickTime || self == .mpeg4 }

  /// The extension that a generated name gets.
  var preferredExtension: String {
    switch self {
    case .jpeg: "JPG"
    case .heic: "HEIC"
    case .avif: "AVIF"
    case .png: "PNG"
    case .webp: "WEBP"
    case .tiff: "TIF"
    case .dng: "DNG"
    case .quickTime: "MOV"
    case .mpeg4: "MP4"
    case .zip: "ZIP"
    case .data: "plist"
    }
  }

  /// A file's name, with another extension if its own contradicts this kind.
  func name(like name: String) -> String {
    guard let suffix = contradiction(in: name) else { return name }
    return String(name.dropLast(suffix.count)) + preferredExtension
  }

  /// The extension of a file's name if it is one of other kinds.
  func contradiction(in name: String) -> String? {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let suffix = String(name[name.index(after: dot)...])
    return Self.kinds(ofExtension: suffix)?.contains(self) == false ? suffix : nil
  }

  /// The kinds that a name with this extension may have; `nil` for one that says nothing.
  static func kinds(ofExtension text: String) -> Set<ContentType>? {
    switch text.lowercased() {
    case "jpg", "jpeg", "jpe", "jfif": [.jpeg]
    case "heic", "heif", "hif": [.heic]
    case "avif": [.avif]
    case "png": [.png]
    case "webp": [.webp]
    case "tif", "tiff": [.tiff, .dng]
    case "dng": [.tiff, .dng]
    case "mov", "qt", "mp4", "m4v": [.quickTime, .mpeg4]
    case "zip": [.zip]
    case "gif", "bmp", "txt", "pdf", "avi", "mkv", "webm", "mp3", "m4a", "wav": []
    default: nil
    }
  }

  /// The kinds that a uniform type identifier may mean; `nil` for one that is not known here.
  static func kinds(ofIdentifier text: String) -> Set<ContentType>? {
    switch text {
    case "public.image": Set(allCases.filter(\.isStill))
    case "public.movie", "public.audiovisual-content", "public.video": [.quickTime, .mpeg4]
    case "public.heif", "public.heic": [.heic]
    case "public.heics", "public.heifs": []
    case "com.adobe.raw-image", "public.camera-raw-image": [.tiff, .dng]
    case "com.apple.m4v-video": [.mpeg4]
    default: ContentType(rawValue: text).map { [$0] }
    }
  }

  /// Returns the type of a file by its first 64 bytes; `nil` for a file that the library does not take.
  static func of(firstBytes bytes: [UInt8]) -> ContentType? {
    func has(_ text: String, at offset: Int) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
    if bytes.starts(with: [0xff, 0xd8, 0xff]) { return .jpeg }
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) { return .png }
    if has("RIFF", at: 0), has("WEBP", at: 8) { return .webp }
    if bytes.starts(with: [0x49, 0x49, 42, 0]) || bytes.starts(with: [0x4d, 0x4d, 0, 42]) { return .tiff }
    if bytes.starts(with: [0x50, 0x4b, 3, 4]) { return .zip }
    if has("ftyp", at: 4) {
      let major = String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self)
      switch major {
      case "heic", "heix", "heim", "heis", "hevc", "hevx": return .heic
      case "avif", "avis": return .avif
      case "mif1", "msf1", "miaf":
        // The major brand leaves the codec open; those that it is compatible with tell.
        return String(decoding: bytes.dropFirst(16), as: UTF8.self).contains("avif") ? .avif : .heic
      case "qt  ": return .quickTime
      default: return .mpeg4
      }
    }
    return ["moov", "mdat", "wide", "free", "skip", "pnot"].contains { has($0, at: 4) } ? .quickTime : nil
  }
}
