import ByteCoding
public import FileStorage
import Glibc
import Synchronization
import SystemCalls

/// A file store in memory. Wrap it in ``FaultyFiles`` for a disk that can become full.
///
/// Keeps the promise of every store: a file appears whole under its name, or not at all.
public final class MemoryFiles: FileStore, FileSource {
  private let kept = Mutex<[String: [UInt8]]>([:])

  /// Creates a store without files.
  public init() {}

  /// The bytes of all files, by their paths.
  public var files: [String: [UInt8]] { kept.withLock { $0 } }

  /// A file's bytes, or the names in a folder, which is what files' paths lead through.
  private func look(
    at path: String, for operation: String
  ) throws(FileStoreError) -> (bytes: [UInt8]?, names: Set<String>) {
    let name = String(path.reversed().drop { $0 == "/" }.reversed())
    let files = self.files
    if name == path, let bytes = files[name] { return (bytes, []) }
    let start = name + "/"
    let below = path.isEmpty ? [] : files.keys.filter { $0.hasPrefix(start) }
    guard below.isEmpty else {
      return (nil, Set(below.map { String($0.dropFirst(name.count + 1).prefix { $0 != "/" }) }))
    }
    let isBehindFile = path.indices.contains { path[$0] == "/" && files[String(path[..<$0])] != nil }
    throw FileStoreError(path, SystemError(operation, isBehindFile ? ENOTDIR : ENOENT))
  }

  /// Tells whether there is a file of that name, or a folder.
  public func exists(_ path: String) -> Bool {
    // Why not is not asked.
    if path.isEmpty || path.hasSuffix("/") { return (try? kind(of: path)) != nil }
    let start = path + "/"
    return kept.withLock { kept in kept[path] != nil || kept.keys.contains { $0.hasPrefix(start) } }
  }

  /// Opens a file. Its bytes remain those of this instant, even if the file is replaced while it is open.
  /// - Throws: `FileStoreError` with `ENOENT` when there is none, with `EISDIR` for a folder, with `ENOTDIR` behind a
  ///   file.
  public func open(_ path: String) throws(FileStoreError) -> FileBytes {
    guard let bytes = try look(at: path, for: "open").bytes else {
      throw FileStoreError(path, SystemError("open", EISDIR))
    }
    return FileBytes(ArrayBytes(bytes, name: path))
  }

  /// Returns what lies under a path.
  /// - Throws: `FileStoreError` with `ENOENT` when there is nothing, with `ENOTDIR` behind a file.
  public func kind(of path: String) throws(FileStoreError) -> PathKind {
    try look(at: path, for: "stat").bytes == nil ? .folder : .file
  }

  /// Returns the names in a folder.
  /// - Throws: `FileStoreError` with `ENOENT` when nothing is in it, with `ENOTDIR` for a file and behind one.
  public func names(in folder: String) throws(FileStoreError) -> [String] {
    let (bytes, names) = try look(at: folder, for: "opendir")
    guard bytes == nil else { throw FileStoreError(folder, SystemError("opendir", ENOTDIR)) }
    return Array(names)
  }

  /// Gives a file another name.
  /// - Throws: `FileStoreError` with `ENOENT` when there is none, with `EEXIST` for a name that is taken.
  public func move(_ path: String, to newPath: String) throws {
    if exists(newPath) { throw FileStoreError.existing(newPath) }
    try kept.withLock { kept in
      guard let bytes = kept.removeValue(forKey: path) else {
        throw FileStoreError(path, SystemError("rename", ENOENT))
      }
      kept[newPath] = bytes
    }
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
