import Glibc
import SystemCalls

/// Files on disk: written under a temporary name in the same folder, synced, then given their name.
///
/// Killed at any instant, it leaves whole files or hidden temporary ones, which ``sweep(_:)`` removes. An
/// existing file is never replaced.
public struct DiskFiles: FileStore {
  /// Creates the files of the real file system.
  public init() {}

  /// Tells whether the folder of a file is there and may be written to by this process.
  public func canCreate(_ path: String) -> Bool {
    (try? checkFolder(of: path)) != nil  // why not is not asked here
  }

  /// Makes sure that the folder of a file is there, is one, and may be written to by this process.
  /// - Throws: ``FileStoreError`` about the folder, with what the system has against it; without a file's name about
  ///   the path.
  public func checkFolder(of path: String) throws(FileStoreError) {
    guard !path.isEmpty, path.utf8.last != UInt8(ascii: "/") else {
      throw FileStoreError(path, SystemError("access", path.isEmpty ? ENOENT : EISDIR))
    }
    let folder = Folder.containing(path)
    // What is no folder has nothing in it, and the system says so.
    try about(folder, try SystemError.check("access", access((folder + "/.").systemPath, W_OK | X_OK)))
  }

  /// Writes a new file.
  /// - Throws: ``FileStoreError`` with `.existing` for a name that is taken, or when the file cannot be written; what
  ///   `body` throws.
  public func create(
    _ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    if exists(path) { throw FileStoreError.existing(path) }
    let file = try StagedFile(path)
    do {
      try body { try file.write($0) }
      try file.sync()
      try file.publish()
      try syncFolder(Folder.containing(path))
    } catch {
      file.discard()
      throw error
    }
  }

  /// Writes several new files: all of them, or none.
  ///
  /// All are written under temporary names before the first one gets its own. A process that is killed between the
  /// first and the last renaming leaves the first ones, each of them whole.
  /// - Throws: ``FileStoreError`` with `.existing` for a name that is taken, or when a file cannot be written; what the
  ///   drafts throw.
  public func createAll(_ drafts: [FileDraft]) throws {
    for draft in drafts where exists(draft.path) { throw FileStoreError.existing(draft.path) }
    let paths = drafts.map(\.path)
    if let index = paths.indices.first(where: { paths[..<$0].contains(paths[$0]) }) {
      throw FileStoreError.existing(paths[index])
    }
    var made: [String] = []
    var files: [StagedFile] = []
    do {
      for draft in drafts {
        let folder = Folder.containing(draft.path)
        try Folder.make(folder, made: &made)
        let file = try StagedFile(draft.path)
        files.append(file)
        try draft.body { try file.write($0) }
        if let date = draft.modificationNanoseconds { try file.setDate(nanoseconds: date) }
        try file.sendToDisk()
      }
      for file in files { try file.sync() }
      for file in files { try file.publish() }
      for folder in Set((paths + made).map(Folder.containing)).sorted() { try syncFolder(folder) }
    } catch {
      for file in files { file.discard() }
      // Only those that are empty go.
      for folder in made.reversed() { rmdir(folder.systemPath) }
      throw error
    }
  }

  /// Gives a file another name, and sees to it that it lasts.
  /// - Throws: ``FileStoreError`` when the system refuses.
  public func move(_ path: String, to newPath: String) throws {
    try rename(path, to: newPath)
    for folder in Set([path, newPath].map(Folder.containing)).sorted() { try syncFolder(folder) }
  }

  /// Removes what an earlier process left half written in a folder; returns the names.
  @discardableResult
  public func sweep(_ folder: String) -> [String] {
    // What cannot be read holds nothing to sweep; whoever goes on to write there is told why it cannot be.
    let names = (try? names(in: folder)) ?? []
    return names.filter { $0.hasPrefix(StagedFile.prefix) && $0.hasSuffix(StagedFile.suffix) }.sorted()
      .filter { Folder.removeIfAbandoned(folder + "/" + $0) }
  }
}
