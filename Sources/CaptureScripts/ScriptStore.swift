import ByteCoding
import CaptureDevices
import FileStorage
import Glibc
import LiveCapture
import MediaCore
import Simulator
import Synchronization

/// The folder that a script writes into: in memory or on the disk, with the disk's faults, every file noted.
final class ScriptStore: FileStore {
  let disk: FaultyFiles
  let memory: MemoryFiles?
  let folder: String
  private let base: any FileStore
  let real = ScriptFolder()
  private let log: ScriptLog
  private let appeared = Mutex<[ScriptRun.File]>([])

  init(folder: String?, over base: (any FileStore)? = nil, log: ScriptLog) {
    memory = folder == nil && base == nil ? MemoryFiles() : nil
    self.base = base ?? memory ?? real
    disk = FaultyFiles(self.base)
    self.folder = Self.prefix(folder)
    self.log = log
  }

  static func prefix(_ folder: String?) -> String { folder.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? "" }

  private func checkPlace(_ path: String) throws(FileStoreError) {
    guard !isOurs(path) else { return }
    throw FileStoreError(
      path: path, operation: "create", errno: EPERM, message: "a script writes into its own folder and no other")
  }

  var files: [ScriptRun.File] { appeared.withLock { $0 }.sorted { $0.name < $1.name } }

  func name(_ path: String) -> String { path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path }

  func path(_ name: String) -> String { folder + name }

  /// Tells whether a path lies in the folder itself. Scripts come from anywhere: they write into one folder and no
  /// other.
  private func isOurs(_ path: String) -> Bool {
    guard path.hasPrefix(folder) else { return false }
    let name = name(path)
    return !name.isEmpty && !name.hasPrefix(".") && !name.contains("/")
  }

  func bytes(_ name: String) -> [UInt8]? {
    // Who looks into files says what is missing.
    try? (memory?.open(path(name)) ?? real.open(path(name))).allBytes()
  }

  /// Puts a file there, past the disk's faults.
  func put(_ name: String, _ bytes: [UInt8]) throws {
    real.expect(path(name))
    try base.create(path(name), bytes)
    note(ScriptRun.File(name: name, size: bytes.count, hash: Checksum.fnv1a(bytes)))
  }

  /// Keeps a still as an app would. Whether it could.
  @discardableResult
  func keep(_ photo: CapturePhoto, _ bytes: [UInt8], suffix mark: String = "") -> Bool {
    let id = photo.resolvedSettings.uniqueID.rawValue
    let suffix = photo.resolvedSettings.expectedPhotoCount > 1 ? "-\(photo.photoCount)" : ""
    let kind = photo.isRawPhoto ? "DNG" : bytes.starts(with: [0xff, 0xd8]) ? "JPG" : "HEIC"
    let name = "\(id)\(suffix)\(mark).\(kind)"
    do {
      try create(path(name), bytes)
      return true
    } catch {
      let errno = (error as? FileStoreError)?.errno ?? 0
      log.note(
        .file, name, detail: "not written: errno \(errno)", facts: ScriptFacts(file: name, errno: errno))
      return false
    }
  }

  func exists(_ path: String) -> Bool { disk.exists(path) }

  func canCreate(_ path: String) -> Bool { isOurs(path) && disk.canCreate(path) }

  func create(_ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
    try checkPlace(path)
    var (size, hash) = (0, Checksum.fnv1a([]))
    try disk.create(path) { write in
      try withoutActuallyEscaping(write) { write in
        try body { piece in
          try write(piece)
          size += piece.count
          hash = Checksum.fnv1a(piece, before: hash)
        }
      }
    }
    let name = name(path)
    note(ScriptRun.File(name: name, size: size, hash: hash))
  }

  func createAll(_ drafts: [FileDraft]) throws {
    for draft in drafts { try checkPlace(draft.path) }
    try disk.createAll(drafts)
  }

  private func note(_ file: ScriptRun.File) {
    appeared.withLock { $0.append(file) }
    log.note(
      .file, file.name, detail: "\(file.size) bytes, \(String(file.hash, radix: 16))",
      facts: ScriptFacts(file: file.name, bytes: file.size, hash: file.hash))
  }
}
