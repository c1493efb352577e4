public import FileStorage
import Glibc
import Synchronization

/// A store for a session's movies that keeps them at hand, to be put into Motion Photos.
///
/// A movie stays in memory until it is taken. Where pairs are to be left too, it is written to its file as well;
/// otherwise it never is one, so nothing of it can be left on disk.
public final class HeldMovies: FileStore {
  /// Where files really go.
  public let files: any FileStore
  /// Whether movies become files of their own.
  public let leavesFiles: Bool
  private let held = Mutex<[String: [UInt8]]>([:])

  /// A store over another one.
  public init(files: any FileStore, leavesFiles: Bool) {
    self.files = files
    self.leavesFiles = leavesFiles
  }

  /// Whether there is a file of that name, or a movie that is held under it.
  public func exists(_ path: String) -> Bool { held.withLock { $0[path] != nil } || files.exists(path) }

  /// Whether the store below could write it.
  public func canCreate(_ path: String) -> Bool { files.canCreate(path) }

  /// Takes in a movie.
  /// - Throws: `FileStoreError` for a name that is taken, or what the store below or `body` throws.
  public func create(
    _ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    guard !exists(path) else {
      throw FileStoreError(
        path: path, operation: "create", errno: EEXIST, isExisting: true,
        message: "a file of this name exists already; choose another name")
    }
    var bytes: [UInt8] = []
    try body { bytes.append(contentsOf: $0) }
    if leavesFiles { try files.create(path) { write in try bytes.withUnsafeBytes(write) } }
    held.withLock { $0[path] = bytes }
  }

  /// Writes files that belong together; they are not held.
  /// - Throws: what the store below throws.
  public func createAll(_ drafts: [FileDraft]) throws { try files.createAll(drafts) }

  /// The bytes of a movie, which is held no more; `nil` if it was not written.
  func take(_ path: String) -> [UInt8]? { held.withLock { $0.removeValue(forKey: path) } }
}
