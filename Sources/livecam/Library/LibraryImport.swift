import ArgumentParser
import FileStorage
import LibraryFiles
import LivePhotoFiles
import PhotoLibrary
import Synchronization

struct LibraryImport: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Bring files of folders into the library; the originals stay where they are.",
    discussion: """
      Takes folders with all below them, exports of phones, of Apple's Photos and of Google Takeout among them, and single
      files: stills, movies, .pvt bundles, .livp archives, Motion Photos. Stills and movies are joined by their
      identifiers first, then by times, likeness and names, and each line says why. Edited forms, such as IMG_E1234 and
      IMG_1234-edited, join their originals. What the library has already is a duplicate. An import of folders that was
      ended goes on where it was when it is done again: what is in the library and has not changed is not read.
      Exit codes: 0 all is in the library; 1 something is damaged or could not be read, and all else is in the library.
      """)

  @Argument(help: "Folders and files.", completion: .file())
  var paths: [String]

  @OptionGroup var options: LibraryOptions

  @Option(parsing: .unconditional, help: "An album for what is imported; it is made if there is none of this title.")
  var album: String?

  @Option(parsing: .unconditional, help: "How many files are read at once. (default: the number of processors)")
  var jobs: Int?

  func validate() throws { try check(jobs.map { (1...64).contains($0) } ?? true, "--jobs: name 1 to 64.") }

  func run() async throws {
    let report = Mutex<ImportReport?>(nil)
    let bar = ProgressBar("import")
    try await options.run(makesOne: true) { library in
      for path in paths where !DiskFiles().exists(path) {
        throw PhotosError(.missingResource, context: path, message: "There is no such file or folder. Check its name.")
      }
      var importer = LibraryImporter(into: library)
      importer.jobs = jobs ?? WorkOptions.processorCount
      importer.album = try album.map { try AlbumFinder.findOrMake($0, in: library) }
      let terminal = Terminal()
      let journal = try journal(of: library)
      if let journal {
        importer.journal = ImportJournal(journal.before) { try journal.append(lines: $0) }
        if journal.before.doneCount > 0 {
          Terminal.complain(
            "livecam: goes on where an import of this was ended; what that brought in is not read again")
        }
      }
      let sum = try await importer.run(paths) {
        bar.show($0)
      } tell: { finding in
        bar.clear()
        terminal.show(finding, finding.lines, asJSON: options.json)
      }
      bar.clear()
      try journal?.remove()
      report.withLock { $0 = sum }
      terminal.show(
        [
          "kind": "sum", "added": sum.count(.added), "livePhotos": sum.livePhotos, "duplicates": sum.count(.duplicate),
          "leftOut": sum.count(.leftOut), "failed": sum.count(.failed),
          "doneBefore": sum.doneBefore,
        ] as JSONObject,
        [
          "\(sum.count(.added)) added, \(sum.livePhotos) of them Live Photos; \(sum.count(.duplicate)) there already, "
            + "\(sum.count(.leftOut)) left out, \(sum.count(.failed)) failed"
            + (sum.doneBefore == 0 ? "" : "; \(sum.doneBefore) done before")
        ], asJSON: options.json)
    }
    if (report.withLock { $0?.count(.failed) } ?? 0) > 0 { throw ExitReason.captureFailed.exitCode }
  }

  /// The journal of an import of folders, which lies in the library and may be deleted at any time; `nil` for files, and
  /// where another process imports the same.
  private func journal(of library: PhotoLibrary) throws -> BatchJournalFile? {
    guard paths.contains(where: BatchOptions.isFolder) else { return nil }
    let subject = BatchJournal.Subject(
      command: "library import", options: ["album=\(album ?? "")"] + paths.map(BatchRun.absolute))
    let folder = library.path + "/imports"
    try DiskFiles().makeFolder(folder)
    return try BatchJournalFile(ifFree: "\(folder)/\(subject.identifier()).journal", of: subject)
  }
}
