import ByteCoding
import FileStorage
import Glibc
import Hashing
import MediaCore

/// The work that is to be done in a store of originals, noted in the folder `uploads` of the library: when a process
/// ends early, the next one goes on.
///
/// `NAME` there is a second name of an original that waits to be sent. `NAME~sent`, written before its first byte is,
/// holds what the store needs to go on after a cut. `NAME~gone` is an original that is to be removed from the store.
struct UploadSpool: Sendable {
  let disk: any FileTree
  let store: any ObjectStore
  /// The library's folder.
  let folder: String

  private static let (sent, gone, taken) = ("~sent", "~gone", "~taken")
  private var uploads: String { folder + "/uploads" }
  var resources: String { folder + "/resources" }

  /// The names of the folders that originals are in.
  static let parts = (UInt8.min...UInt8.max).map { $0.digits(2, radix: 16) }

  // MARK: Names

  /// The name of the original at a path; `nil` for what is no original.
  func name(at path: String) -> String? {
    guard path.hasPrefix(resources + "/"), let name = path.split(separator: "/").last.map(String.init) else {
      return nil
    }
    return LibraryFolder.isName(name) && path == place(of: name) ? name : nil
  }

  /// Returns the prefix of the names that the store's objects have for one of the folders of originals: empty for their
  /// parent, `nil` for another folder.
  func prefix(of path: String) -> String? {
    if path == resources { return "" }
    guard path.hasPrefix(resources + "/") else { return nil }
    let part = path.dropFirst(resources.utf8.count + 1)
    return part.utf8.contains(UInt8(ascii: "/")) ? nil : "resources/" + part + "/"
  }

  /// The object's name in the store.
  func key(of name: String) -> String { "resources/" + LibraryFolder.part(of: name) + "/" + name }

  private func place(of name: String) -> String { folder + "/" + key(of: name) }

  // MARK: Whose the store is

  /// The name of the object that tells whose originals the store has.
  static let identifierKey = "identifier"

  /// Gives the store to a library, of which `note` tells the library itself: both know of it, or neither.
  /// - Throws: ``PhotosError`` when another library has the store; whatever is wrong with the store; what `note`
  ///   throws.
  func claimed<Value>(as identifier: String, note: (_ identifier: String) throws -> Value) throws -> Value {
    // Says what is wrong with the store, if anything is.
    guard try store.size(of: Self.identifierKey) == nil else {
      throw PhotosError(
        .changeNotSupported, context: store.name,
        message:
          "Another library keeps its originals there. Name another bucket or prefix. If that library is no more, "
          + "remove the object '\(Self.identifierKey)' there.")
    }
    do {
      try identify(as: identifier)
      return try note(identifier)
    } catch {
      // A catalogue that cannot be reached may have made its note all the same. An object that stays is told to whoever
      // names the store next.
      if (error as? CatalogError)?.code != .unreachable { try? store.remove(Self.identifierKey, abandoning: nil) }
      throw error
    }
  }

  /// Notes in the store whose originals it has.
  private func identify(as identifier: String) throws {
    let bytes = Array(identifier.utf8)
    let source = ArrayBytes(bytes, name: Self.identifierKey)
    try store.put(source, as: Self.identifierKey, sha256: SHA256.digest(of: bytes), resuming: nil) { _ in }
  }

  /// Returns the identifier of the library whose originals the store has; `nil` when it is nobody's.
  func identifier() throws -> String? {
    guard let count = try store.size(of: Self.identifierKey), count <= 128 else { return nil }
    var bytes: [UInt8] = []
    _ = try store.get(Self.identifierKey) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Notes

  /// Notes that an original, whose bytes are at `path`, waits to be sent.
  func note(_ name: String, at path: String) throws(FileStoreError) {
    let mark = uploads + "/" + name
    guard !disk.exists(mark) else { return }
    if !disk.exists(uploads) { try disk.makeFolder(uploads) }
    if try disk.link(path, to: mark) { return }
    // A file system without second names: an empty file is the mark.
    try write("", to: mark)
  }

  /// Notes that an original, here or elsewhere, is to go.
  func doom(_ name: String) throws(FileStoreError) {
    let mark = uploads + "/" + name
    // What was never sent is in no store. Who is just sending it finds its mark taken away in the end, and notes this.
    if try take(mark), !disk.exists(mark + Self.sent) { return }
    try noteGone(name)
  }

  private func noteGone(_ name: String) throws(FileStoreError) {
    let note = uploads + "/" + name + Self.gone
    if !disk.exists(uploads) { try disk.makeFolder(uploads) }
    if !disk.exists(note) {
      do throws(FileStoreError) { try write("", to: note) } catch { if error.code != .existing { throw error } }
    }
    try disk.syncFolder(uploads)
  }

  /// Returns whether an original waits to be sent to the store, or to be removed from it.
  func isWaiting(_ name: String) -> Bool { disk.exists(uploads + "/" + name) || isDoomed(name) }

  /// Returns whether an original is to be removed from the store.
  func isDoomed(_ name: String) -> Bool { disk.exists(uploads + "/" + name + Self.gone) }

  /// Takes the note away that an original waits to be sent; `false` if there is none, or another process was faster.
  private func take(_ mark: String) throws(FileStoreError) -> Bool {
    let taken = mark + Self.taken
    // Left by a process that died.
    try disk.remove(taken)
    do throws(FileStoreError) { try disk.rename(mark, to: taken) } catch {
      if [.notFound, .existing].contains(error.code) { return false }
      throw error
    }
    try disk.remove(taken)
    return true
  }

  /// Makes notes last.
  func sync() throws(FileStoreError) {
    if disk.exists(uploads) { try disk.syncFolder(uploads) }
  }

  private func write(_ text: String, to path: String) throws(FileStoreError) {
    do { try disk.write(path, Array(text.utf8)) } catch {
      throw error as? FileStoreError
        ?? FileStoreError(.system, path: path, operation: "write", message: "\(error)", underlying: error)
    }
  }

  // MARK: Work

  /// The number of originals that wait to be sent or removed.
  var waitingCount: Int { waiting.count }

  /// The originals that are to be removed from the store.
  var doomed: Set<String> {
    Set(names(in: uploads).filter { $0.hasSuffix(Self.gone) }.map { String($0.dropLast(Self.gone.count)) })
  }

  private var waiting: [String] {
    names(in: uploads).filter { !$0.hasSuffix(Self.sent) && !$0.hasSuffix(Self.taken) }.sorted()
  }

  private func names(in folder: String) -> [String] {
    // Without the folder nothing waits.
    (try? disk.names(in: folder)) ?? []
  }

  /// Sends and removes all that waits, one after the other; what a change that is being made has added waits for the
  /// next call. Another process that is at it already is left to it.
  /// - Throws: `FileStoreError`, or what `progress` throws; what is done by then stays done.
  func drain(progress: (UploadReport) throws -> Void) throws -> UploadReport {
    var report = UploadReport()
    report.waitingCount = waitingCount
    guard report.waitingCount > 0, let lock = try disk.lockFolder(uploads) else { return report }
    defer { withExtendedLifetime(lock) {} }
    for name in names(in: uploads) where name.hasSuffix(Self.taken) { try disk.remove(uploads + "/" + name) }
    let unfinished = Set(names(in: folder + "/incoming").flatMap { names(in: folder + "/incoming/" + $0) })
    for mark in waiting {
      if mark.hasSuffix(Self.gone) {
        try removeFromStore(String(mark.dropLast(Self.gone.count)))
        report.removedCount += 1
      } else if unfinished.contains(mark) {
        continue
      } else if let count = try send(mark) {
        report.sentCount += 1
        report.byteCount += Int64(count)
      }
      report.waitingCount = max(0, report.waitingCount - 1)
      try progress(report)
    }
    return report
  }

  private func note(of name: String) -> String? {
    // Without a note nothing has been sent.
    (try? disk.open(uploads + "/" + name + Self.sent).allBytes()).map { String(decoding: $0, as: UTF8.self) }
  }

  private func removeFromStore(_ name: String) throws(FileStoreError) {
    let mark = uploads + "/" + name
    try store.remove(key(of: name), abandoning: note(of: name))
    try disk.remove(mark + Self.sent)
    try disk.remove(mark + Self.gone)
  }

  /// Sends a file, and returns the number of its bytes; `nil` if it has gone meanwhile.
  private func send(_ name: String) throws -> Int? {
    let mark = uploads + "/" + name
    guard disk.exists(place(of: name)) else {
      try doom(name)
      return nil
    }
    let source = try disk.open(place(of: name))
    var hash = SHA256()
    try ByteRope(source).write { hash.update($0) }
    try store.put(source, as: key(of: name), sha256: hash.finish(), resuming: note(of: name)) { note in
      try disk.remove(mark + Self.sent)
      try write(note, to: mark + Self.sent)
      try disk.syncFolder(uploads)
    }
    // A mark without it is sent once more, which does no harm; the other way round, nobody could tell what it is.
    try disk.remove(mark + Self.sent)
    // Deleted by somebody who did not know that it was on its way.
    if try !take(mark) { try noteGone(name) }
    return source.count
  }

  /// Notes all originals of the folder as waiting to be sent.
  func noteAll() throws(FileStoreError) {
    for part in Self.parts {
      for name in names(in: resources + "/" + part) where LibraryFolder.isName(name) {
        try note(name, at: place(of: name))
      }
    }
    try sync()
  }

  /// Removes files of the folder that the store has, too; returns how many, and their bytes.
  func free() throws(FileStoreError) -> (count: Int, byteCount: Int64) {
    var freed: (count: Int, byteCount: Int64) = (0, 0)
    let unfinished = Set(names(in: folder + "/incoming").flatMap { names(in: folder + "/incoming/" + $0) })
    for part in Self.parts {
      for name in names(in: resources + "/" + part) where !disk.exists(uploads + "/" + name) {
        guard !unfinished.contains(name), let found = disk.attributes(of: place(of: name)),
          try store.size(of: key(of: name)) == found.size
        else { continue }
        try disk.remove(place(of: name))
        freed.count += 1
        freed.byteCount += found.size
      }
    }
    return freed
  }
}

/// The outcome of an upload of originals.
public struct UploadReport: Sendable, Hashable {
  /// The number of files that were sent.
  public internal(set) var sentCount = 0
  /// The number of bytes that were sent.
  public internal(set) var byteCount: Int64 = 0
  /// The number of files of deleted assets that were removed from the store.
  public internal(set) var removedCount = 0
  /// The number of files that still wait, because a change of theirs is not finished or another process sends them.
  public internal(set) var waitingCount = 0
}
