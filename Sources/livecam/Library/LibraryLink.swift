import ArgumentParser
import LibraryFiles
import LivePhotoFiles
import PhotoLibrary

struct LibraryLink: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link", abstract: "Lay out a tree of the library's files by date and album, as hard links.",
    discussion: """
      For file managers and backups: nothing is copied, and the tree must be on the library's disk. Run again, it adds what
      is new and removes links to what is gone; other files are left alone. Do not change files there: they are the
      library's own.
      """)

  @Argument(help: "The tree's folder; it is made if it is not there.", completion: .directory)
  var folder: String

  @OptionGroup var options: LibraryOptions

  func run() async throws {
    try await options.run { library in
      let report = try LibraryTree(of: library, at: folder).update()
      Terminal().show(
        ["added": report.added, "removed": report.removed, "kept": report.kept] as JSONObject,
        ["\(report.added) links added, \(report.removed) removed, \(report.kept) kept"], asJSON: options.json)
    }
  }
}
