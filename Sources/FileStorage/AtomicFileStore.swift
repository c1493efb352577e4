import Glibc

/// Files on disk: written under a temporary name in the same folder, synced, then given their name.
///
/// Killed at any instant, it leaves whole files or hidden temporary ones, which ``sweep(_:)`` removes. An
/// existing file is never replaced.
public struct AtomicFileStore: FileStore {
  /// A store on the real file system.
  public init() {}

  /// Whether there is anything under that name.
  public func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether the folder of a file is there and may be written to by this process.
  public func canCreate(_ path: String) -> Bool { (try? checkFolder(of: path)) != nil }

  /// Makes sure that the folder of a file is there, is one, and may be written to by this process.
  /// - Throws: ``FileStoreError`` about the folder, with what the system has against it; without a file's name about the
  ///   path.
  public func checkFolder(of path: String) throws(FileStoreError) {
    guard !path.isEmpty, !path.hasSuffix("/") else {
      errno = path.isEmpty ? ENOENT : EISDIR
      throw StagedFile.failure(path, "access")
    }
    let folder = StagedFile.folder(of: path)
    // What is no folder has nothing in it, and the system says so.
    guard access(folder + "/.", W_OK | X_OK) == 0 else { throw StagedFile.failure(folder, "access") }
  }

  /// Writes a new file.
  public func create(
    _ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    if exists(path) { throw StagedFile.existing(path) }
    var file = try StagedFile(path)
    do {
      try body { try file.write($0) }
      try file.sync()
      try file.publish()
      try StagedFile.syncFolder(StagedFile.folder(of: path))
    } catch {
      file.discard()
      throw error
    }
  }

  /// Writes several new files: all of them, or none.
  ///
  /// All are written under temporary names before the first one gets its own. A process that is killed between the
  /// first and the last renaming leaves the first ones, each of them whole.
  public func createAll(_ drafts: [FileDraft]) throws {
    for draft in drafts where exists(draft.path) { throw StagedFile.existing(draft.path) }
    let paths = drafts.map(\.path)
    if let index = paths.indices.first(where: { paths[..<$0].contains(paths[$0]) }) {
      throw StagedFile.existing(paths[index])
    }
    var folders = MadeFolders()
    var files: [StagedFile] = []
    do {
      for draft in drafts {
        try folders.make(StagedFile.folder(of: draft.path))
        files.append(try StagedFile(draft.path))
        let last = files.count - 1
        try draft.body { try files[last].write($0) }
        if let date = draft.modificationNanoseconds { try files[last].setDate(nanoseconds: date) }
        try files[last].sendToDisk()
      }
      for index in files.indices { try files[index].sync() }
      for index in files.indices { try files[index].publish() }
      for folder in Set(paths.map(StagedFile.folder)).sorted() { try StagedFile.syncFolder(folder) }
    } catch {
      for index in files.indices { files[index].discard() }
      folders.remove()
      throw error
    }
  }

  /// Removes what an earlier process left half written in a folder; returns the names.
  @discardableResult
  public func sweep(_ folder: String) -> [String] {
    FolderNames.all(in: folder).filter { $0.hasPrefix(StagedFile.prefix) && $0.hasSuffix(StagedFile.suffix) }.sorted()
      .filter { FileLock.removeIfAbandoned(folder + "/" + $0) }
  }
}
