import ByteCoding
import FileStorage
import LivePhotoFiles
import MediaCore
import PhotoLibrary
import StillCoding

/// Units on their way into a library: several become assets in one change.
final class ImportBatch {
  /// Where a unit comes from.
  private struct Origin {
    let files: [String]
    /// The name of its still.
    let name: String
    let reason: String
    let changes: [String]
    /// When it was taken, by a sidecar.
    let seconds: Int64?
  }

  private struct Unit {
    let draft: LibraryDraft
    let finding: ImportFinding
  }

  private let importer: LibraryImporter
  private let intake: LibraryIntake
  private let source: any FileSource
  /// The library's own files.
  private var staged: any FileTree { importer.library.environment.files }
  private let tell: (ImportFinding) -> Void
  private var waiting: [Unit] = []
  /// Files that hold a still and a movie, to be taken apart.
  private var whole: [(path: String, origin: Origin)] = []
  private(set) var report = ImportReport()

  init(
    _ importer: LibraryImporter, _ intake: LibraryIntake, _ source: any FileSource,
    _ tell: @escaping (ImportFinding) -> Void
  ) {
    (self.importer, self.intake, self.source, self.tell) = (importer, intake, source, tell)
  }

  /// Takes what pairing has written of a unit.
  /// - Throws: `PhotosError` when the library cannot be changed.
  func add(_ finding: PairingFinding) throws(PhotosError) {
    let places = finding.written.compactMap(intake.take)
    let origin = Origin(
      files: finding.files, name: finding.written.first ?? "", reason: finding.reason, changes: finding.changes,
      seconds: finding.secondsBySidecar)
    switch finding.outcome {
    case .pair where places.count == 2:
      try add(
        [(.photo, places[0], finding.written[0]), (.pairedVideo, places[1], finding.written[1])],
        self.finding(origin, .added, .livePhoto))
    case .motionPhoto where places.count == 1: whole.append((places[0], origin))
    case .kept where places.count == 1, .doubt where places.count == 1: try add(single: places[0], origin)
    default:
      importer.library.discard(places)
      finish(self.finding(origin, finding.outcome == .broken ? .failed : .leftOut, nil))
    }
  }

  /// Takes a file that was named.
  /// - Throws: `PhotosError` when the library cannot be changed.
  func add(file path: String) throws(PhotosError) {
    let origin = Origin(files: [path], name: path, reason: "named by itself", changes: [], seconds: nil)
    do throws(FileStoreError) {
      let bytes = try source.open(path)
      try copy(bytes, of: path)
    } catch {
      return finish(self.finding(origin, .failed, nil, "it cannot be read: \(error.message)"))
    }
    guard let place = intake.take(path) else { return }
    try add(single: place, origin)
  }

  private func copy(_ bytes: FileBytes, of path: String) throws(FileStoreError) {
    do { try intake.create(path) { write in try ByteRope(bytes).write(write) } } catch {
      throw error as? FileStoreError
        ?? FileStoreError(path: path, operation: "read", errno: 5, message: "\(error)")
    }
  }

  /// Whether a still holds a movie.
  private func isMotionPhoto(_ place: String) -> Bool {
    // One that cannot be read is told by whoever adds it.
    (try? StillFile.read(staged.open(place)))?.motionPhoto != nil
  }

  private func add(single place: String, _ origin: Origin) throws(PhotosError) {
    let kind: FileKind
    do { kind = try FileKind(of: staged.open(place)) } catch {
      return finish(self.finding(origin, .failed, nil, "it cannot be read: \(error)"))
    }
    if kind == .zip { return whole.append((place, origin)) }
    if kind.isStill, isMotionPhoto(place) {
      return whole.append((place, origin))
    }
    let isStill = kind.isStill || kind == .tiff
    guard isStill || kind == .movie else {
      importer.library.discard([place])
      return finish(self.finding(origin, .leftOut, nil))
    }
    var date: WallTime?
    if let seconds = origin.seconds {
      date = WallTime(secondsSince1970: seconds, nanosecond: 0, utcOffsetSeconds: 0)
    }
    try add(
      [(isStill ? .photo : .video, place, origin.name)], self.finding(origin, .added, isStill ? .photo : .video),
      date: date)
  }

  private func add(
    _ files: [(type: ResourceType, place: String, name: String)], _ finding: ImportFinding, date: WallTime? = nil
  ) throws(PhotosError) {
    var draft = LibraryDraft(files.map { .init($0.type, at: $0.place, name: FileNames.name(of: $0.name)) })
    draft.creationDate = date
    waiting.append(Unit(draft: draft, finding: finding))
    if waiting.count >= LibraryImporter.batchSize { try flush() }
  }

  /// Takes apart what holds a still and a movie, and adds what still waits.
  /// - Throws: `PhotosError` when the library cannot be changed; `CancellationError`.
  func end() async throws {
    for (place, origin) in whole {
      try Task.checkCancellation()
      do {
        try await takeApart(place, origin)
      } catch let error as LivePhotoError {
        finish(finding(origin, .failed, nil, error.text(behind: place)))
      }
      importer.library.discard([place])
    }
    try flush()
  }

  private func takeApart(_ place: String, _ origin: Origin) async throws {
    let files = LivePhotoFiles(store: intake)
    let output = importer.library.stagingPath(extension: "parts")
    let stem = FileNames.stem(of: origin.name)
    var notes = origin.changes
    let written: [WrittenFile]
    if try FileKind(of: staged.open(place)) == .zip {
      var request = DisassembleRequest(place, output: output)
      request.name = stem
      written = try await files.disassemble(request).files
    } else {
      var request = MotionPhotoRequest([place], output: output)
      request.name = stem
      let report = try await files.motionPhoto(request)
      (written, notes) = (report.files, notes + report.notes + ["taken apart: it was a Motion Photo"])
    }
    let places = written.compactMap { file in intake.take(file.path).map { (file, $0) } }
    try add(
      places.map { ($0.0.role == .still ? .photo : .pairedVideo, $0.1, $0.0.path) },
      ImportFinding(
        outcome: .added, files: origin.files, asset: nil, kind: .livePhoto, reason: origin.reason, changes: notes))
  }

  // MARK: Adding

  /// Adds what waits: in one change, or, when one of them is refused, each by itself.
  private func flush() throws(PhotosError) {
    let units = waiting
    waiting = []
    guard !units.isEmpty else { return }
    do throws(PhotosError) {
      let additions = try importer.add(units.map(\.draft))
      for (unit, addition) in zip(units, additions) { finish(unit.finding, addition) }
    } catch {
      guard Self.isAboutFiles(error) else { throw error }
      for unit in units { try addAlone(unit) }
    }
    importer.library.discard(units.flatMap { $0.draft.resources.map(\.path) })
  }

  private func addAlone(_ unit: Unit) throws(PhotosError) {
    do throws(PhotosError) {
      for addition in try importer.add([unit.draft]) { finish(unit.finding, addition) }
    } catch {
      guard Self.isAboutFiles(error) else { throw error }
      let finding = unit.finding
      finish(
        ImportFinding(
          outcome: .failed, files: finding.files, asset: nil, kind: nil, reason: error.message, changes: []))
    }
  }

  /// Whether an error is about what was given, and not about the library.
  private static func isAboutFiles(_ error: PhotosError) -> Bool {
    [.invalidResource, .missingResource, .changeNotSupported].contains(error.code)
      || error.code == .internalError && error.cause == nil
  }

  private func finish(_ finding: ImportFinding, _ addition: LibraryAddition) {
    var finding = ImportFinding(
      outcome: addition.isDuplicate ? .duplicate : .added, files: finding.files, asset: nil, kind: finding.kind,
      reason: finding.reason, changes: finding.changes)
    finding.asset = addition.localIdentifier
    finish(finding)
  }

  private func finish(_ finding: ImportFinding) {
    report.counts[finding.outcome, default: 0] += 1
    if finding.outcome == .added, finding.kind == .livePhoto { report.livePhotos += 1 }
    tell(finding)
  }

  private func finding(
    _ origin: Origin, _ outcome: ImportFinding.Outcome, _ kind: ImportFinding.Kind?, _ reason: String? = nil
  ) -> ImportFinding {
    ImportFinding(
      outcome: outcome, files: origin.files, asset: nil, kind: kind, reason: reason ?? origin.reason,
      changes: origin.changes)
  }
}
