import ArgumentParser
import LibraryFiles
import LivePhotoFiles
import PhotoLibrary
import Synchronization

struct LibraryLink: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link", abstract: "Lay out a tree of the library's files by date and album, as hard links.",
    discussion: """
      For file managers and backups: nothing is copied, and the tree must be on the library's disk. Run again, it adds what
      is new and removes links to what is gone, with the folders that this leaves empty; other files are left alone. What
      cannot be linked is told at the end, such as files that only the library's store has, or a name that another file has.
      Do not change files there: they are the library's own.
      Exit codes: 0 all is linked; 1 something could not be linked.
      """)

  @Argument(help: "The tree's folder; it is made if it is not there.", completion: .directory)
  var folder: String

  @OptionGroup var options: LibraryOptions

  func validate() throws { try check(!folder.isEmpty, "FOLDER: the path is empty. Name a folder.") }

  func run() async throws {
    let isComplete = Mutex(true)
    let bar = ProgressBar("link")
    try await options.run { library in
      let report = try LibraryTree(of: library, at: folder).update { fraction in
        try Task.checkCancellation()
        bar.show(fraction)
      }
      bar.clear()
      Terminal().show(
        [
          "added": report.added, "removed": report.removed, "kept": report.kept, "hidden": report.hiddenAssets,
          "problems": report.problems,
        ] as JSONObject,
        [
          "\(report.added) links added, \(report.removed) removed, \(report.kept) kept"
            + (report.hiddenAssets > 0 ? "; \(report.hiddenAssets) hidden assets have none" : "")
        ], asJSON: options.json)
      for problem in report.problems { Terminal.complain("livecam: \(problem)") }
      isComplete.withLock { $0 = report.problems.isEmpty }
    }
    if !isComplete.withLock({ $0 }) { throw ExitReason.captureFailed.exitCode }
  }
}
