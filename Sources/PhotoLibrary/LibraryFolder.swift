import FileStorage
import GRDB
import MediaCore

/// Where a library's files are: the database, resources under their lasting names, and new ones on their way.
///
/// Every process that has the library open writes new files in a folder of its own below `incoming`, which it holds
/// locked; what lies in a folder that nobody holds was left by a process that died.
struct LibraryFolder: Sendable {
  let path: String
  let files: any FileTree
  /// The folder of this process below `incoming`.
  let session: String
  private let lock: (any FolderLock)?

  var database: String { path + "/library.sqlite" }
  private var resources: String { path + "/resources" }
  private var incoming: String { path + "/incoming" }

  /// Makes the folders that are missing.
  init(_ path: String, files: any FileTree, name: String) throws(FileStoreError) {
    self.path = path
    self.files = files
    session = path + "/incoming/" + name
    try files.makeFolder(path + "/resources")
    var lock: (any FolderLock)?
    // A sweep of another process may find the folder between its making and its locking, and remove it. File systems
    // without locks never give one; there nothing is swept either.
    for _ in 0..<100 where lock == nil {
      try files.makeFolder(session)
      lock = try files.lockFolder(session)
    }
    self.lock = lock
  }

  /// The folder of a resource: 256 of them hold any number of files without any growing large.
  func folder(of fileName: String) -> String {
    var hash: UInt8 = 0
    for byte in fileName.utf8 { hash = hash &* 31 &+ byte }
    return resources + "/" + hash.digits(2, radix: 16)
  }

  /// The path of a resource; `nil` for a name that no library gives, which might lead anywhere.
  func path(of fileName: String) -> String? {
    guard Self.isName(fileName) else { return nil }
    return folder(of: fileName) + "/" + fileName
  }

  /// Whether this is made as names of resources are: letters, digits, hyphens and one dot, which isn't the first.
  static func isName(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count <= 2 && name.utf8.count <= 128
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte & 0xdf) || byte == 0x2d
          }
      }
  }

  /// Removes what processes that died have left: files on their way, files that no asset has, sources that were
  /// moved into the library and are still in their old place.
  ///
  /// It is done while nobody else can change the library: a file that has its lasting name and is not in the database
  /// yet belongs to a change whose process is dead. What cannot be removed, because of permissions perhaps, keeps
  /// nobody from opening the library: it is tried again the next time.
  func sweep(_ db: Database) throws {
    for name in names(in: incoming) where incoming + "/" + name != session {
      let folder = incoming + "/" + name
      guard let lock = try? files.lockFolder(folder) else { continue }  // in use or not to be locked: it stays
      for file in names(in: folder) { try? files.remove(folder + "/" + file) }  // tried again the next time
      try? files.removeFolder(folder)  // tried again the next time
      withExtendedLifetime(lock) {}
    }
    let known = Set(try String.fetchAll(db, sql: "SELECT fileName FROM resource"))
    for part in names(in: resources) {
      for name in names(in: resources + "/" + part) where !known.contains(name) {
        try? files.remove(resources + "/" + part + "/" + name)  // tried again the next time
      }
    }
    try removeMovedSources(db)
  }

  private func names(in folder: String) -> [String] {
    // What cannot be read holds nothing to sweep; whoever goes on to write there is told why it cannot be.
    (try? files.names(in: folder)) ?? []
  }

  /// Removes the old names of files that were moved into the library by a process that died right afterwards.
  ///
  /// Only a name of the very file that the library has is removed: its bytes stay, whatever the database says.
  private func removeMovedSources(_ db: Database) throws {
    for row in try Row.fetchAll(db, sql: "SELECT path, fileName FROM movedSource") {
      let source = try row.decode(String.self, atIndex: 0)
      let name = try row.decode(String.self, atIndex: 1)
      if isResource(name, at: source) { do { try files.remove(source) } catch { continue } }  // again next time
      try db.execute(sql: "DELETE FROM movedSource WHERE fileName = ?", arguments: [name])
    }
  }

  private func isResource(_ name: String, at source: String) -> Bool {
    guard let resource = path(of: name), source != resource, let old = files.attributes(of: source),
      let new = files.attributes(of: resource)
    else { return false }
    return old.isRegular && new.isRegular && old.device == new.device && old.inode == new.inode
  }

  /// Removes this process's folder when the library is closed.
  func close() {
    // What stays is swept when it is opened again.
    for file in names(in: session) { try? files.remove(session + "/" + file) }
    try? files.removeFolder(session)
  }
}
