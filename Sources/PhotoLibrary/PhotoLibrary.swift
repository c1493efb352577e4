import ByteCoding
import Dispatch
import FileStorage
import GRDB
import Glibc
import MediaCore
import Synchronization

/// A library of photos, Live Photos and movies: a folder with a database and the assets' files. Stands for
/// `PHPhotoLibrary`.
///
/// Several processes may have the same folder open. Every change is one transaction: all of it happens, or nothing,
/// whatever ends the process at whatever instant. What a dead process leaves lying about is removed at the next opening.
public final class PhotoLibrary: Sendable {
  /// The folder.
  public let path: String
  /// What the library takes from around it.
  public let environment: LibraryEnvironment
  /// Requests for Live Photos to show.
  public let livePhotoRequests: LivePhotoRequests
  let folder: LibraryFolder
  let pool: DatabasePool
  let access: AccessGate
  let observers = ObserverList()
  /// Change blocks run here, one after the other.
  let changeQueue = DispatchQueue(label: "livecam.photo-library.changes")
  /// Completion handlers are called here; never on the main queue.
  let handlerQueue: DispatchQueue
  let observerQueue = DispatchQueue(label: "livecam.photo-library.observers")
  private let mainQueueKey = DispatchSpecificKey<Bool>()

  /// Opens the library in a folder, or makes one there. Takes as long as reading the names of its files.
  ///
  /// - Throws: ``PhotosError`` −1 when the folder cannot be written, or what is in it is no library of a version known
  ///   here; 3305 when the disk is full.
  public init(at path: String, environment: LibraryEnvironment) throws(PhotosError) {
    self.path = path
    self.environment = environment
    let handlers = DispatchQueue(label: "livecam.photo-library.handlers")
    handlerQueue = handlers
    livePhotoRequests = LivePhotoRequests(mainQueue: environment.mainQueue, files: environment.files)
    let files = environment.files
    let name = environment.makeIdentifier()
    guard LibraryFolder.isName(name) else {
      throw PhotosError(
        .internalError, context: path,
        message: "The environment makes the identifier \(name). Make them of letters, digits and hyphens.")
    }
    let folder = try fileAccess(path) { try LibraryFolder(path, files: files, name: name) }
    self.folder = folder
    do {
      pool = try Self.openDatabase(folder)
      access = AccessGate(environment.authorization, pool: pool, handlerQueue: handlers)
      try pool.write { try folder.sweep($0) }
    } catch {
      folder.close()
      throw PhotosError(of: error, context: path)
    }
    environment.mainQueue.setSpecific(key: mainQueueKey, value: true)
  }

  deinit {
    environment.mainQueue.setSpecific(key: mainQueueKey, value: nil)
    try? pool.close()  // nobody is left to hear of it
    folder.close()
  }

  private static func openDatabase(_ folder: LibraryFolder) throws -> DatabasePool {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.label = "photo-library"
    // Another process may be in the middle of a change with large files.
    configuration.busyMode = .timeout(30)
    let pool = try DatabasePool(path: folder.database, configuration: configuration)
    // A source that was moved may be the only copy: its old name goes after the commit, which must be on the disk by
    // then. Pools begin with NORMAL, which leaves that to the next checkpoint.
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    let migrator = Schema.migrator
    try migrator.migrate(pool)
    let isTooNew = try pool.read { try migrator.hasBeenSuperseded($0) }
    guard !isTooNew else {
      throw PhotosError(
        .internalError, context: folder.path,
        message: "A newer version has written this library. Open it with that, or a later one.")
    }
    return pool
  }

  /// Whether the caller is where user interfaces live: on the main queue, or on the process's first thread.
  var isOnMain: Bool {
    if DispatchQueue.getSpecific(key: mainQueueKey) == true { return true }
    var buffer = [CChar](repeating: 0, count: 64)
    // `PID/task/TID`: the first thread has the process's number.
    guard readlink("/proc/thread-self", &buffer, buffer.count - 1) > 0 else { return false }
    let name = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: name, as: UTF8.self) == "\(getpid())/task/\(getpid())"
  }

  func read<Value>(_ body: (Database) throws -> Value) throws(PhotosError) -> Value {
    try fileAccess(path) { try pool.read(body) }
  }
}
