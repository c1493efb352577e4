import FileStorage

/// Tells whose files of originals are at present: other processes may change a library while it is looked at.
struct FileOwners {
  private let library: PhotoLibrary
  private var folder: LibraryFolder { library.folder }

  init(in library: PhotoLibrary) { self.library = library }

  /// Returns those of some files of originals that are nobody's: no asset has them, no process is about to add or to
  /// remove them, and they are there.
  func nobodys(among names: [String]) throws -> [String] {
    guard !names.isEmpty else { return [] }
    // A mark goes after the change that it is for: who has none by now is in the database, or never will be.
    let marked = Set(
      folder.names(in: folder.path + "/incoming").flatMap { session in
        folder.names(in: folder.path + "/incoming/" + session)
      })
    let known = try library.read { db in
      let rows = try db.rows(of: "SELECT fileName FROM resource WHERE fileName IN \(list: names)") { try $0.text(0) }
      let doomed = try db.rows(of: "SELECT fileName FROM doomedFile WHERE fileName IN \(list: names)") {
        try $0.text(0)
      }
      return Set(rows + doomed)
    }
    // Behind the rows: what an asset had is removed before the database forgets that it is to be.
    return names.filter { name in
      !marked.contains(name) && !known.contains(name) && folder.path(of: name).map(folder.files.exists) == true
    }
  }

  /// Returns those of some files that assets have at present.
  func ofAssets(among names: [String]) throws -> Set<String> {
    guard !names.isEmpty else { return [] }
    return try library.read { db in
      Set(try db.rows(of: "SELECT fileName FROM resource WHERE fileName IN \(list: names)") { try $0.text(0) })
    }
  }
}
