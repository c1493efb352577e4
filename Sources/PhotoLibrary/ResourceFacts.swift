import ByteCoding
import ISOBoxes
import MediaCore
import MovieCoding
import StillCoding

/// The facts that a file's bytes show, when it is looked at for a library. The file's name counts for nothing here.
struct ResourceFacts: Sendable {
  let contentType: ContentType
  /// The size of the picture as it is seen upright; empty for a file without pixels, or with none that are read here.
  var size = PixelSize.zero
  /// The length of the movie; 0 for stills.
  var duration = MediaTime.zero
  /// The date at which the file was taken; `nil` if it does not say it.
  var date: WallTime?
  /// Indicates whether the file says how far its local time is ahead of UTC.
  var hasOffset = false
  /// Indicates whether the file tells the zone that it was taken in: the header of a movie is in UTC wherever that was.
  var tellsZone = false
  /// The seconds that its local time is ahead of UTC, by the satellites' date; `nil` if that does not show it.
  var satelliteOffset: Int?
  var location: GeoLocation?
  /// The identifier that ties still and movie together, as written.
  var contentIdentifier: String?
  /// The time in the movie at which the still falls; `nil` if the movie does not say it.
  var stillTime: MediaTime?
  var isProxy = false

  /// Looks at a file. Only what describes it is read, not pixels or samples.
  /// - Throws: ``PhotosError`` 3302 for a file that is of no kind that the library takes, or is damaged.
  static func read(_ source: any ByteSource, as type: ResourceType, context: String) throws(PhotosError)
    -> ResourceFacts
  {
    guard source.count > 0 else { throw .invalid(context, "It is empty.") }
    let head: [UInt8]
    do throws(ByteError) { head = try source.bytes(0..<min(64, source.count)) } catch {
      throw .invalid(context, "It cannot be read.", error)
    }
    // What edits were is nobody's business but the editor's.
    if type.content == .data { return ResourceFacts(contentType: .data) }
    let kind = ContentType.of(firstBytes: head)
    if type.isImported { return ResourceFacts(contentType: kind ?? .data) }
    guard let kind, kind != .zip else {
      throw .invalid(context, "It is neither a picture nor a movie that the library takes. Convert it first.")
    }
    switch type.content {
    case .still where kind == .tiff:
      if let raw = RawFile(source) { return self.raw(raw) }
      guard type == .alternatePhoto else { break }
      return ResourceFacts(contentType: .tiff)
    case .still where kind.isStill: return try still(source, kind, context)
    case .movie where kind.isMovie: return try movie(source, kind, context)
    default: break
    }
    throw .invalid(
      context, "It is \(kind.rawValue), which cannot be the resource \(type). Name another file or type.")
  }

  private static func raw(_ raw: RawFile) -> ResourceFacts {
    var facts = ResourceFacts(contentType: .dng)
    facts.size = PixelSize(width: raw.displaySize.width, height: raw.displaySize.height)
    facts.date = raw.exif.captureDate?.date
    facts.hasOffset = raw.exif.captureDate?.hasOffset ?? false
    facts.satelliteOffset = offset(of: raw.exif)
    facts.location = raw.exif.location
    return facts
  }

  private static func still(
    _ source: any ByteSource, _ kind: ContentType, _ context: String
  ) throws(PhotosError) -> ResourceFacts {
    do throws(CodingError) {
      let still = try StillFile.read(source)
      guard try still.isWhole() else {
        throw CodingError(.truncated, context: source.name, message: "Its end is missing.")
      }
      var facts = ResourceFacts(contentType: kind)
      facts.size = PixelSize(width: still.displaySize.width, height: still.displaySize.height)
      facts.date = still.captureDate
      facts.hasOffset = still.hasCaptureOffset
      facts.satelliteOffset = still.exif.flatMap(offset)
      facts.location = still.location
      facts.contentIdentifier = still.contentIdentifier
      facts.isProxy = ProxyMark.isMarked(still)
      return facts
    } catch {
      throw .invalid(context, "The picture is damaged or incomplete. Get a whole copy.", error)
    }
  }

  private static func movie(
    _ source: any ByteSource, _ kind: ContentType, _ context: String
  ) throws(PhotosError) -> ResourceFacts {
    do throws(MovieError) {
      let movie = try MovieReader().read(source)
      var facts = ResourceFacts(contentType: kind)
      if let size = movie.displaySize { facts.size = PixelSize(width: size.width, height: size.height) }
      for track in movie.tracks where track.isSelfContained {
        for sample in try track.samples() {
          let end = sample.offset.addingReportingOverflow(UInt64(max(0, sample.size)))
          guard !end.overflow, end.partialValue <= UInt64(source.count) else {
            throw MovieError(.malformed, context: source.name, message: "It ends before its last picture or sound.")
          }
        }
      }
      let frames = try movie.shownFrames()
      guard let last = frames.last, !facts.size.isEmpty else {
        throw MovieError(.noFrames, context: source.name, message: "It has no pictures to show.")
      }
      facts.duration = movie.duration > 0 && movie.length.isNumeric ? movie.length : last.time + last.duration
      facts.contentIdentifier = movie.contentIdentifier
      facts.stillTime = movie.stillTime
      (facts.date, facts.hasOffset, facts.tellsZone) = date(of: movie)
      facts.location = movie.text(of: MovieKey.location).flatMap { GeoLocation(iso6709: $0) }
      return facts
    } catch {
      throw .invalid(context, "The movie is damaged, incomplete, or empty. Get a whole copy.", error)
    }
  }

  private static func date(of movie: MovieFile) -> (WallTime?, hasOffset: Bool, tellsZone: Bool) {
    if let text = movie.text(of: MovieKey.creationDate) {
      // Behind the seconds stand fractions, if any, and then the offset.
      let tail = text.dropFirst(19).drop { $0 == "." || $0.isASCII && $0.isNumber }
      if let reading = ExifDate.parse(text, offset: tail.isEmpty ? nil : String(tail), subsecond: nil) {
        return (reading.date, reading.hasOffset, reading.hasOffset)
      }
    }
    return (movie.headerDate, movie.headerDate != nil, false)
  }

  /// The offset that brings a clock on the wall to the satellites' date: zones are whole quarters of an hour apart, and
  /// satellites may have told the place a little earlier.
  private static func offset(of exif: ExifBlock) -> Int? {
    guard let taken = exif.captureDate, !taken.hasOffset, let satellites = exif.satelliteDate else { return nil }
    let seconds = taken.date.secondsSince1970 - satellites.date.secondsSince1970
    guard abs(seconds) <= 14 * 3600 + 120 else { return nil }
    let offset = (seconds + (seconds < 0 ? -450 : 450)) / 900 * 900
    return abs(seconds - offset) <= 120 ? Int(offset) : nil
  }

  /// The date. If the file tells no zone, it is that of the movie of the same moment, else that which the satellites'
  /// date shows, else the zone of `local`.
  func date(near local: WallTime, beside movie: ResourceFacts? = nil) -> WallTime? {
    guard let date, !hasOffset else { return date }
    var zone: Int?
    if let movie, movie.tellsZone, let begin = movie.date,
      abs(date.secondsSince1970 - begin.secondsSince1970 - Int64(begin.utcOffsetSeconds)) <= AssetDate.mostSecondsApart
    {
      zone = begin.utcOffsetSeconds
    }
    let offset = zone ?? satelliteOffset ?? local.utcOffsetSeconds
    return WallTime(
      secondsSince1970: date.secondsSince1970 - Int64(offset), nanosecond: date.nanosecond, utcOffsetSeconds: offset)
  }

  /// The key that a deferred photo's proxy and its finished photo have in common, and no other photo has: the content
  /// identifier, or else the instant at which it was taken, to the fraction of a second that the file tells. `nil` for
  /// a photo that says neither.
  var proxyKey: String? {
    if let contentIdentifier, !contentIdentifier.isEmpty { return "pair \(contentIdentifier)" }
    return date.map { "date \($0.secondsSince1970).\($0.nanosecond)" }
  }

  /// Returns whether two files are the halves of one Live Photo.
  static func arePair(_ still: ResourceFacts, _ movie: ResourceFacts) -> Bool {
    guard let identifier = still.contentIdentifier, !identifier.isEmpty else { return false }
    return identifier == movie.contentIdentifier
  }
}
