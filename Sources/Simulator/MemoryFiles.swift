import ByteCoding
public import FileStorage
import Glibc
import Synchronization
import SystemCalls

/// Files in memory. ``FaultyFiles`` over them are a disk that can be made to fill up.
///
/// Keeps the promise of every store: a file appears whole under its name, or not at all.
public final class MemoryFiles: FileStore, FileSource {
  private let kept = Mutex<[String: [UInt8]]>([:])

  /// No files yet.
  public init() {}

  /// Every file by its path.
  public var files: [String: [UInt8]] { kept.withLock { $0 } }

  /// Whether there is a file of that name.
  public func exists(_ path: String) -> Bool { kept.withLock { $0[path] != nil } }

  /// Opens a file, which stays as it is for whoever has it open.
  /// - Throws: `FileStoreError` with `ENOENT` when there is none, with `EISDIR` for a folder.
  public func open(_ path: String) throws(FileStoreError) -> FileBytes {
    guard let bytes = kept.withLock({ $0[path] }) else {
      throw FileStoreError(path, SystemError("open", names(below: path).isEmpty ? ENOENT : EISDIR))
    }
    return FileBytes(ArrayBytes(bytes, name: path))
  }

  /// What lies under a path: a folder is what files' paths lead through.
  /// - Throws: `FileStoreError` with `ENOENT` when there is nothing.
  public func kind(of path: String) throws(FileStoreError) -> PathKind {
    if exists(path) { return .file }
    guard names(below: path).isEmpty else { return .folder }
    throw FileStoreError(path, SystemError("stat", ENOENT))
  }

  /// The names in a folder.
  /// - Throws: `FileStoreError` with `ENOENT` when nothing is in it, with `ENOTDIR` for a file.
  public func names(in folder: String) throws(FileStoreError) -> [String] {
    let names = names(below: folder)
    guard names.isEmpty else { return Array(names) }
    throw FileStoreError(folder, SystemError("opendir", exists(folder) ? ENOTDIR : ENOENT))
  }

  private func names(below folder: String) -> Set<String> {
    let paths = kept.withLock { $0.keys.filter { $0.hasPrefix(folder + "/") } }
    return Set(paths.map { String($0.dropFirst(folder.count + 1).prefix { $0 != "/" }) })
  }

  /// Removes a file. Harmless if it is not there.
  public func remove(_ path: String) { kept.withLock { _ = $0.removeValue(forKey: path) } }

  /// Writes a new file.
  /// - Throws: `FileStoreError` with `EEXIST` for a name that is taken, or what `body` throws.
  public func create(
    _ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    if exists(path) { throw FileStoreError.existing(path) }
    try keep([(path, try Self.bytes(of: body))])
  }

  /// Writes several new files: all of them, or none. Their dates are not kept.
  /// - Throws: as ``create(_:_:)``.
  public func createAll(_ drafts: [FileDraft]) throws {
    for draft in drafts where exists(draft.path) { throw FileStoreError.existing(draft.path) }
    try keep(drafts.map { ($0.path, try Self.bytes(of: $0.body)) })
  }

  private static func bytes(
    of body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try body { bytes.append(contentsOf: $0) }
    return bytes
  }

  private func keep(_ files: [(path: String, bytes: [UInt8])]) throws {
    try kept.withLock { kept in
      var new = kept
      for file in files where new.updateValue(file.bytes, forKey: file.path) != nil {
        throw FileStoreError.existing(file.path)
      }
      kept = new
    }
  }
}
