import Glibc
public import FileStorage
import Synchronization

/// Files in memory, on a disk that can be made to fill up.
///
/// Keeps the promise of every store: a file appears whole under its name, or not at all.
public final class InMemoryFileStore: FileStore {
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

  /// Writes a new file.
  /// - Throws: `FileStoreError` with `EEXIST` for a name that is taken, `ENOSPC` at the byte that does not fit; or
  ///   what `body` throws.
  public func create(
    _ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    if exists(path) { throw Self.existing(path) }
    var bytes: [UInt8] = []
    let room = freeBytes
    try body { piece in
      guard bytes.count + piece.count <= room else {
        throw FileStoreError(
          path: path, operation: "write", errno: ENOSPC, message: "the disk is full; free some space")
      }
      bytes.append(contentsOf: piece)
    }
    let isNew = state.withLock { state in
      guard state.files[path] == nil else { return false }
      state.files[path] = bytes
      state.freeBytes -= bytes.count
      return true
    }
    if !isNew { throw Self.existing(path) }
  }

  private static func existing(_ path: String) -> FileStoreError {
    FileStoreError(
      path: path, operation: "create", errno: EEXIST, isExisting: true,
      message: "a file of this name exists already; choose another name")
  }
}
