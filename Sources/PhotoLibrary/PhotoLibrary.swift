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
/// whatever ends the process at whatever instant. What a dead process leaves lying about is removed at the next
/// opening.
public final class PhotoLibrary: Sendable {
  /// The folder.
  public let path: String
  /// The clocks, files, permissions and other things that the library takes from around it.
  public let environment: LibraryEnvironment
  /// Requests for Live Photos to show.
  public let livePhotoRequests: LivePhotoRequests
  let folder: LibraryFolder
  /// The uploads to the store of originals, and removals from it; `nil` where the originals are in the folder.
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

  /// Opens the library in a folder, or makes one there, as `opening` says. However large it is, this takes no longer
  /// than what a process that died has left unfinished.
  ///
  /// - Throws: ``PhotosError`` 3303 when there is no library, and none is to be made; −1 when the folder cannot be read
  ///   or written, or what is in it is no library of a version known here; 3302 when its database is damaged; 3305 when
  ///   the disk is full.
  public convenience init(
    at path: String, environment: LibraryEnvironment, opening: LibraryOpening = .making()
  ) throws(PhotosError) {
    let files = environment.files
    if opening.makesOne { try fileAccess(path) { try LibraryFolder.checkIsFree(path, files: files) } }
    try self.init(at: path, environment: environment, opening: opening) { folder, opening in
      try SQLiteCatalog.open(folder + "/library.sqlite", opening, in: folder, files)
    }
  }

  /// Opens a library whose files are in a folder, and whose catalogue is wherever `openCatalog` finds it, which gets
  /// the folder's path and what it may do.
  package init(
    at path: String, environment: LibraryEnvironment, opening: LibraryOpening = .making(),
    openCatalog: (_ folder: String, _ opening: LibraryOpening) throws -> any CatalogDatabase
  ) throws(PhotosError) {
    let opened = try OpenedLibrary(at: path, environment, opening, openCatalog)
    var environment = environment
    environment.files = opened.folder.files
    self.path = path
    self.environment = environment
    (folder, spool, catalog) = (opened.folder, opened.spool, opened.catalog)
    handlerQueue = DispatchQueue(label: "livecam.photo-library.handlers")
    livePhotoRequests = LivePhotoRequests(mainQueue: environment.mainQueue, files: environment.files)
    access = AccessGate(environment, path: path, catalog: catalog, handlerQueue: handlerQueue)
    toldChange.withLock { $0 = opened.latestChange }
    environment.mainQueue.setSpecific(key: mainQueueKey, value: true)
    let observation = catalog.observe { [weak self] in self?.tellOfChanges() }
    watch.withLock { $0 = observation }
  }

  /// A Boolean value that indicates whether the library can be read and not changed: see ``LibraryOpening``.
  public var isReadOnly: Bool { folder.isReadOnly }

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

  /// Indicates whether the caller is where user interfaces live: on the main queue, or on the process's first thread.
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
