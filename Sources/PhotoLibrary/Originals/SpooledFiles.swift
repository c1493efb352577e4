import ByteCoding
import FileStorage
import Glibc
import Hashing
import MediaCore
import Synchronization

/// A library's files where a store keeps the originals.
///
/// New originals stay in the folder, noted as waiting, until ``UploadSpool`` has sent them; originals of other machines
/// are fetched when they are opened. So a change of the library needs no network, and neither does reading what was
/// taken on this machine. Everything else is the disk's.
struct SpooledFiles: ForwardingFiles {
  let forwarded: any FileTree
  let spool: UploadSpool
  /// The library's folder.
  let folder: LibraryFolder
  /// Makes names that are never used again.
  let makeIdentifier: @Sendable () -> String
  /// The store's silence, for those who can do without its answer.
  let silence: StoreSilence

  private var store: any ObjectStore { spool.store }

  /// Returns whether a file can be read without the network.
  func isLocal(_ path: String) -> Bool { spool.name(at: path) == nil || forwarded.exists(path) }

  /// Returns the length of an original's object in the store; `nil` where there is none. A store that has not answered
  /// is not asked again for a while: each time would take seconds.
  /// - Throws: `FileStoreError` when the store does not answer.
  func sizeInStore(of name: String) throws(FileStoreError) -> Int64? {
    if let error = silence.error { throw error }
    do throws(FileStoreError) { return try store.size(of: spool.key(of: name)) } catch {
      silence.note(error)
      throw error
    }
  }

  // MARK: Reading

  func open(_ path: String) throws(FileStoreError) -> FileBytes {
    do throws(FileStoreError) { return try forwarded.open(path) } catch {
      guard error.code == .notFound, let name = spool.name(at: path) else { throw error }
      try fetch(name, to: path)
      return try forwarded.open(path)
    }
  }

  func exists(_ path: String) -> Bool { attributes(of: path) != nil || forwarded.exists(path) }

  func attributes(of path: String) -> FileAttributes? {
    if let found = forwarded.attributes(of: path) { return found }
    guard let name = spool.name(at: path) else { return nil }
    // Whoever opens it is told what keeps it from being read.
    return (try? store.size(of: spool.key(of: name))).flatMap { $0 }.map { FileAttributes(remoteFileOf: $0) }
  }

  func names(in folder: String) throws(FileStoreError) -> [String] {
    guard let prefix = spool.prefix(of: folder) else { return try forwarded.names(in: folder) }
    if prefix.isEmpty { return UploadSpool.parts }
    let remote = try store.keys(beginningWith: prefix).map { String($0.dropFirst(prefix.utf8.count)) }
    let local = forwarded.exists(folder) ? try forwarded.names(in: folder) : []
    return Set(local).union(remote).sorted()
  }

  /// Brings a file from the store to its place in the folder, whole or not at all.
  private func fetch(_ name: String, to path: String) throws(FileStoreError) {
    guard !folder.isReadOnly else {
      throw FileStoreError(
        .accessDenied, path: path, operation: "GET",
        message: "it is in \(store.name) alone, and the library's folder, where a copy would go, cannot be written")
    }
    let temporary = folder.session + "/" + makeIdentifier() + ".fetched.tmp"
    do {
      var hash = SHA256()
      var wanted: String?
      try forwarded.write(temporary) { write in
        wanted = try store.get(spool.key(of: name)) { piece in
          hash.update(piece)
          try write(piece)
        }
      }
      let found = hash.finish()
      guard wanted == nil || wanted == found else {
        throw FileStoreError(
          .damaged, path: path, operation: "GET", message: "\(store.name) has other bytes of it than were sent")
      }
      try forwarded.makeFolder(spool.resources + "/" + LibraryFolder.part(of: name))
      try forwarded.rename(temporary, to: path)
      // Deleted while it came: whoever did that has looked for a copy already.
      if spool.isDoomed(name) {
        try forwarded.remove(path)
        throw FileStoreError(.notFound, path: path, operation: "GET", message: "it has been deleted meanwhile")
      }
    } catch {
      // What stays is swept with the session's folder.
      try? forwarded.remove(temporary)
      let failure = error as? FileStoreError
      // Another process was faster.
      if failure?.code == .existing { return }
      if failure?.code == .notFound, !spool.isDoomed(name) {
        throw FileStoreError(
          .notFound, path: path, operation: "GET",
          message: "it is neither here nor in \(store.name); the machine that took it has not uploaded it yet "
            + "('livecam library upload' there does), or it is lost")
      }
      throw failure ?? FileStoreError(.system, path: path, operation: "GET", message: "\(error)")
    }
  }

  // MARK: Changing

  func link(_ path: String, to newPath: String) throws(FileStoreError) -> Bool {
    if let name = spool.name(at: newPath) { try spool.note(name, at: path) }
    try fetchIfRemote(path)
    return try forwarded.link(path, to: newPath)
  }

  func rename(_ path: String, to newPath: String) throws(FileStoreError) {
    if let name = spool.name(at: newPath) { try spool.note(name, at: path) }
    try fetchIfRemote(path)
    try forwarded.rename(path, to: newPath)
    if let name = spool.name(at: path) { try spool.doom(name) }
  }

  private func fetchIfRemote(_ path: String) throws(FileStoreError) {
    guard let name = spool.name(at: path), !forwarded.exists(path) else { return }
    try fetch(name, to: path)
  }

  func syncFolder(_ path: String) throws(FileStoreError) {
    if spool.prefix(of: path) != nil { try spool.sync() }
    try forwarded.syncFolder(path)
  }

  func remove(_ path: String) throws(FileStoreError) {
    if let name = spool.name(at: path) { try spool.doom(name) }
    try forwarded.remove(path)
  }
}

/// A memory of a store that did not answer.
final class StoreSilence: Sendable {
  private let clock: any MediaClock
  private let last = Mutex<(error: FileStoreError, time: MediaTime)?>(nil)
  private static let duration = MediaTime.seconds(30)

  init(_ clock: any MediaClock) { self.clock = clock }

  /// The error that the store gave some seconds ago; `nil` where it may be asked.
  var error: FileStoreError? {
    let now = clock.now
    return last.withLock { last in
      guard let known = last, now - known.time < Self.duration else { return nil }
      return known.error
    }
  }

  /// Notes that the store has given an error.
  func note(_ error: FileStoreError) {
    let now = clock.now
    last.withLock { $0 = (error, now) }
  }
}
