public import FileStorage
public import LivePhotoFiles
import MediaCore
public import PhotoLibrary

/// Brings files of folders into a photo library: exports of phones and of services, `.pvt` bundles, `.livp` archives
/// and Motion Photos among them.
///
/// Stills and movies are joined by their identifiers, then by times, likeness and names together, in folders and among
/// files that are named. Edited forms join their originals by name, as does what phones write of edits. Each unit is
/// one asset, which is there with all its files or not at all; originals stay where they are. Where an asset's files
/// had to be changed, or were taken out of one, the asset keeps the files that were given, too. Assets join the albums
/// whose folders of a Takeout export they lie in; what that has of its trash stays out.
public struct LibraryImporter: Sendable {
  /// The library that files are imported into.
  public let library: PhotoLibrary
  /// The number of files that are read at the same time.
  public var jobs = 1
  /// An album that new assets join, as well as those that were there.
  public var album: AssetCollection?
  /// The journal of the import, which tells what earlier runs have done, and takes what this one does; `nil` keeps
  /// none.
  package var journal: ImportJournal?
  private let source: any FileSource
  /// The most that is added in one change, as each change waits for the disk, and what is on its way is lost when the
  /// process is killed: the number of assets, the bytes of their files, and the time since the last change.
  static let (batchSize, batchBytes, batchTime) = (32, Int64(64 << 20), MediaTime.seconds(1))

  /// Creates an importer of files of `source` into a library.
  public init(into library: PhotoLibrary, from source: any FileSource = DiskFiles()) {
    (self.library, self.source) = (library, source)
  }

  /// Imports what lies in folders, and files that are named. Links in folders are not followed.
  ///
  /// Findings are told as soon as their assets are in the library. A run that ended early is simply done again: what is
  /// there already is a duplicate, which is taken out of the trash, and of which files that are gone or damaged are put
  /// back.
  /// `endsEarly` gets the sum of what was done before an error that ends the import.
  /// - Throws: `LivePhotoError` for a folder that cannot be looked into; `PhotosError` when the library cannot be
  ///   changed; `CancellationError`. What was told by then is in the library.
  public func run(
    _ paths: [String], progress: ProgressHandler? = nil, endsEarly: (ImportReport) -> Void = { _ in },
    tell: @escaping (ImportFinding) -> Void
  ) async throws -> ImportReport {
    let intake = LibraryIntake(library)
    defer { intake.discard() }
    // What cannot be looked at is told by whoever opens it.
    let folders = paths.filter { (try? source.kind(of: $0)) == .folder }
    let named = paths.filter { path in !folders.contains { $0.utf8.elementsEqual(path.utf8) } }
    // A walk passes them over.
    let hidden = named.filter { FileNames.name(of: $0).utf8.first == UInt8(ascii: ".") }
    let files = SelectedFiles(named.filter { !hidden.contains($0) }, beside: folders, of: source)
    // What is there already joins the album by the way that new files go.
    let stored = album == nil ? try StoredFiles(of: files, in: library) : nil
    let batch = ImportBatch(self, intake, files, stored, tell)
    do {
      try await carryOut(files, hidden: hidden, stored, intake, batch, progress)
    } catch {
      var report = batch.report
      report.notLookedAt = max(0, rest(of: files) - report.fileCount)
      endsEarly(report)
      throw error
    }
    return batch.report
  }

  private func carryOut(
    _ files: SelectedFiles, hidden: [String], _ stored: StoredFiles?, _ intake: LibraryIntake, _ batch: ImportBatch,
    _ progress: ProgressHandler?
  ) async throws {
    for path in hidden { batch.refuse(path, "its name begins with a dot, as those of unfinished files do; rename it") }
    if !files.folders.isEmpty {
      // A place that exists nowhere: files that are written there go to the library.
      var request = PairingRequest(folders: files.folders, output: library.stagingPath(extension: "import"))
      request.jobs = jobs
      request.mendsIdentifiedPairs = false
      request.isForLibrary = true
      let (findings, feed) = AsyncStream<PairingFinding>.makeStream()
      async let pairing = pair(request, files, stored, intake, progress, feed)
      // An error ends the pairing, too.
      for await finding in findings { try await batch.add(finding) }
      do {
        let report = try await pairing
        batch.passOver(report.doneBefore, hidden: report.hiddenCount)
      } catch {
        // Such as by a disk that is full: what came before is kept. This error is the one to be told.
        try? await batch.keepWhatIsComplete()
        throw error
      }
    }
    try await batch.end()
  }

  /// Brings files together, and gives away what it finds as it finds it.
  private func pair(
    _ request: PairingRequest, _ files: SelectedFiles, _ stored: StoredFiles?, _ intake: LibraryIntake,
    _ progress: ProgressHandler?, _ feed: AsyncStream<PairingFinding>.Continuation
  ) async throws -> PairingReport {
    defer { feed.finish() }
    return try await request.carryOut(
      by: LivePhotoFiles(store: intake, source: files), isKnown: journal?.isDone,
      isStored: stored.map { stored in { @Sendable paths in try stored.contain(paths) } }, progress: progress
    ) { feed.yield($0) }
  }

  /// Returns the number of given files that no earlier run has brought in.
  private func rest(of files: SelectedFiles) -> Int {
    var walk = FolderWalk(of: files, followsLinks: false) { _ in false }
    walk.enter(files.folders)
    return walk.reduce(0) { count, folder in
      count
        + folder.entries.count { entry in
          guard case .file = entry.kind else { return false }
          return journal.map { journal in
            FileVersion(of: entry.path, in: files).map { !journal.isDone([$0]) } ?? true
          } ?? true
        }
    }
  }

  /// Makes assets of drafts.
  func add(_ drafts: [LibraryDraft]) throws(PhotosError) -> [LibraryAddition] {
    let drafts = drafts.map { draft in
      var draft = draft
      if let album { draft.albums.append(album) }
      return draft
    }
    return try LibraryDraft.addAndWait(drafts, to: library, skippingDuplicates: true)
  }
}
