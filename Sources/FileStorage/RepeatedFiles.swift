import ByteCoding
import Synchronization
import SystemCalls

/// A store for work that is done again because its process was ended in the middle: a file that is there already is as
/// good as written if it is the very file that is to be written, byte by byte. Any other is refused and stays. What
/// that process left half written is removed.
package final class RepeatedFiles: FileStore {
  private let store: any FileStore
  private let source: any FileSource
  private let swept = Mutex<Set<String>>([])

  /// Creates a store that writes to `store`, whose files `source` reads.
  package init(_ store: any FileStore = DiskFiles(), source: any FileSource = DiskFiles()) {
    (self.store, self.source) = (store, source)
  }

  /// Returns `false`: what is there may be what is to be written.
  package func exists(_ path: String) -> Bool { false }

  package func canCreate(_ path: String) -> Bool { store.canCreate(path) }

  package func create(
    _ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    sweepOnce(Folder.containing(path))
    if store.exists(path) { try compare(path, body) } else { try store.create(path, body) }
  }

  package func createAll(_ drafts: [FileDraft]) throws {
    for draft in drafts { sweepOnce(Folder.containing(draft.path)) }
    // Bodies run in the order of the drafts, and each once; what is missing is written last, and all of it or none.
    for draft in drafts where store.exists(draft.path) { try compare(draft.path, draft.body) }
    try store.createAll(drafts.filter { !store.exists($0.path) })
  }

  @discardableResult
  package func sweep(_ folder: String) -> [String] { store.sweep(folder) }

  private func sweepOnce(_ folder: String) {
    if swept.withLock({ $0.insert(folder).inserted }) { sweep(folder) }
  }

  private func compare(
    _ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    let file = try source.open(path)
    var position = 0
    try body { bytes in
      guard file.count - position >= bytes.count, try file.bytes(position..<position + bytes.count).elementsEqual(bytes)
      else { throw FileStoreError.existing(path) }
      position += bytes.count
    }
    guard position == file.count else { throw FileStoreError.existing(path) }
  }
}
