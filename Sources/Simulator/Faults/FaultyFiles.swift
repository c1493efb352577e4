public import FileStorage
import Glibc
import Synchronization
import SystemCalls

/// A file store that passes calls to another one, and fails on request as a full, read-only or missing disk does.
///
/// Like every store, it guarantees that a file appears complete under its name, or not at all.
public final class FaultyFiles: FileStore {
  /// The fault of the folder.
  public enum Folder: String, Sendable, Hashable, CaseIterable {
    /// The folder has no fault.
    case open
    /// The folder is not writable, which can be seen before writing.
    case unwritable
    /// The folder disappears between the check and the writing.
    case vanishes
  }

  private struct State {
    var room = Int.max
    var folder = Folder.open
    /// The bytes of the files that were written here.
    var sizes: [String: Int] = [:]
  }

  private let store: any FileStore
  private let state = Mutex(State())

  /// Creates a disk over `store` that has room for `bytes` more bytes, by default for any number.
  public init(_ store: any FileStore, room bytes: Int? = nil) {
    self.store = store
    setRoom(bytes)
  }

  /// Sets the number of bytes that still fit; the byte after them finds the disk full. `nil` makes room for any number.
  /// The room of a file that was not completed, or that is removed, is free again.
  public func setRoom(_ bytes: Int?) { state.withLock { $0.room = max(0, bytes ?? .max) } }

  /// Makes the folder writable or unwritable, or makes it vanish.
  public func setFolder(_ folder: Folder) { state.withLock { $0.folder = folder } }

  /// Tells whether there is a file or a folder of that name.
  public func exists(_ path: String) -> Bool { store.exists(path) }

  /// Tells whether a file of that name could be written.
  public func canCreate(_ path: String) -> Bool {
    state.withLock { $0.folder } != .unwritable && store.canCreate(path)
  }

  /// Writes a new file.
  /// - Throws: `FileStoreError` for the disk's faults, or what the other disk throws.
  public func create(
    _ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    try checkFolder(path)
    try whole { use in
      try store.create(path) { write in
        try withoutActuallyEscaping(write) { write in
          try body { piece in
            try use(piece.count, path)
            try write(piece)
          }
        }
      }
    }
  }

  /// Writes several new files: all of them, or none.
  /// - Throws: as ``create(_:_:)``.
  public func createAll(_ drafts: [FileDraft]) throws {
    for draft in drafts { try checkFolder(draft.path) }
    try whole { use in
      try store.createAll(
        drafts.map { draft in
          FileDraft(draft.path, modificationNanoseconds: draft.modificationNanoseconds) { write in
            try withoutActuallyEscaping(write) { write in
              try draft.body { piece in
                try use(piece.count, draft.path)
                try write(piece)
              }
            }
          }
        })
    }
  }

  /// Gives a file another name, unless the folder is closed.
  /// - Throws: `FileStoreError` for the folder, or what the other disk throws.
  public func move(_ path: String, to newPath: String) throws {
    try checkFolder(newPath)
    try store.move(path, to: newPath)
    state.withLock { $0.sizes[newPath] = $0.sizes.removeValue(forKey: path) }
  }

  /// Removes a file, whose room is free again if it was written here.
  /// - Throws: what the other disk throws.
  public func remove(_ path: String) throws {
    try store.remove(path)
    free(state.withLock { $0.sizes.removeValue(forKey: path) } ?? 0)
  }

  /// Removes the files that an earlier process left half written on the other disk.
  public func sweep(_ folder: String) -> [String] { store.sweep(folder) }

  /// Makes room of a file that was removed behind this disk's back.
  public func didRemove(bytes: Int) { free(bytes) }

  /// Does all of a writing, whose pieces `use` room, or makes room again of what it took: nothing stays of a file that
  /// fails.
  private func whole(_ body: (_ use: @escaping @Sendable (_ bytes: Int, _ path: String) throws -> Void) throws -> Void)
    throws
  {
    let taken = Mutex<[String: Int]>([:])
    do {
      try body { bytes, path in
        try self.use(bytes, path: path)
        taken.withLock { $0[path, default: 0] += bytes }
      }
    } catch {
      free(taken.withLock { $0.values.reduce(0, +) })
      throw error
    }
    state.withLock { state in state.sizes.merge(taken.withLock { $0 }) { $1 } }
  }

  private func free(_ bytes: Int) {
    state.withLock { state in
      if state.room != .max { state.room += min(max(0, bytes), .max - 1 - state.room) }
    }
  }

  private func checkFolder(_ path: String) throws {
    switch state.withLock({ $0.folder }) {
    case .open: return
    case .unwritable: throw FileStoreError(path, SystemError("open", EACCES))
    case .vanishes: throw FileStoreError(path, SystemError("open", ENOENT))
    }
  }

  private func use(_ bytes: Int, path: String) throws {
    let fits = state.withLock { state in
      guard state.room != .max else { return true }
      guard bytes <= state.room else { return false }
      state.room -= bytes
      return true
    }
    guard fits else { throw FileStoreError(path, SystemError("write", ENOSPC)) }
  }
}
