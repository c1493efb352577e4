public import FileStorage
import Glibc
import Synchronization
import SystemCalls

/// Files in memory, on a disk that can be made to fill up.
///
/// Keeps the promise of every store: a file appears whole under its name, or not at all.
public final class MemoryFiles: FileStore {
  private struct State {
    var files: [String: [UInt8]] = [:]
    var freeBytes = Int.max
  }

  private let state = Mutex(State())

  /// A disk with room for `freeBytes`.
  public init(freeBytes: Int = .max) { state.withLock { $0.freeBytes = freeBytes } }

  /// Every file by its path.
  public var files: [String: [UInt8]] { state.withLock { $0.files } }

  /// The bytes that still fit. Setting it makes room, or takes it away.
  public var freeBytes: Int {
    get { state.withLock { $0.freeBytes } }
    set { state.withLock { $0.freeBytes = newValue } }
  }

  /// Whether there is a file of that name.
  public func exists(_ path: String) -> Bool { state.withLock { $0.files[path] != nil } }

  /// Removes a file, and makes room of it. Harmless if it is not there.
  public func remove(_ path: String) {
    state.withLock { state in
      let bytes = state.files.removeValue(forKey: path)
      if state.freeBytes < Int.max { state.freeBytes += bytes?.count ?? 0 }
    }
  }

  /// Writes a new file.
  /// - Throws: `FileStoreError` with `EEXIST` for a name that is taken, `ENOSPC` at the byte that does not fit; or
  ///   what `body` throws.
  public func create(
    _ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    if exists(path) { throw FileStoreError.existing(path) }
    let bytes = try Self.bytes(of: path, room: freeBytes, body)
    try keep([(path, bytes)])
  }

  /// Writes several new files: all of them, or none. Their dates are not kept.
  /// - Throws: as ``create(_:_:)``.
  public func createAll(_ drafts: [FileDraft]) throws {
    for draft in drafts where exists(draft.path) { throw FileStoreError.existing(draft.path) }
    var room = freeBytes
    var files: [(path: String, bytes: [UInt8])] = []
    for draft in drafts {
      files.append((draft.path, try Self.bytes(of: draft.path, room: room, draft.body)))
      room -= files[files.count - 1].bytes.count
    }
    try keep(files)
  }

  private static func bytes(
    of path: String, room: Int, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try body { piece in
      guard bytes.count + piece.count <= room else {
        throw FileStoreError(path, SystemError("write", ENOSPC))
      }
      bytes.append(contentsOf: piece)
    }
    return bytes
  }

  private func keep(_ files: [(path: String, bytes: [UInt8])]) throws {
    let taken = state.withLock { state in
      var new = state.files
      for file in files where new.updateValue(file.bytes, forKey: file.path) != nil { return file.path as String? }
      state.files = new
      state.freeBytes -= files.reduce(0) { $0 + $1.bytes.count }
      return nil
    }
    if let taken { throw FileStoreError.existing(taken) }
  }
}
