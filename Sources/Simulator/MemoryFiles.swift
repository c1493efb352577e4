public import FileStorage
import Synchronization

/// Files in memory. ``FaultyFiles`` over them are a disk that can be made to fill up.
///
/// Keeps the promise of every store: a file appears whole under its name, or not at all.
public final class MemoryFiles: FileStore {
  private let kept = Mutex<[String: [UInt8]]>([:])

  /// No files yet.
  public init() {}

  /// Every file by its path.
  public var files: [String: [UInt8]] { kept.withLock { $0 } }

  /// Whether there is a file of that name.
  public func exists(_ path: String) -> Bool { kept.withLock { $0[path] != nil } }

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
