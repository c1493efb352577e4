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
      Takes folders with all below them, exports of phones, of Apple's Photos and of Google Takeout among them, and files
      that are named: stills, movies, .pvt bundles, .livp archives, Motion Photos. Stills and movies are joined by their
      identifiers first, then by times, likeness and names, and each line says why. Edited forms, such as IMG_E1234 and
      IMG_1234-edited, join their originals. Dates and places that a file does not tell, and favourites, are taken from
      Takeout's JSON.

      Motion Photos and archives are taken apart, and pairs that lack something of a Live Photo are completed; the library
      keeps the files as they came, too, and 'livecam library export --original' gives them back, byte for byte.

      What the library has already, byte for byte, is a duplicate. If it is in the trash, it is taken out of it; if one of its
      files is gone or damaged, that is put back. Links in folders are not followed. An import that was ended goes on where
      it was when it is done again: what is in the library and has not changed is not read.
      Exit codes: 0 all is in the library; 1 something is damaged, could not be read, is a picture, movie or archive of a
      kind that a library does not take, or was named and is none of them, and all else is in the library.

      Examples:
        livecam library import ~/Downloads/Takeout /media/phone/DCIM
        livecam library import IMG_0001.HEIC IMG_0001.MOV --album Trip
      """)

  @Argument(help: "Folders and files.", completion: .file())
  var paths: [String]

  @OptionGroup var options: LibraryOptions

  @Option(parsing: .unconditional, help: "An album for what is imported; it is made if there is none of this title.")
  var album: String?

  @Option(parsing: .unconditional, help: "How many files are read at once. (default: the number of processors)")
  var jobs: Int?

  @Flag(help: "List the files, too, that a library does not take, such as texts.")
  var verbose = false

  func validate() throws { try check(jobs.map { (1...64).contains($0) } ?? true, "--jobs: name 1 to 64.") }

  func run() async throws {
    let report = Mutex<ImportReport?>(nil)
    let bar = ProgressBar("import")
    let isNew = try ExitReason.reporting {
      for path in paths where !DiskFiles().exists(path) {
        throw PhotosError(.missingResource, context: path, message: "There is no such file or folder. Check its name.")
      }
      let place = try LibraryPlace(options.path)
      return place.server == nil && !DiskFiles().exists(place.folder + "/library.sqlite")
    }
    try await options.run(makesOne: true) { library in
      guard !library.isReadOnly else { throw PhotosError.readOnly(library) }
      var importer = LibraryImporter(into: library)
      importer.jobs = jobs ?? WorkOptions.processorCount
      importer.album = try album.map { try LibraryAlbums.album(titled: $0, in: library) }
      let terminal = Terminal()
      if isNew {
        // The path may have been mistyped.
        terminal.show(
          ["kind": "madeLibrary", "library": library.path] as JSONObject, ["made a new library at \(library.path)"],
          asJSON: options.json)
      }
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
      } endsEarly: { sum in
        bar.clear()
        show(sum, on: terminal)
      } tell: { finding in
        bar.clear()
        terminal.show(finding, verbose ? finding.allLines : finding.lines, asJSON: options.json)
      }
      bar.clear()
      try journal?.remove()
      report.withLock { $0 = sum }
      show(sum, on: terminal)
    }
    if (report.withLock { $0.map { $0.count(.failed) + $0.damaged } } ?? 0) > 0 {
      throw ExitReason.captureFailed.exitCode
    }
  }

  private func show(_ sum: ImportReport, on terminal: Terminal) {
    terminal.show(
      [
        "kind": "sum", "added": sum.count(.added), "livePhotos": sum.livePhotos, "duplicates": sum.count(.duplicate),
        "joined": sum.count(.joined), "mended": sum.count(.mended), "restored": sum.count(.restored),
        "described": sum.count(.described), "leftOut": sum.count(.leftOut), "skipped": sum.count(.skipped),
        "failed": sum.count(.failed), "damaged": sum.damaged, "hidden": sum.hidden, "doneBefore": sum.doneBefore,
        "notLookedAt": sum.notLookedAt,
      ] as JSONObject, [sum.line], asJSON: options.json)
  }

  /// The journal of an import, which lies in the library and may be deleted at any time; `nil` where another process
  /// imports the same.
  private func journal(of library: PhotoLibrary) throws -> BatchJournalFile? {
    let subject = BatchJournal.Subject(
      command: "library import", options: ["album=\(album ?? "")"] + paths.map(BatchRun.absolute))
    let folder = library.path + "/imports"
    try DiskFiles().makeFolder(folder)
    return try BatchJournalFile(ifFree: "\(folder)/\(subject.identifier()).journal", of: subject)
  }
}
