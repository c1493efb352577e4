import ByteCoding
import FileStorage
import MediaCore
import MovieCoding
import StillCoding

/// The facts that pairing knows of a file: enough to decide by, and small, so that a hundred thousand fit into memory.
struct FileFacts: Sendable, Hashable {
  enum Role: Sendable, Hashable {
    /// A still that can be half of a Live Photo.
    case still
    case movie
    /// A file that is kept as it is, with a description of it.
    case other(String)
    /// Google's words about a picture.
    case sidecar
    /// A file that has the name of a picture or movie and is none, with the reason.
    case broken(String)
  }

  let path: String
  let role: Role
  /// The file's version before anything of it was read, if that is wanted.
  var version: FileVersion?
  let name: PairName
  var size = 0
  /// The identifier in upper case, so that identifiers that differ only in letter case are equal.
  var identifier: String?
  var kind = FileKind.unknown

  /// The contents of a sidecar beside the file; for a sidecar, its own contents.
  var sidecar: TakeoutSidecar?
  /// Indicates whether a sidecar lies beside the file that it describes.
  var isBesideMedia = false

  // Of stills.
  var taken: CaptureMoment?
  /// The picture's size, by which the better of two versions is known.
  var pixels = 0
  /// The bytes of a video that its XMP announces and that is not there.
  var announcedVideo: Int?
  /// The still's time in that video.
  var announcedSeconds: Double?
  /// The range of a Motion Photo's bytes that holds its video.
  var innerVideo: Range<Int>?

  // Of movies.
  var recorded: MovieMoment?
  var durationSeconds = 0.0
  /// The still's time in the movie, if the movie gives it.
  var stillSeconds: Double?

  init(_ path: String, _ role: Role) {
    (self.path, self.role) = (path, role)
    name = PairName(path)
  }

  /// The time at which a still was taken according to a sidecar, in seconds since 1970 UTC.
  var takenBySidecar: Int64? { role == .still ? sidecar?.secondsSince1970 : nil }

  /// The time at which the still was taken, with what a sidecar adds to it.
  var moment: CaptureMoment? {
    guard let utc = takenBySidecar else { return taken }
    return taken?.inZone(of: utc) ?? CaptureMoment(seconds: Double(utc), isUTC: true)
  }

  /// Tells whether this still is preferred to another one that fits the same movie: what a camera wrote is better than
  /// what was made of it.
  func isBetterStill(than other: FileFacts) -> Bool {
    if name.isEdited != other.name.isEdited { return !name.isEdited }
    if kind != other.kind { return kind == .heic }
    if pixels != other.pixels { return pixels > other.pixels }
    return isBetterNamed(than: other)
  }

  /// Tells whether this movie is preferred to another one that fits the same still.
  func isBetterMovie(than other: FileFacts) -> Bool {
    if name.isEdited != other.name.isEdited { return !name.isEdited }
    if (stillSeconds == nil) != (other.stillSeconds == nil) { return stillSeconds != nil }
    if size != other.size { return size > other.size }
    return isBetterNamed(than: other)
  }

  /// Tells whether this file, of two with the same contents, is the original by its name.
  func isBetterNamed(than other: FileFacts) -> Bool {
    name.isNumbered == other.name.isNumbered ? path < other.path : !name.isNumbered
  }
}

extension FileFacts {
  /// Reads as much of a file as pairing needs.
  init(of path: String, in files: any FileSource) {
    let found = FoundFile(path, of: files)
    switch found.content {
    case .still(let input, let still): self.init(path, still, input)
    case .movie(let input, let movie): self.init(path, movie, input)
    case .archive(_, let archive, let halves):
      do {
        // Their checksums tell whether they are as they were packed.
        for half in halves.stills + halves.movies { try archive.unpack(half.member) { _ in } }
        self.init(path, .other("an archive of a Live Photo"))
      } catch { self.init(path, .broken(error.advisingText(behind: path))) }
    case .broken(let why): self.init(path, .broken(why))
    case .passedOver(let why):
      self.init(path, .other(why))
      // What cannot be opened is told when it is copied.
      guard FileNames.fileExtension(of: path) == "dng", let file = try? files.open(path) else { return }
      taken = RawFile(file)?.exif.captureDate.map { CaptureMoment($0) }
    case .other:
      let sidecar = Self.sidecar(path, in: files)
      self.init(path, sidecar == nil ? .other("no picture and no movie") : .sidecar)
      self.sidecar = sidecar
    }
  }

  private init(_ path: String, _ still: StillFile, _ input: InputFile) {
    let role: Role =
      still.motionPhoto != nil
      ? .other("a Motion Photo, which holds its movie itself")
      : [.jpeg, .heic].contains(input.kind)
        ? .still
        : .other("\(input.kind.rawValue.uppercased()); 'livecam assemble' makes a Live Photo of it and a movie")
    self.init(path, role)
    (size, kind) = (input.bytes.count, input.kind)
    identifier = Self.comparable(still.contentIdentifier)
    taken = still.exif?.captureDate.map { CaptureMoment($0) }
    innerVideo = still.motionPhoto?.videoRange
    let size = still.displaySize
    pixels = size.width.multipliedReportingOverflow(by: size.height).partialValue
    if let video = still.announcedVideo {
      // An announcement without a length is one all the same, and no file has no bytes.
      announcedVideo = video.length ?? 0
      announcedSeconds = video.presentationTimestampMicroseconds.map { Double($0) / 1e6 }
    }
  }

  private init(_ path: String, _ movie: MovieFile, _ input: InputFile) {
    // One that is only a part of another is no half: its description may lie before what is lost.
    do throws(MovieError) {
      for track in movie.pictureTracks { _ = try track.chunks() }
    } catch {
      let broken = LivePhotoError(
        .malformed, context: path, message: "The movie cannot be read.", underlying: error)
      self.init(path, .broken(broken.text(behind: path)))
      return
    }
    self.init(path, .movie)
    (size, kind) = (input.bytes.count, input.kind)
    identifier = Self.comparable(movie.contentIdentifier)
    // The headers of a fragmented movie do not tell how long it is.
    let end = (try? movie.shownFrames().last).flatMap { $0.map { $0.time + $0.duration } }  // damage is told later
    durationSeconds = max(Self.seconds(movie.length) ?? 0, end.flatMap(Self.seconds) ?? 0)
    stillSeconds = movie.stillTime.flatMap(Self.seconds)
    let date = movie.text(of: MovieKey.creationDate).flatMap { DateReading($0) }
    let begin =
      date.map { CaptureMoment($0) }
      ?? movie.headerDate.map { CaptureMoment(seconds: Double($0.secondsSince1970), isUTC: true, isOfHeader: true) }
    recorded = begin.map { MovieMoment(begin: $0, durationSeconds: durationSeconds) }
  }

  private static func seconds(_ time: MediaTime) -> Double? { time.isNumeric ? time.seconds : nil }

  private static func comparable(_ identifier: String?) -> String? {
    identifier.flatMap { PairIdentifier(uuidString: $0)?.uuidString }
  }

  /// Returns the contents of a file of JSON about a picture; `nil` for all other files.
  private static func sidecar(_ path: String, in files: any FileSource) -> TakeoutSidecar? {
    // What cannot be opened is told when it is copied.
    guard FileNames.fileExtension(of: path) == "json", let file = try? files.open(path) else { return nil }
    // JSON of other things, and what is none, are files like any other.
    return try? TakeoutSidecar(file)
  }
}
