import ByteCoding
import FileStorage
import MediaCore
import MovieCoding
import StillCoding

/// Still and movie inside whatever form a Live Photo comes in, and the raw photo that an archive has beside them.
struct PairParts {
  /// A half: bytes that can be read from any place, or have to be unpacked first.
  struct Half {
    let kind: FileKind
    /// Indicates whether a movie says by its brand that it is an MP4.
    let isMP4: Bool
    let size: Int
    /// The time when the half was last changed, in nanoseconds since 1970 UTC.
    let modified: Int64
    let body: @Sendable (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void

    init(_ source: some ByteSource, kind: FileKind, modified: Int64) {
      self.kind = kind
      size = source.count
      self.modified = modified
      // What cannot be read is told when it is written.
      isMP4 = (try? source.bytes(0..<min(12, source.count))).map(Self.isMP4) ?? false
      let rope = ByteRope(source)
      body = { try rope.write($0) }
    }

    init(_ member: ZipArchive.Member, start: [UInt8], of archive: ZipArchive, modified: Int64) {
      (kind, isMP4) = (FileKind(firstBytes: start), Self.isMP4(start))
      size = member.size
      self.modified = modified
      body = { try archive.unpack(member, $0) }
    }

    private static func isMP4(_ start: [UInt8]) -> Bool {
      start.dropFirst(4).starts(with: "ftyp".utf8) && !start.dropFirst(8).starts(with: "qt  ".utf8)
    }

    var nameExtension: String {
      switch kind {
      case .movie: isMP4 ? "MP4" : "MOV"
      // Of files like TIFF, halves are raw photos alone.
      case .tiff: "DNG"
      default: kind.nameExtension
      }
    }

    func written(as role: WrittenFile.Role, to path: String) -> PairOutput.Part {
      .init(role: role, path: path, size: size, modified: modified, body: body)
    }
  }

  let form: DisassembleReport.Form
  let still: Half
  let movie: Half
  private(set) var raw: Half?
  let stillStem: String
  let movieStem: String
  let notes: [String]

  /// Finds the two halves.
  /// - Throws: ``LivePhotoError``.
  init(_ path: String, partner: String? = nil, of files: any FileSource) throws(LivePhotoError) {
    if PairFolder.hasName(path), PairFolder.members(of: path, in: files) != nil {
      try self.init(pair: path, of: files, form: .bundle)
      return
    }
    let input = try InputFile(path, of: files)
    if input.kind == .zip {
      try self.init(archive: input)
      return
    }
    if partner == nil, input.kind.isStill, let motion = try LivePhotoFiles.still(input.bytes).motionPhoto {
      try self.init(motionPhoto: input, motion)
      return
    }
    try self.init(pair: path, partner: partner, of: files, form: .pair)
  }

  private init(
    pair path: String, partner: String? = nil, of files: any FileSource, form: DisassembleReport.Form
  ) throws(LivePhotoError) {
    let (first, second) = try PairLookup.halves(of: path, partner: partner, in: files)
    self.form = form
    still = Half(first.bytes, kind: first.kind, modified: first.modified)
    movie = Half(second.bytes, kind: second.kind, modified: second.modified)
    (stillStem, movieStem) = (FileNames.stem(of: first.path), FileNames.stem(of: second.path))
    notes = []
  }

  private init(motionPhoto input: InputFile, _ motion: MotionPhotoDescription) throws(LivePhotoError) {
    let range = motion.videoRange
    try Self.checkEnd(of: range, in: input)
    do throws(ByteError) {
      // The box's own header is no part of the picture's file.
      let stillEnd = motion.kind == .heicBox ? try Self.boxStart(before: range.lowerBound, in: input) : range.lowerBound
      still = Half(try input.bytes.slice(0..<stillEnd), kind: input.kind, modified: input.modified)
      movie = Half(try input.bytes.slice(range), kind: .movie, modified: input.modified)
    } catch {
      throw LivePhotoError(.malformed, context: input.path, message: "Its video cannot be read.", underlying: error)
    }
    form = .motionPhoto
    stillStem = FileNames.stemOfPhoto(input.path)
    movieStem = stillStem
    var notes = [
      "still: its XMP still tells of the video; 'livecam motionphoto' makes a Live Photo of it, and with --still-only a "
        + "still alone"
    ]
    let rest = input.bytes.count - range.upperBound
    if rest > 0 { notes.append("the \(rest) bytes behind the video are left out") }
    self.notes = notes
  }

  /// Makes sure that the video of a Motion Photo has its end: a file that was cut off has lost it there.
  private static func checkEnd(of range: Range<Int>, in input: InputFile) throws(LivePhotoError) {
    let advice = "Get another copy; 'livecam motionphoto --still-only' takes the still out of this one"
    do {
      let movie = try MovieReader().read(input.bytes.slice(range, name: "\(input.path): the video inside"))
      for track in movie.tracks { _ = try track.chunks() }
    } catch {
      throw LivePhotoError(
        .malformed, context: input.path, message: "Its video is cut off or damaged. \(advice).", underlying: error)
    }
  }

  /// Returns the beginning of the box `mpvd`, whose header is 8 or 16 bytes, or that of the video if there is no such
  /// box.
  private static func boxStart(before offset: Int, in input: InputFile) throws(ByteError) -> Int {
    for start in [offset - 8, offset - 16] where start >= 0 {
      if try input.bytes.bytes(start + 4..<start + 8).elementsEqual("mpvd".utf8) { return start }
    }
    return offset
  }

  private init(archive input: InputFile) throws(LivePhotoError) {
    let found: (still: ZipArchive.Member, movie: ZipArchive.Member)
    do {
      let archive = try ZipArchive(input.bytes)
      let halves = try ZipArchive.Halves(of: archive)
      guard halves.isPair else {
        throw LivePhotoError(
          .unsupported, context: input.path,
          message:
            "A Live Photo's archive holds one still and one movie; this holds \(halves.stills.count.named("still")) "
            + "and \(halves.movies.count.named("movie")). Unpack it with another program.")
      }
      func half(_ half: ZipArchive.Halves.Half) -> Half {
        Half(
          half.member, start: half.start, of: archive,
          modified: half.member.modificationNanoseconds ?? input.modified)
      }
      found = (halves.stills[0].member, halves.movies[0].member)
      (still, movie) = (half(halves.stills[0]), half(halves.movies[0]))
      raw = halves.raws.first.map(half)
    } catch {
      throw LivePhotoError.archive(input.path, error)
    }
    form = .archive
    // Of a name only what follows its last slash counts: it must not lead out of the folder.
    func stem(_ member: ZipArchive.Member) -> String {
      let stem = FileNames.stem(of: member.name.split(separator: "\\").last.map(String.init) ?? "")
      return stem.isEmpty || stem.hasPrefix(".") ? FileNames.stem(of: input.path) : stem
    }
    (stillStem, movieStem) = (stem(found.still), stem(found.movie))
    notes = []
  }
}
