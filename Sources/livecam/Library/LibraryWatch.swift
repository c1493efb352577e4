import ArgumentParser
import LivePhotoFiles
import PhotoLibrary

struct LibraryWatch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print changes as any program makes them, until Ctrl-C.",
    discussion: """
      Exit codes: 0, also by Ctrl-C, which is its normal end; 130 by Ctrl-C before as many changes as --count says.
      """)

  @OptionGroup var options: LibraryOptions

  @Option(parsing: .unconditional, help: "End after this many changes.")
  var count: Int?

  func validate() throws { try check(count.map { $0 > 0 } ?? true, "--count: name 1 or more.") }

  func run() async throws {
    try await options.run { library in
      // Changes are told by a file that is touched, which only whoever may write there is told of.
      guard !library.isReadOnly else {
        throw ReasonedError(
          .unusableFolder,
          "\(library.path): its changes cannot be seen by a user who may only read it. Run this as one who may write "
            + "there, or list it again from time to time.")
      }
      let terminal = Terminal()
      var told = 0
      for try await change in library.persistentChanges() {
        terminal.show(
          [
            "program": change.program, "inserted": change.insertedAssets, "updated": change.updatedAssets,
            "deleted": change.deletedAssets, "albums": change.changedAlbums,
          ] as JSONObject, Self.lines(change), asJSON: options.json)
        Terminal.endIfOutputWasLost()
        told += 1
        if told == count { break }
      }
      // Without a count Ctrl-C is its normal end.
      if count != nil { try Task.checkCancellation() }
    }
  }

  private static func lines(_ change: LibraryHistory.Change) -> [String] {
    let parts = [
      ("added", change.insertedAssets), ("changed", change.updatedAssets), ("deleted", change.deletedAssets),
      ("albums", change.changedAlbums),
    ]
    return [
      change.program + "  "
        + parts.filter { !$0.1.isEmpty }.map { word, list in
          word + " " + list.map { String($0.prefix(8)) }.joined(separator: ", ")
        }.joined(separator: "; ")
    ]
  }
}
