import FileStorage
import Synchronization

/// The real folder under a script's disk: keeps what it refuses by itself, which is no fault of the script's.
final class ScriptFolder: FileStore {
  private struct State {
    /// Paths that were written in this run, or that the script puts in the way.
    var own: Set<String> = []
    var failures: [(path: String, reason: String)] = []
  }

  private let store = DiskFiles()
  private let state = Mutex(State())

  /// The files that the folder refused although the script asks for no fault, a sentence each.
  var failures: [String] {
    state.withLock { $0.failures }.map { "\($0.path) was not written: \($0.reason)" }
  }

  /// A file of the script's own is to be there: whatever finds it in the way fails as the script wants it.
  func expect(_ path: String) { state.withLock { _ = $0.own.insert(path) } }

  func exists(_ path: String) -> Bool {
    let isThere = store.exists(path)
    if isThere { noteExisting(path) }
    return isThere
  }

  func open(_ path: String) throws(FileStoreError) -> FileBytes { try store.open(path) }

  func canCreate(_ path: String) -> Bool { store.canCreate(path) }

  func create(_ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
    // What the caller throws, scripted faults among it, is not the folder's.
    var isCallers = false
    do {
      try store.create(path) { write in
        try withoutActuallyEscaping(write) { write in
          var isFolders = false
          do {
            try body { piece in
              do { try write(piece) } catch {
                isFolders = true
                throw error
              }
            }
          } catch {
            isCallers = !isFolders
            throw error
          }
        }
      }
      state.withLock { _ = $0.own.insert(path) }
    } catch {
      if !isCallers { note(path, error) }
      throw error
    }
  }

  func createAll(_ drafts: [FileDraft]) throws {
    try store.createAll(drafts)
    state.withLock { $0.own.formUnion(drafts.map(\.path)) }
  }

  private func note(_ path: String, _ error: any Error) {
    guard let error = error as? FileStoreError, error.code != .existing else { return noteExisting(path) }
    add(path, error.message + (error.errno.map { " [errno \($0)]" } ?? ""))
  }

  private func noteExisting(_ path: String) {
    guard !state.withLock({ $0.own.contains(path) }) else { return }
    add(path, "a file of this name was there before the script began; name an empty folder")
  }

  private func add(_ path: String, _ reason: String) {
    state.withLock { state in
      if !state.failures.contains(where: { $0.path == path }) { state.failures.append((path, reason)) }
    }
  }
}
