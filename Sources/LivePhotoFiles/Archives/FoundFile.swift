import ByteCoding
import FileStorage
import ISOBoxes
import MediaCore
import MovieCoding
import StillCoding

/// A file among many, identified by its content, and by its name where the content is not enough.
struct FoundFile {
  enum Content {
    case still(InputFile, StillFile)
    case movie(InputFile, MovieFile)
    case archive(InputFile, ZipArchive, ZipArchive.Halves)
    case broken(String)
    case passedOver(String)
    /// Nothing that is looked for, neither by its name nor by its content.
    case other
  }

  let path: String
  let content: Content

  /// Reads as much of a file as its metadata need.
  init(_ path: String, of files: any FileSource) {
    self.path = path
    do throws(LivePhotoError) {
      content = try Self.content(InputFile(path, of: files))
    } catch {
      // Empty files of other names, such as .nomedia, are meant to be so.
      content = error.code == .empty && !FileKind.isMediaName(path) ? .other : .broken(error.advisingText(behind: path))
    }
  }

  /// The file as a candidate for pairing; `nil` if it can be no half.
  var candidate: PairFinder.Candidate? {
    switch content {
    case .still(_, let still):
      PairFinder.Candidate(
        path: path, isStill: true, identifier: Self.comparable(still.contentIdentifier),
        isMotionPhoto: still.motionPhoto != nil)
    case .movie(_, let movie):
      PairFinder.Candidate(path: path, isStill: false, identifier: Self.comparable(movie.contentIdentifier))
    case .archive, .broken, .passedOver, .other: nil
    }
  }

  /// The unit that the file is whatever lies beside it; `nil` for what may be a half, or is nothing that is looked for.
  var unit: ArchiveUnit? {
    switch content {
    case .archive: .archive(path)
    case .broken(let why): .broken(path, why: why)
    case .passedOver(let why): .passedOver(path, why: why)
    case .still, .movie, .other: nil
    }
  }

  /// An identifier of many kilobytes would fill the memory where many files wait for their partners.
  static func comparable(_ identifier: String?) -> String? {
    identifier.flatMap { $0.isEmpty || $0.utf8.count > 128 ? nil : $0 }
  }

  private static func content(_ input: InputFile) throws(LivePhotoError) -> Content {
    let isNamed = FileKind.isMediaName(input.path)
    if let promised = FileKind.promise(of: input.path),
      input.kind == .zip || promised != input.kind.isStill && input.kind.isHalf
    {
      return .broken(
        "It is \(input.kind.article), whatever its name (.\(FileNames.fileExtension(of: input.path))) says. "
          + "Get the right file, or give it the name that it should have.")
    }
    switch input.kind {
    case .jpeg, .heic, .avif, .png, .webp: return .still(input, try LivePhotoFiles.still(input.bytes))
    case .movie: return try movie(input)
    case .zip: return try archive(input)
    case .gif, .tiff:
      return .passedOver("It is \(input.kind.article), which Live Photos do not have: it was not checked for damage.")
    case .foreignMovie where try FileStart(input).isForeignMovie:
      return isNamed
        ? .passedOver("It is \(input.kind.article), which Live Photos do not have: it was not checked for damage.")
        : .other
    case .foreignMovie, .unknown: return try unknown(input)
    }
  }

  private static func movie(_ input: InputFile) throws(LivePhotoError) -> Content {
    let isNamed = FileKind.isMediaName(input.path)
    let movie: MovieFile
    do throws(LivePhotoError) { movie = try LivePhotoFiles.movie(input.bytes) } catch {
      // A program may begin its own files with a word that begins movies, too.
      if !isNamed, try !FileStart(input).hasFileType { return .other }
      throw error
    }
    guard !movie.pictureTracks.isEmpty else {
      return isNamed ? .broken(withoutPicture(movie)) : .other
    }
    return .movie(input, movie)
  }

  /// A sentence about a movie that shows nothing, and what to do.
  private static func withoutPicture(_ movie: MovieFile) -> String {
    guard let track = movie.tracks.first(where: { $0.handler == "vide" }) else {
      return "There is no picture in this movie. Get another copy."
    }
    return "Its pictures (track \(track.id)) are switched off, so that players show nothing. "
      + "'ffmpeg -i OLD -map 0:\(movie.tracks.firstIndex { $0.id == track.id } ?? 0) -map 0:a? -c copy NEW.MOV' writes a "
      + "movie in which they are on; 'livecam repair' makes a Live Photo of that and its still."
  }

  private static func archive(_ input: InputFile) throws(LivePhotoError) -> Content {
    let isNamed = FileKind.isMediaName(input.path)
    do {
      let archive = try ZipArchive(input.bytes)
      let halves = try ZipArchive.Halves(of: archive)
      if halves.isPair { return .archive(input, archive, halves) }
      let holding =
        "It holds \(halves.stills.count.named("still")) and \(halves.movies.count.named("movie")), not one of each."
      if FileNames.fileExtension(of: input.path) == "livp" { return .broken("\(holding) Get another copy.") }
      return isNamed ? .passedOver(holding) : .other
    } catch {
      // Documents of many kinds are archives, too, and none of this command's business.
      if !isNamed { return .other }
      let problem = LivePhotoError.archive(input.path, error)
      // What is packed with a password may be whole.
      if problem.code == .unsupported { return .passedOver(problem.message) }
      throw problem
    }
  }

  private static func unknown(_ input: InputFile) throws(LivePhotoError) -> Content {
    guard FileKind.isMediaName(input.path) else { return .other }
    let start = try FileStart(input)
    if start.isZeros { return .broken("The file begins with zeros in place of its content. Get another copy.") }
    if FileKind.isArchiveName(input.path) {
      return .passedOver("It is an archive of a kind that is not looked into. Unpack it, and look at what is in it.")
    }
    if FileKind.isUnreadName(input.path) {
      return .passedOver("Files of this kind (.\(FileNames.fileExtension(of: input.path))) are not read.")
    }
    if let problem = start.strangeProblem { return .broken(problem) }
    if start.isOtherPicture { return .passedOver("It is a JPEG 2000 or JPEG XL picture, which is not read.") }
    if start.hasBrokenBox { return .broken("Its first box is of no kind that is known. Get another copy.") }
    if start.lacksStartOfImage {
      return .broken("It begins as a JPEG does, but for its first two bytes, which are gone. Get another copy.")
    }
    if let offset = start.junkLength {
      return .broken(
        "\(offset) bytes of something else lie before its content, or its beginning was overwritten. Get another copy.")
    }
    return .broken("It does not begin as any picture, movie or archive does. Get another copy.")
  }
}

extension Error {
  /// Returns the error as words about a file of that name, with what to do about a damaged one at the end.
  func advisingText(behind path: String) -> String {
    let text = self.text(behind: path)
    let code = (self as? LivePhotoError)?.code
    guard code == .malformed, !text.contains("copy") else { return text }
    return text + (text.hasSuffix(".") ? "" : ".") + " Get another copy."
  }
}

/// The first kilobytes of a file, for what its first few bytes leave open.
private struct FileStart {
  private static let length = 4096
  private let bytes: [UInt8]

  init(_ input: InputFile) throws(LivePhotoError) {
    do throws(ByteError) { bytes = try input.bytes.bytes(0..<min(Self.length, input.bytes.count)) } catch {
      throw LivePhotoError(
        .unreadable, context: input.path, message: "It cannot be read; try again.", underlying: error)
    }
  }

  var isZeros: Bool { bytes.allSatisfy { $0 == 0 } }

  /// Indicates whether a file that begins like a movie of another kind also continues like one. A `G` begins a packet
  /// of a transport stream, and many a text.
  var isForeignMovie: Bool {
    guard bytes.first == 0x47 else { return true }
    return [188, 192, 204].contains { bytes.count > $0 && bytes[$0] == 0x47 }
  }

  /// Indicates whether the file is a JPEG 2000 or a JPEG XL, which begin with a box of twelve bytes.
  var isOtherPicture: Bool {
    bytes.starts(with: [0, 0, 0, 12]) && ["jP  ", "JXL "].contains { bytes.dropFirst(4).starts(with: $0.utf8) }
  }

  /// Indicates whether a first box of an unknown kind ends just where a movie continues.
  var hasBrokenBox: Bool {
    bytes.count > 4 && junkLength == bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// What a server or a program made of the file, in sentences that say what to do; `nil` for what is not known.
  var strangeProblem: String? {
    let packers: [(name: String, start: [UInt8], command: String)] = [
      ("gzip", [0x1f, 0x8b], "gunzip"), ("bzip2", Array("BZh".utf8), "bunzip2"),
      ("xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], "unxz"), ("zstd", [0x28, 0xb5, 0x2f, 0xfd], "unzstd"),
    ]
    if let packer = packers.first(where: { bytes.starts(with: $0.start) }) {
      return
        "It was packed by \(packer.name), and its name does not say so. Unpack it with '\(packer.command)', or get "
        + "another copy."
    }
    let text = String(decoding: bytes.prefix(512), as: UTF8.self).lowercased()
    let begin = text.drop { $0.isWhitespace || $0 == "\u{feff}" }
    if ["<!doctype html", "<html", "<head", "<body"].contains(where: begin.hasPrefix) {
      return "It is a web page, such as servers send in place of a file that is gone or that they want a password for. "
        + "Download it again."
    }
    // A length in hexadecimal digits stands before each piece: RFC 9112, 7.1.
    let digits = bytes.prefix { (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) }
    let content = bytes.dropFirst(digits.count + 2)
    if (1...8).contains(digits.count), bytes.dropFirst(digits.count).starts(with: [13, 10]),
      FileKind(firstBytes: Array(content.prefix(64))) != .unknown
    {
      return
        "It is in the pieces that a server sent it in, with their lengths between (HTTP's chunked coding). Download "
        + "it again with another program."
    }
    return nil
  }

  /// Indicates whether a JPEG's first segment begins where its start of image should be.
  var lacksStartOfImage: Bool {
    let segments: [(marker: UInt8, name: String)] = [(0xe0, "JFIF"), (0xe1, "Exif"), (0xe1, "http://ns.adobe.com/")]
    return segments.contains { bytes.starts(with: [0xff, $0.marker]) && bytes.dropFirst(4).starts(with: $0.name.utf8) }
  }

  var hasFileType: Bool { bytes.dropFirst(4).starts(with: "ftyp".utf8) }

  /// The number of bytes before the beginning of a picture or movie; `nil` if none is found.
  var junkLength: Int? {
    (1..<max(1, bytes.count - 12)).first { offset in
      let rest = bytes[offset...]
      return rest.starts(with: [0xff, 0xd8, 0xff]) && [0xe0, 0xe1, 0xdb].contains(rest[offset + 3])
        || rest.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
        || ["ftyp", "wide", "mdat", "moov"].contains { rest.dropFirst(4).starts(with: $0.utf8) }
    }
  }
}
