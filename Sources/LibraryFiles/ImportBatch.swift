import ByteCoding
import FileStorage
import LivePhotoFiles
import MediaCore
import PhotoLibrary
import StillCoding

/// Units on their way into a library: several become assets in one change.
final class ImportBatch {
  private let importer: LibraryImporter
  private let intake: LibraryIntake
  private let source: SelectedFiles
  private let stored: StoredFiles?
  /// The library's own files.
  private var staged: any FileTree { importer.library.environment.files }
  private let tell: (ImportFinding) -> Void
  /// The unit that edited forms may still come for.
  private var open: ImportUnit?
  private var waiting: [ImportUnit] = []
  private var waitingBytes: Int64 = 0
  /// The time of the last change of the library.
  private var lastFlush: MediaTime
  /// Files that no asset is made of, and that the journal has not been told of.
  private var leftOut: [[FileVersion]] = []
  private let albums: ImportAlbums
  private let sidecars: ImportSidecars
  private(set) var report = ImportReport()

  init(
    _ importer: LibraryImporter, _ intake: LibraryIntake, _ source: SelectedFiles, _ stored: StoredFiles?,
    _ tell: @escaping (ImportFinding) -> Void
  ) {
    (self.importer, self.intake, self.source, self.stored, self.tell) = (importer, intake, source, stored, tell)
    lastFlush = importer.library.environment.clock.now
    albums = ImportAlbums(of: source, for: importer.library)
    sidecars = ImportSidecars(of: source, for: importer.library)
  }

  /// Takes what pairing has written of a unit, edited forms behind what they are forms of.
  /// - Throws: `PhotosError` when the library cannot be changed; what the journal throws.
  func add(_ finding: PairingFinding) async throws {
    if let file = finding.files.first, sidecars.isOfOtherPart(file) {
      return importer.library.discard(finding.written.compactMap(intake.take))
    }
    if finding.editOf == nil { try await close() }
    guard let part = try part(of: finding) else { return }
    if let original = finding.editOf, !part.isWhole, open?.main.files.first == original {
      open?.join(part)
    } else if part.resources.first?.type.isDescription == true {
      // What it tells of could not be read.
      leaveOut(part)
    } else {
      try await close()
      open = ImportUnit(part)
    }
  }

  /// Returns the part that a finding makes; `nil` for a finding that holds nothing for a library, and has been told.
  private func part(of finding: PairingFinding) throws -> ImportPart? {
    let places = finding.written.compactMap(intake.take)
    var part = ImportPart(finding)
    if !places.isEmpty, let changed = finding.versions.first(where: { FileVersion(of: $0.path, in: source) != $0 }) {
      importer.library.discard(places)
      let name = FileNames.name(of: changed.path)
      finish(part.finding(.failed, "\(name) changed while it was read. Import it again when it is complete."))
      return nil
    }
    part.album = finding.files.first.flatMap(albums.title)
    if finding.sidecar?.isTrashed == true, !finding.isSidecar, !isNamed(part), !places.isEmpty {
      importer.library.discard(places)
      finish(.skipped, notingOnly: part, "it is in the trash of Google Photos; name the file itself to import it")
      return nil
    }
    for (place, name) in zip(places, finding.written) {
      if let damage = intake.damage(at: place) { part.addDamage("\(FileNames.name(of: name)) is damaged: \(damage)") }
    }
    guard places.count == (finding.outcome == .pair ? 2 : 1), finding.outcome != .copy, finding.outcome != .broken
    else {
      importer.library.discard(places)
      passOver(part, finding)
      return nil
    }
    return taken(part, finding, places)
  }

  /// Tells of files that are no part of an asset.
  private func passOver(_ part: ImportPart, _ finding: PairingFinding) {
    switch finding.outcome {
    case _ where finding.isSkipped && !isNamed(part): finish(part.finding(.skipped))
    case .copy: finishDuplicate(part, of: finding.isStored ? stored?.takeAsset(of: part.files[0]) : nil)
    case .broken: finish(part.finding(.failed))
    default: leaveOut(part)
    }
  }

  /// Returns the part with the files at the places; `nil` for a part that holds nothing for a library, and has been
  /// told.
  private func taken(_ part: ImportPart, _ finding: PairingFinding, _ places: [String]) -> ImportPart? {
    var part = part
    // The library needs no names that fit each other: each file keeps its own, unless two are put together.
    let names = finding.files.count == places.count ? finding.files : finding.written
    func resource(_ type: ResourceType, _ index: Int) -> LibraryDraft.Resource {
      .init(type, at: places[index], name: FileNames.name(of: names[index]))
    }
    switch finding.outcome {
    case .pair:
      part.resources = [fitting(resource(.photo, 0), &part), fitting(resource(.pairedVideo, 1), &part)]
      part.kind = .livePhoto
      if finding.editOf == nil, FileNames.isEdited(part.files[1]), !FileNames.isEdited(part.files[0]) {
        let name = FileNames.name(of: part.files[1])
        part.addRemark("\(name) is an edited movie by its name, and stands for the original, which is not there")
      }
      guard !finding.changes.isEmpty else { return part }
      do { part.resources += try given(finding.files, made: places) } catch {
        importer.library.discard(places)
        finish(part.finding(.failed, "it cannot be read: \(error)"))
        return nil
      }
      return part
    case .motionPhoto:
      part.resources = [resource(.photo, 0)]
      part.isWhole = true
      return part
    default:
      part.resources = [resource(.photo, 0)]
      guard finding.editOf != nil, isPropertyList(places[0]) else {
        return lookedAt(part, isSidecar: finding.isSidecar, isForm: finding.editOf != nil)
      }
      let isOfCamera = FileNames.isDescriptionOfOriginal(part.files[0])
      let type = FileNames.isBundleList(part.files[0]) ? ResourceType.bundleData : .adjustmentData
      part.resources = [resource(isOfCamera ? .originalAdjustmentData : type, 0)]
      return part
    }
  }

  /// Stages files as they were given, beside what was made of them; those that were not changed are left out.
  private func given(_ files: [String], made places: [String]) throws -> [LibraryDraft.Resource] {
    let library = importer.library
    var resources: [LibraryDraft.Resource] = []
    do {
      for (index, type) in [ResourceType.importedPhoto, .importedPairedVideo].enumerated() {
        let bytes = try source.open(files[index])
        let copy = try library.stage(extension: "part") { write in try ByteRope(bytes).write(write) }
        if library.stagedHash(of: copy) == library.stagedHash(of: places[index]) {
          library.discard([copy])
        } else {
          resources.append(.init(type, at: copy, name: FileNames.name(of: files[index])))
        }
      }
      return resources
    } catch {
      library.discard(resources.map(\.path))
      throw error
    }
  }

  private func isNamed(_ part: ImportPart) -> Bool { part.files.contains(where: source.isNamed) }

  /// Tells of a file that was named and is not looked at.
  func refuse(_ path: String, _ reason: String) {
    finish(ImportFinding(outcome: .failed, files: [path], asset: nil, kind: nil, reason: reason, changes: []))
  }

  /// Counts what earlier runs have brought in, and names that are passed over.
  func passOver(_ count: Int, hidden: Int) { (report.doneBefore, report.hidden) = (count, hidden) }

  /// Tells whether a still holds a movie.
  private func isMotionPhoto(_ place: String) -> Bool {
    // One that cannot be read is told by whoever adds it.
    (try? StillFile.read(staged.open(place)))?.motionPhoto != nil
  }

  /// Tells whether a file can be a property list, as phones write of edits.
  private func isPropertyList(_ place: String) -> Bool {
    // One that cannot be read is left out.
    guard let file = try? staged.open(place), file.count <= 1 << 24,
      let start = try? file.bytes(0..<min(256, file.count))
    else { return false }
    return start.starts(with: "bplist".utf8) || String(decoding: start, as: UTF8.self).contains("plist")
  }

  /// A part of one file, with what that is; `nil` for one that is told already.
  private func lookedAt(_ given: ImportPart, isSidecar: Bool, isForm: Bool) -> ImportPart? {
    var part = given
    let file = part.resources[0]
    let kind: FileKind
    do { kind = try FileKind(of: staged.open(file.path)) } catch {
      finish(part.finding(.failed, "it cannot be read: \(error)"))
      return nil
    }
    part.isWhole = kind == .zip || kind.isStill && isMotionPhoto(file.path)
    if part.isWhole { return part }
    let isStill = kind.isStill && kind != .gif || kind == .tiff
    guard isStill || kind == .movie && !UntakenMedia.isSound(file.name) else {
      leaveOut(part, isSidecar: isSidecar)
      return nil
    }
    let isRaw = isForm && FileNames.fileExtension(of: file.name) == "dng"
    // What cannot be opened has been told above.
    if kind == .tiff || isRaw, (try? staged.open(file.path)).flatMap({ RawFile($0) }) == nil {
      guard FileNames.fileExtension(of: file.name) == "dng" else {
        leaveOut(part)
        return nil
      }
      importer.library.discard([file.path])
      finish(part.finding(.failed, "it is a raw photo that is damaged. Get another copy."))
      return nil
    }
    part.kind = isStill ? .photo : .video
    // Pairing knows of it that it is no half of a Live Photo.
    if kind == .tiff { part.reason = "a raw photo" }
    let type = isRaw ? ResourceType.alternatePhoto : isStill ? .photo : .video
    part.resources = [fitting(.init(type, at: file.path, name: file.name), &part)]
    return part
  }

  /// A file under a name that fits what it is, which is told if it is another one.
  private func fitting(_ file: LibraryDraft.Resource, _ part: inout ImportPart) -> LibraryDraft.Resource {
    let name = importer.library.name(file.name, fittingStagedFile: file.path)
    if name != file.name { part.changes.append("called \(name) in the library: its extension is that of other files") }
    return .init(file.type, at: file.path, name: name)
  }

  /// Closes the unit that is open, as nothing more belongs to it; one whose original holds a still and a movie is taken
  /// apart.
  private func close() async throws {
    guard let unit = open else { return }
    open = nil
    for unit in unit.main.isWhole ? try await takenApart(unit) : [unit] { try wait(with: unit) }
  }

  /// Keeps a unit until enough of them wait to be added.
  private func wait(with unit: ImportUnit) throws {
    waiting.append(unit)
    for place in unit.places { waitingBytes += staged.attributes(of: place)?.size ?? 0 }
    let time = importer.library.environment.clock.now - lastFlush
    if waiting.count >= LibraryImporter.batchSize || waitingBytes >= LibraryImporter.batchBytes
      || time >= LibraryImporter.batchTime
    {
      try flush()
    }
  }

  /// Adds what waits and is complete, when nothing more is to come.
  func keepWhatIsComplete() async throws {
    // What cannot be taken apart now is found again the next time.
    try? await close()
    try flush()
  }

  /// Adds what still waits.
  /// - Throws: `PhotosError` when the library cannot be changed; what the journal throws; `CancellationError`.
  func end() async throws {
    try await close()
    try flush()
    try describe()
    try note(albums.addCopies())
  }

  /// Returns a unit with its original taken apart; of one that cannot be, what else there is of it.
  private func takenApart(_ given: ImportUnit) async throws -> [ImportUnit] {
    var unit = given
    let place = unit.main.resources[0].path
    do {
      unit.main = try await takenApart(unit.main)
      return [unit]
    } catch let error as LivePhotoError {
      // The still is whole, or the library says what is wrong with it.
      if (try? FileKind(of: staged.open(place)))?.isStill == true {
        unit.main = unit.main.asStill("Its movie cannot be taken out of it: \(error.text(behind: place))")
        return [unit]
      }
      importer.library.discard([place])
      finish(unit.main.finding(.failed, error.text(behind: place)))
      return unit.edits.map { ImportUnit($0) }
    }
  }

  private func takenApart(_ given: ImportPart) async throws -> ImportPart {
    let file = given.resources[0]
    let files = LivePhotoFiles(store: intake)
    let output = importer.library.stagingPath(extension: "parts")
    let stem = FileNames.stemOfPhoto(file.name)
    var part = given
    let written: [WrittenFile]
    if try FileKind(of: staged.open(file.path)) == .zip {
      var request = DisassembleRequest(file.path, output: output)
      request.name = stem
      written = try await files.disassemble(request).files
    } else {
      var request = MotionPhotoRequest([file.path], output: output)
      request.name = stem
      let report = try await files.motionPhoto(request)
      (written, part.changes) = (
        report.files, part.changes + report.notes + ["taken apart: it was a Motion Photo"]
      )
    }
    part.resources = []
    for file in written {
      guard let place = intake.take(file.path) else { continue }
      let type: ResourceType =
        switch file.role {
        case .still: .photo
        case .raw: .alternatePhoto
        case .movie, .motionPhoto, .export: .pairedVideo
        }
      part.resources.append(.init(type, at: place, name: FileNames.name(of: file.path)))
    }
    part.resources.append(.init(.importedFile, at: file.path, name: file.name))
    (part.kind, part.isWhole) = (.livePhoto, false)
    return part
  }

  // MARK: Adding

  /// Adds what waits: in one change, or, when one of them is refused, each by itself. What the journal is told of is in
  /// the library.
  private func flush() throws {
    let (units, others) = (waiting, leftOut)
    (waiting, leftOut, waitingBytes) = ([], [], 0)
    defer { lastFlush = importer.library.environment.clock.now }
    if !units.isEmpty {
      defer { importer.library.discard(units.flatMap(\.places)) }
      do throws(PhotosError) {
        let additions = try importer.add(units.map(draft))
        for (unit, addition) in zip(units, additions) { finish(unit, addition) }
      } catch {
        guard Self.isAboutFiles(error) else { throw error }
        for unit in units { try addAlone(unit) }
        return try note(others)
      }
    }
    try note(units.map(\.versions) + others)
  }

  private func draft(_ unit: ImportUnit) throws(PhotosError) -> LibraryDraft {
    let environment = importer.library.environment
    var draft = unit.draft(now: environment.wallClock.date(at: environment.clock.now))
    if let title = unit.main.album, let album = try albums.album(titled: title) { draft.albums.append(album) }
    return draft
  }

  private func note(_ units: [[FileVersion]]) throws { try importer.journal?.append(units) }

  private func addAlone(_ unit: ImportUnit) throws {
    do throws(PhotosError) {
      for addition in try importer.add([draft(unit)]) { finish(unit, addition) }
    } catch {
      guard Self.isAboutFiles(error) else { throw error }
      // One of its edited forms may be broken, or no form of it.
      guard unit.edits.isEmpty else {
        for unit in unit.apart { try addAlone(unit) }
        return
      }
      var part = unit.main
      if let still = part.withoutMovie, try addHalf(still) {
        part.files = Array(part.files.suffix(1))
      } else if let movie = part.withoutStill, try addHalf(movie) {
        part.files = Array(part.files.prefix(1))
      }
      (part.kind, part.changes) = (nil, [])
      return finish(part.finding(.failed, error.message))
    }
    try note([unit.versions])
  }

  /// Adds one half of a Live Photo that the library has refused; returns whether it takes that.
  private func addHalf(_ half: ImportPart) throws -> Bool {
    let unit = ImportUnit(half)
    do throws(PhotosError) {
      for addition in try importer.add([draft(unit)]) { finish(unit, addition) }
      return true
    } catch {
      guard Self.isAboutFiles(error) else { throw error }
      return false
    }
  }

  /// Tells whether an error is about the files that were given, and not about the library.
  private static func isAboutFiles(_ error: PhotosError) -> Bool {
    [.invalidResource, .missingResource, .changeNotSupported].contains(error.code)
      || error.code == .internalError && error.cause == nil
  }

  private func finish(_ unit: ImportUnit, _ addition: LibraryAddition) {
    let finding = unit.finding
    if addition.isDuplicate { sidecars.add(unit.main, of: addition.localIdentifier) }
    if unit.parts.contains(where: \.isDamaged) { report.damaged += 1 }
    let lookup = AssetLookup(in: importer.library)
    // Of no consequence for what was stored.
    let versions = addition.isDuplicate ? [] : (try? lookup.otherVersions(ofAsset: addition.localIdentifier)) ?? []
    let told =
      [addition.versionOf].compactMap { $0 }.map {
        "the library has the same original with another edited form: \($0.prefix(8)); this one is kept beside it"
      }
      + Self.words(onVersions: versions.filter { $0 != addition.versionOf })
      + [addition.dateSource?.words].compactMap { $0 }
      + addition.mended.map { "\($0) was gone or damaged in the library, and has been put back" }
      + (addition.isRestored
        ? ["\(addition.isJoined ? "its other half" : "it") was in the trash, and has been taken out of it"] : [])
      + (addition.isJoined ? ["its other half was there already: the two are a Live Photo now"] : [])
      + Self.words(on: addition.got).map { "it was there already, and has got " + $0 }
    let outcome: ImportFinding.Outcome =
      if addition.isJoined {
        .joined
      } else if addition.isRestored {
        .restored
      } else if !addition.mended.isEmpty {
        .mended
      } else {
        addition.isDuplicate ? .duplicate : .added
      }
    finish(
      ImportFinding(
        outcome: outcome, files: finding.files, asset: addition.localIdentifier,
        kind: addition.isJoined ? .livePhoto : finding.kind,
        reason: finding.reason, changes: finding.changes + told))
  }

  /// Returns a sentence on other versions of an asset, however many there are.
  private static func words(onVersions versions: [String]) -> [String] {
    let names = versions.prefix(3).map { String($0.prefix(8)) }.joined(separator: ", ")
    switch versions.count {
    case 0: return []
    case 1: return ["the library has another version of it, by its identifier: \(names)"]
    default:
      return [
        "the library has \(versions.count) other versions of it, by its identifier: \(names)"
          + (versions.count > 3 ? " and others" : "")
      ]
    }
  }

  /// Returns what an asset has got, in words.
  private static func words(on got: [ResourceType]) -> [String] {
    [
      got.contains(.alternatePhoto) ? "its raw photo" : nil,
      got.contains(.originalAdjustmentData) ? "what its camera did to it" : nil,
      got.contains(.bundleData) ? "the list of the bundle that it came in" : nil,
      got.contains(where: \.isEdit) ? "the edited form" : nil,
      got.contains(where: \.isImportedOriginal) ? "the file as it was imported" : nil,
    ].compactMap { $0 }
  }

  /// Tells of a file that no asset is made of; one that was named should have been one, or a sidecar, and so should
  /// pictures and movies, wherever they lie.
  private func leaveOut(_ part: ImportPart, isSidecar: Bool = false) {
    importer.library.discard(part.resources.map(\.path))
    if part.sidecar != nil, !isSidecar { return sidecars.add(alone: part) }
    if let words = part.files.first.flatMap(sidecars.damage) { return finish(part.finding(.failed, words)) }
    if !isSidecar, let words = part.files.first.flatMap(UntakenMedia.words) {
      return finish(part.finding(.failed, words))
    }
    if part.files.first.map({ FileNames.fileExtension(of: $0) }) == "aae" { report.descriptions += 1 }
    if isNamed(part), !isSidecar { return finish(part.finding(.failed)) }
    finish(.leftOut, notingOnly: part)
  }

  /// Gives assets what JSON tells of them that came later than they, and tells of that, and of JSON that tells nothing.
  private func describe() throws {
    var described: Set<[String]> = []
    for (part, asset, words) in try sidecars.describe() {
      described.insert(part.files)
      let name = try Asset.originalFilenames(of: [asset], in: importer.library)[asset.localIdentifier] ?? ""
      let finding = part.finding(.described, "Takeout's JSON has told \(name) its \(words)")
      finish(
        ImportFinding(
          outcome: .described, files: part.files, asset: asset.localIdentifier, kind: nil, reason: finding.reason,
          changes: []))
    }
    for part in sidecars.alone {
      if described.contains(part.files) {
        leftOut.append(part.versions)
      } else if sidecars.isOfPicture(part) || !isNamed(part) {
        if !sidecars.isOfPicture(part) { report.sidecars += 1 }
        finish(.leftOut, notingOnly: part)
      } else {
        finish(part.finding(.failed))
      }
    }
    defer { leftOut = [] }
    try note(leftOut)
  }

  /// Tells of files that an asset has already, or that others among the given have the bytes of.
  private func finishDuplicate(_ part: ImportPart, of asset: String?) {
    sidecars.add(part, of: asset)
    if let title = part.album {
      // Its asset may still be on its way.
      albums.note(copy: part.files[0], in: title, part.versions)
    } else {
      leftOut.append(part.versions)
    }
    finish(
      ImportFinding(
        outcome: .duplicate, files: part.files, asset: asset, kind: part.files.count == 2 ? .livePhoto : nil,
        reason: part.reason, changes: []))
  }

  /// Tells of files that are dealt with, so that they are not looked at again.
  private func finish(_ outcome: ImportFinding.Outcome, notingOnly part: ImportPart, _ reason: String? = nil) {
    leftOut.append(part.versions)
    finish(part.finding(outcome, reason))
  }

  private func finish(_ finding: ImportFinding) {
    report.counts[finding.outcome, default: 0] += 1
    report.fileCount += finding.files.count
    if finding.outcome == .added, finding.kind == .livePhoto { report.livePhotos += 1 }
    tell(finding)
  }
}
