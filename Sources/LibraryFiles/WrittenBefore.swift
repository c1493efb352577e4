import ByteCoding
import FileStorage
import Glibc
import LivePhotoFiles

/// Files that are to be written to a folder, of which an earlier export may have written some or all already.
struct WrittenBefore {
  let folders: any FileTree
  let store: any FileStore

  /// Writes files, all of them or none; returns whether they were there already, with the same bytes. Of files that an
  /// export was killed between, those that are missing are written.
  /// - Throws: `FileStoreError` with the code `existing` where another file has one of the names; what the store and
  ///   the drafts throw.
  func write(_ drafts: [FileDraft]) throws -> Bool {
    do {
      try store.createAll(drafts)
      return false
    } catch let error as FileStoreError where error.code == .existing {
      var missing: [FileDraft] = []
      for draft in drafts {
        if !store.exists(draft.path) { missing.append(draft) } else if try !isThere(draft) { throw error }
      }
      if !missing.isEmpty { try store.createAll(missing) }
      return missing.isEmpty
    }
  }

  /// Returns whether a file is there with a draft's bytes.
  func isThere(_ draft: FileDraft) throws -> Bool {
    struct Difference: Error {}
    // What cannot be read is another file.
    guard let there = try? folders.open(draft.path) else { return false }
    var position = 0
    do {
      try draft.body { piece in
        guard piece.count <= there.count - position,
          try there.bytes(position..<position + piece.count).withUnsafeBytes({ old in
            guard let old = old.baseAddress, let new = piece.baseAddress else { return true }
            return memcmp(old, new, piece.count) == 0
          })
        else { throw Difference() }
        position += piece.count
      }
    } catch is Difference {
      return false
    } catch is ByteError {
      return false
    }
    return position == there.count
  }
}
