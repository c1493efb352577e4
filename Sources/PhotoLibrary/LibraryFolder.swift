import ByteCoding
import FileStorage
import Hashing
import MediaCore
import Synchronization

/// The folder of a library's files: the database, resources under their lasting names, and new ones on their way.
///
/// Every process that has the library open writes new files in a folder of its own below `incoming`, which it holds
/// locked; what lies in a folder that nobody holds was left by a process that died. A file gets its lasting name as a
/// second one, and keeps the first as a mark until the database knows it: so whoever opens the library next looks only
/// at what was not finished, however many files there are.
struct LibraryFolder: Sendable {
  let path: String
  private(set) var files: any FileTree
  /// The folder of this process below `incoming`.
  let session: String
  private let lock: SessionLock
  /// Indicates whether nothing in the folder may be changed.
  let isReadOnly: Bool

  var database: String { path + "/library.sqlite" }
  /// The parent of the folders that files have lasting names in.
  var resources: String { path + "/resources" }
  private var incoming: String { path + "/incoming" }

  /// Makes sure that a new library in a folder would be alone there: what a process has left that died while it made
  /// one is no hindrance.
  /// - Throws: ``PhotosError`` where anything else lies in the folder; `FileStoreError` where it cannot be read.
  static func checkIsFree(_ path: String, files: any FileTree) throws {
    guard files.exists(path), (files.attributes(of: path + "/library.sqlite")?.size ?? 0) == 0 else { return }
    var hasOriginals = false
    var hasOthers = false
    for name in try files.names(in: path) where !name.hasPrefix("library.sqlite") && name != "lost+found" {
      switch name {
      case "resources": hasOriginals = try !files.names(in: path + "/resources").isEmpty
      case "incoming":
        for session in try files.names(in: path + "/incoming") {
          let isBegun = try session.hasPrefix(sessionPrefix) && files.names(in: path + "/incoming/" + session).isEmpty
          if !isBegun { hasOthers = true }
        }
      default: hasOthers = true
      }
    }
    if hasOriginals { throw PhotosError.noDatabase(at: path, .internalError) }
    guard hasOthers else { return }
    throw PhotosError(
      .internalError, context: path,
      message: "There is something else in this folder. Name a new one, or an empty one, for a library.")
  }

  /// Makes the folders that are missing.
  init(_ path: String, files: any FileTree, name: String) throws(FileStoreError) {
    self.path = path
    self.files = files
    isReadOnly = false
    session = path + "/incoming/" + Self.sessionPrefix + name
    try files.makeFolder(path + "/resources")
    var lock: (any FolderLock)?
    // A sweep of another process may find the folder between its making and its locking, and remove it. File systems
    // without locks never give one; there nothing is swept either.
    for _ in 0..<100 where lock == nil {
      try files.makeFolder(session)
      lock = try files.lockFolder(session)
    }
    self.lock = SessionLock(lock)
  }

  /// Creates a folder in which nothing is made or changed.
  init(reading path: String, files: any FileTree, name: String) {
    (self.path, self.files, isReadOnly) = (path, files, true)
    (session, lock) = (path + "/incoming/" + Self.sessionPrefix + name, SessionLock(nil))
  }

  /// The same folder, whose files are reached by another way.
  func using(_ files: any FileTree) -> LibraryFolder {
    var folder = self
    folder.files = files
    return folder
  }

  /// The folder of a resource.
  func folder(of fileName: String) -> String { resources + "/" + Self.part(of: fileName) }

  /// The name of a resource's folder: 256 of them hold any number of files without any growing large.
  static func part(of fileName: String) -> String {
    var hash: UInt8 = 0
    for byte in fileName.utf8 { hash = hash &* 31 &+ byte }
    return hash.digits(2, radix: 16)
  }

  /// The path of a resource; `nil` for a name that no library gives, which might lead anywhere.
  func path(of fileName: String) -> String? {
    guard Self.isName(fileName) else { return nil }
    return folder(of: fileName) + "/" + fileName
  }

  /// Returns whether a name is made as names of resources are: letters, digits, hyphens and one dot, which isn't the
  /// first.
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

  /// Returns whether a resource's file has the bytes that it was added with. Of what only the store of originals has,
  /// the length is asked for, and the bytes are fetched where a check has found them damaged, as `isDoubted` tells; a
  /// store that does not answer is taken to be right.
  func holds(_ fileName: String, byteCount: Int64, sha256: String, isDoubted: Bool) -> Bool {
    guard let path = path(of: fileName) else { return false }
    if let spooled = files as? SpooledFiles, !spooled.isLocal(path) {
      do throws(FileStoreError) {
        guard try spooled.sizeInStore(of: fileName) == byteCount else { return false }
        if !isDoubted { return true }
      } catch {
        return true  // nothing is known of it
      }
    }
    guard let found = files.attributes(of: path), found.isRegular, Int64(found.size) == byteCount else { return false }
    var hash = SHA256()
    do { try ByteRope(files.open(path)).write { hash.update($0) } } catch {
      return false  // a disk that cannot read it any more has lost it
    }
    return hash.finish() == sha256
  }

  // MARK: New files

  /// Returns the path that marks a resource as new while the database does not know it.
  func mark(of fileName: String) -> String { session + "/" + fileName }

  /// Gives a complete file of this process's folder its lasting name. Its mark stays until ``settle(_:)``.
  func publish(_ temporaryPath: String, as fileName: String) throws(FileStoreError) {
    let (mark, lasting) = (mark(of: fileName), folder(of: fileName) + "/" + fileName)
    try files.makeFolder(folder(of: fileName))
    try files.rename(temporaryPath, to: mark)
    if try files.link(mark, to: lasting) { return }
    // A file system without second names: an empty file is the mark.
    try files.rename(mark, to: temporaryPath)
    do { try files.write(mark) { _ in } } catch {
      throw error as? FileStoreError
        ?? FileStoreError(.system, path: mark, operation: "write", message: "\(error)", underlying: error)
    }
    try files.rename(temporaryPath, to: lasting)
  }

  /// Makes the lasting names of files last.
  func sync(_ fileNames: [String]) throws(FileStoreError) {
    for folder in Set(fileNames.map(folder)).sorted() { try files.syncFolder(folder) }
  }

  /// Takes the marks away from files that the database knows.
  func settle(_ fileNames: [String]) {
    // A mark that stays is looked at when the library is opened again.
    for name in fileNames { try? files.remove(mark(of: name)) }
  }

  // MARK: Others

  private static let sessionPrefix = "session-"

  /// The folders of other processes, living and dead. Other folders, which lie there when `incoming` is a link to
  /// somebody's own, are none of the library's.
  private var otherSessions: [String] {
    names(in: incoming).filter { name in
      // Version 0.1 gave them an identifier alone.
      name.hasPrefix(Self.sessionPrefix)
        || name.utf8.count == 36 && name.utf8.allSatisfy { $0 == 0x2d || Character(Unicode.Scalar($0)).isHexDigit }
    }.map { incoming + "/" + $0 }.filter { $0 != session }
  }

  /// Returns whether no other living process has the library open.
  func isAlone() throws(FileStoreError) -> Bool {
    for folder in otherSessions {
      guard let lock = try files.lockFolder(folder) else { return false }
      withExtendedLifetime(lock) {}
    }
    return true
  }

  // MARK: Leftovers

  /// Removes what processes that died have left: files on their way, files with lasting names that the database does
  /// not know, those of deleted assets, and sources that were moved into the library and are still in their old place.
  ///
  /// What cannot be removed, because of permissions perhaps, keeps nobody from opening the library: it is tried again
  /// the next time.
  func sweep(_ catalog: any CatalogDatabase) throws {
    let abandoned = otherSessions
    let hasRows = try catalog.read { db in
      try db.integer(
        """
        SELECT (SELECT count(*) FROM movedSource)
          + (SELECT count(*) FROM doomedFile WHERE NOT (\(DeletedProxy.condition)))
        """) != 0
    }
    guard !abandoned.isEmpty || hasRows else { return }
    // While nobody else can change the library.
    try catalog.write(token: nil) { db in
      for folder in abandoned { try sweep(folder, db) }
      try removeMovedSources(db)
      try removeDoomedFiles(db)
    }
  }

  private func sweep(_ folder: String, _ db: any CatalogConnection) throws {
    guard let lock = try? files.lockFolder(folder) else { return }  // in use or not to be locked: it stays
    for file in names(in: folder) {
      if let path = path(of: file),
        try db.integer("SELECT count(*) FROM resource WHERE fileName = \(file)") == 0
      {
        do { try files.remove(path) } catch { continue }  // the mark stays with what it marks
      }
      try? files.remove(folder + "/" + file)  // tried again the next time
    }
    try? files.removeFolder(folder)  // tried again the next time
    withExtendedLifetime(lock) {}
  }

  /// The names in a folder; none where it cannot be read.
  func names(in folder: String) -> [String] {
    // What cannot be read holds nothing to sweep, and whoever goes on to write there is told why it cannot be.
    (try? files.names(in: folder)) ?? []
  }

  /// Removes the old names of files that were moved into the library by a process that died right afterwards.
  ///
  /// Only a name of the very file that the library has is removed: its bytes stay, whatever the database says.
  private func removeMovedSources(_ db: any CatalogConnection) throws {
    for row in try db.rows(of: "SELECT path, fileName FROM movedSource", { $0 }) {
      let (source, name) = (try row.text(0), try row.text(1))
      if isResource(name, at: source) { do { try files.remove(source) } catch { continue } }  // again next time
      try db.execute("DELETE FROM movedSource WHERE fileName = \(name)")
    }
  }

  private func isResource(_ name: String, at source: String) -> Bool {
    guard let resource = path(of: name), source != resource, let old = files.attributes(of: source),
      let new = files.attributes(of: resource)
    else { return false }
    return old.isRegular && new.isRegular && old.device == new.device && old.inode == new.inode
  }

  /// Removes files whose assets were deleted by a process that died right afterwards.
  private func removeDoomedFiles(_ db: any CatalogConnection) throws {
    for name in try db.rows(
      of: "SELECT fileName FROM doomedFile WHERE NOT (\(DeletedProxy.condition))", { try $0.text(0) })
    {
      if let path = path(of: name) { do { try files.remove(path) } catch { continue } }  // again next time
      try db.execute("DELETE FROM doomedFile WHERE fileName = \(name)")
    }
  }

  /// Removes this process's folder when the library is closed. Marks stay, with what they mark, where a change's
  /// outcome is not known.
  func close() {
    guard !isReadOnly else { return }
    // What stays is swept when it is opened again.
    for file in names(in: session) where file.hasSuffix(".tmp") { try? files.remove(session + "/" + file) }
    try? files.removeFolder(session)
    lock.release()
  }

  /// The lock of this process's folder, which is given up when the library is closed, whoever still has copies of this.
  private final class SessionLock: Sendable {
    private let lock: Mutex<(any FolderLock)?>

    init(_ lock: (any FolderLock)?) { self.lock = Mutex(lock) }

    func release() { lock.withLock { $0 = nil } }
  }
}
