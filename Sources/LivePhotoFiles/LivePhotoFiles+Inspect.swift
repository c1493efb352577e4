import ByteCoding
import FileStorage
import MediaCore
import MovieCoding
import StillCoding

extension LivePhotoFiles {
  /// Describes a file: a still, a movie, a Motion Photo, a `.pvt` folder, a `.livp` archive.
  ///
  /// With `includesStructure` the whole tree of boxes, segments and directories is added.
  /// - Throws: ``LivePhotoError`` with `.unreadable`, with `.malformed` for a damaged file, with `.unsupported` for
  ///   what is neither still nor movie.
  public func inspect(_ path: String, includesStructure: Bool = false) async throws -> FileReport {
    try Task.checkCancellation()
    if let members = PairFolder.members(of: path, in: source) {
      var report = FileReport(path: path, kind: .unknown, size: 0, extensionFits: true)
      for member in members { report.members.append(try await inspect(member, includesStructure: includesStructure)) }
      report.size = report.members.reduce(0) { $0 + $1.size }
      report.summary = "bundle of \(members.count) files"
      return report
    }
    let input = try InputFile(path, of: source)
    guard input.kind == .zip else {
      return try Self.report(input.bytes, path: path, kind: input.kind, includesStructure: includesStructure)
    }
    var report = FileReport(
      path: path, kind: .zip, size: input.bytes.count, extensionFits: input.kind.fits(path))
    report.members = try Self.members(of: input, includesStructure: includesStructure)
    report.summary = "archive of \(report.members.count) files"
    return report
  }

  private static func report(
    _ source: any ByteSource, path: String, kind: FileKind, includesStructure: Bool
  ) throws(LivePhotoError) -> FileReport {
    var report = FileReport(path: path, kind: kind, size: source.count, extensionFits: kind.fits(path))
    switch kind {
    case .jpeg, .heic, .avif, .png, .webp:
      let still = try still(source)
      describe(still, in: &report)
      if includesStructure { report.structure = still.structure() }
    case .movie:
      let movie = try movie(source)
      report.movie = movie.report(source)
      report.summary = movie.contentIdentifier == nil ? "movie" : "movie of a Live Photo"
      if includesStructure { report.structure = movie.structure() }
    case .gif, .tiff, .foreignMovie, .zip, .unknown:
      throw LivePhotoError(
        .unsupported, context: path, message: "This is \(kind.article); stills, movies and bundles are told about.")
    }
    return report
  }

  private static func describe(_ still: StillFile, in report: inout FileReport) {
    report.still = still.report
    report.notes = still.problems
    if still.announcesGainMap, (try? still.gainMaps())?.isEmpty == true {  // what cannot be read is told elsewhere
      report.notes.append("Its XMP announces a gain map, which is not in the file: it was lost or cut off.")
    }
    report.summary = still.contentIdentifier == nil ? "still" : "still of a Live Photo"
    guard let motion = still.motionPhoto else { return }
    report.summary = "Motion Photo"
    var part = FileReport.MotionPhoto(
      kind: motion.kind.rawValue, offset: motion.videoRange.lowerBound, length: motion.videoRange.count,
      timestampMicroseconds: motion.presentationTimestampMicroseconds)
    do {
      let slice = try still.source.slice(motion.videoRange, name: "the movie inside \(report.path)")
      part.movie = try MovieReader().read(slice).report(slice)
    } catch {
      report.notes.append("The movie inside cannot be read: \(error)")
    }
    report.motionPhoto = part
  }

  /// The most bytes of a packed member that are unpacked into memory; a Live Photo's halves have a few million.
  private static let largestPackedMember = 128 << 20

  /// Returns reports on the members of an archive such as `.livp`; members that are no stills and movies are left out.
  private static func members(of input: InputFile, includesStructure: Bool) throws -> [FileReport] {
    do {
      let archive = try ZipArchive(input.bytes)
      var reports: [FileReport] = []
      for member in archive.members {
        let kind = FileKind(firstBytes: try archive.firstBytes(of: member, count: 64))
        guard kind.isStill || kind == .movie, reports.count < 100 else { continue }
        let name = "\(input.path): \(member.name)"
        let source: any ByteSource
        if let plain = try archive.plainBytes(of: member) {
          source = plain
        } else {
          guard member.size <= largestPackedMember else { continue }
          var bytes: [UInt8] = []
          try archive.unpack(member) { bytes.append(contentsOf: $0) }
          source = ArrayBytes(bytes, name: name)
        }
        reports.append(try report(source, path: name, kind: kind, includesStructure: includesStructure))
      }
      return reports
    } catch let error as CodingError {
      throw LivePhotoError.archive(input.path, error)
    }
  }

  /// - Throws: ``LivePhotoError`` with `.malformed` or `.unsupported`.
  static func still(_ source: any ByteSource) throws(LivePhotoError) -> StillFile {
    do { return try StillFile.read(source) } catch {
      let code: LivePhotoError.Code = error.code == .unsupported ? .unsupported : .malformed
      throw LivePhotoError(code, context: source.name, message: "The still cannot be read.", underlying: error)
    }
  }

  /// - Throws: ``LivePhotoError`` with `.malformed`.
  static func movie(_ source: any ByteSource) throws(LivePhotoError) -> MovieFile {
    do { return try MovieReader().read(source) } catch { throw FileKind.unreadMovie(source, error) }
  }
}

extension FileKind {
  var article: String {
    switch self {
    case .gif: "a GIF"
    case .tiff: "a TIFF"
    case .foreignMovie: "a movie that is neither QuickTime nor MP4"
    case .zip: "a ZIP archive"
    case .jpeg, .heic, .avif, .png, .webp: "a still"
    case .movie: "a movie"
    case .unknown: "nothing that is known here"
    }
  }
}
