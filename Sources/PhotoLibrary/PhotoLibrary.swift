import ByteCoding
import Dispatch
import FileStorage
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
  /// What is to be done in the store of originals; `nil` where they are in the folder.
  let spool: UploadSpool?
  let catalog: any CatalogDatabase
  /// The last change that observers were told of.
  private let toldChange = Mutex<Int64>(0)
  /// The hashes of staged files that were written here, which need not be read once more.
  let stagedHashes = Mutex<[String: String]>([:])
  private let watch = Mutex<(any CatalogObservation)?>(nil)
  let access: AccessGate
  let observers = ObserverList()
  /// Change blocks run here, one after the other.
  let changeQueue = DispatchQueue(label: "livecam.photo-library.changes")
  /// Completion handlers are called here; never on the main queue.
  let handlerQueue: DispatchQueue
  let observerQueue = DispatchQueue(label: "livecam.photo-library.observers")
  private let mainQueueKey = DispatchSpecificKey<Bool>()

  /// Opens the library in a folder, or makes one there. However large it is, this takes no longer than what a process that
  /// died has left unfinished.
  ///
  /// - Throws: ``PhotosError`` −1 when the folder cannot be written, or what is in it is no library of a version known
  ///   here; 3305 when the disk is full.
  public convenience init(at path: String, environment: LibraryEnvironment) throws(PhotosError) {
    try self.init(at: path, environment: environment) { try SQLiteCatalog($0 + "/library.sqlite") }
  }

  /// Opens a library whose files are in a folder, and whose catalogue is wherever `openCatalog` finds it, which gets the
  /// folder's path.
  package init(
    at path: String, environment: LibraryEnvironment,
    openCatalog: (_ folder: String) throws -> any CatalogDatabase
  ) throws(PhotosError) {
    self.path = path
    let handlers = DispatchQueue(label: "livecam.photo-library.handlers")
    handlerQueue = handlers
    let name = environment.makeIdentifier()
    guard LibraryFolder.isName(name) else {
      throw PhotosError(
        .internalError, context: path,
        message: "The environment makes the identifier \(name). Make them of letters, digits and hyphens.")
    }
    let folder = try fileAccess(path) { try LibraryFolder(path, files: environment.files, name: name) }
    let catalog: any CatalogDatabase
    do { catalog = try openCatalog(path) } catch {
      folder.close()
      throw PhotosError(of: error, context: path)
    }
    var environment = environment
    do {
      try Schema.migrate(catalog)
      (spool, environment.files) = try Originals.files(in: folder, of: catalog, environment)
      self.folder = folder.using(environment.files)
      try self.folder.sweep(catalog)
      let latest = try catalog.read { try History.latest($0) }
      toldChange.withLock { $0 = latest }
    } catch {
      folder.close()
      throw PhotosError(of: error, context: path)
    }
    self.environment = environment
    self.catalog = catalog
    livePhotoRequests = LivePhotoRequests(mainQueue: environment.mainQueue, files: environment.files)
    access = AccessGate(environment, path: path, catalog: catalog, handlerQueue: handlers)
    environment.mainQueue.setSpecific(key: mainQueueKey, value: true)
    let observation = catalog.observe { [weak self] in self?.tellOfChanges() }
    watch.withLock { $0 = observation }
  }

  deinit {
    watch.withLock { $0 = nil }
    environment.mainQueue.setSpecific(key: mainQueueKey, value: nil)
    catalog.close()
    folder.close()
  }

  /// Tells observers if the library was changed, by this process or another, since they were told last.
  func tellOfChanges() {
    // A catalogue that cannot be read now tells again when it can.
    guard let latest = try? catalog.read({ try History.latest($0) }) else { return }
    let isNew = toldChange.withLock { told in
      defer { told = max(told, latest) }
      return latest > told
    }
    if isNew { observers.tell(self, on: observerQueue) }
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

  /// The files of its assets, and the store that they may be in.
  public var originals: Originals { Originals(library: self) }

  func read<Value>(_ body: (any CatalogConnection) throws -> Value) throws(PhotosError) -> Value {
    try fileAccess(path) { try catalog.read(body) }
  }
}
