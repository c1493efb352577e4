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
      identifiers first, then by times, likeness and names, and each line says why. What the library has already is a
      duplicate, so that an import which was ended is simply done again.
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
      let sum = try await importer.run(paths) {
        bar.show($0)
      } tell: { finding in
        bar.clear()
        terminal.show(finding, finding.lines, asJSON: options.json)
      }
      bar.clear()
      report.withLock { $0 = sum }
      terminal.show(
        [
          "kind": "sum", "added": sum.count(.added), "livePhotos": sum.livePhotos, "duplicates": sum.count(.duplicate),
          "leftOut": sum.count(.leftOut), "failed": sum.count(.failed),
        ] as JSONObject,
        [
          "\(sum.count(.added)) added, \(sum.livePhotos) of them Live Photos; \(sum.count(.duplicate)) there already, "
            + "\(sum.count(.leftOut)) left out, \(sum.count(.failed)) failed"
        ], asJSON: options.json)
    }
    if (report.withLock { $0?.count(.failed) } ?? 0) > 0 { throw ExitReason.captureFailed.exitCode }
  }
}
