import Dispatch
import FileStorage
public import LiveCapture
public import MediaCore
public import PhotoLibrary
public import Shooting
import Synchronization

/// Writes captures into a photo library: each becomes one asset, which appears once all its files are there.
///
/// A still, its RAW samples, its proxy and its movie are staged in the library's folder while they are made. A process
/// that dies before the end of a capture leaves no asset of it.
public final class LibraryPairs: PairDestination {
  /// The path of the library, by which messages name the destination.
  public var name: String { library.path }
  /// The library that receives the photos.
  public let library: PhotoLibrary
  private let offline: OfflineLibrary?
  /// The number of the last capture, and whether the shared library's server was away when it was asked for one.
  private let last = Mutex<(number: Int, isAway: Bool)>((0, false))
  /// Takes numbers in the order of the captures, so that whoever stands before the camera need not wait for a server.
  private let queue = DispatchQueue(label: "livecam.library-capture.numbers")
  /// The names of captures whose stills are to be finished later.
  private let deferred = Mutex<[CaptureID: String]>([:])
  /// The folder of the sources of stills that are finished later.
  public var deferredFolder: String { Self.deferredFolder(of: library) }

  /// Returns the folder of the sources of a library's stills that are finished later.
  public static func deferredFolder(of library: PhotoLibrary) -> String { library.path + "/deferred" }

  /// Creates a destination in a library. Photos are named by numbers, beginning after the assets that the library has.
  /// No two captures get the same number, even in different processes. While the server of a shared library is away,
  /// captures go to `offline`, which ``OfflineLibrary/move(to:)`` empties, and which has numbers of its own.
  public init(_ library: PhotoLibrary, offline: OfflineLibrary? = nil) {
    self.library = library
    self.offline = offline
  }

  /// Creates a destination in the program's own library in a folder, which is made if it is not there. Clocks are those
  /// of the session's environment, such as a station's.
  /// - Throws: `PhotosError` when the folder cannot be written, or what is in it is no library.
  public convenience init(at path: String, in environment: CaptureEnvironment) throws(PhotosError) {
    let environment = LibraryEnvironment(
      clock: environment.clock, wallClock: environment.wallClock, authorization: .fixed(.authorized))
    self.init(try PhotoLibrary(at: path, environment: environment))
  }

  /// Returns the storage of a session's stills that are finished later: in the library's folder.
  /// - Throws: `FileStoreError` when the folder cannot be made.
  public func deferredStorage() throws -> FolderDeferredStorage {
    try library.environment.files.makeFolder(deferredFolder)
    return FolderDeferredStorage(
      folder: deferredFolder, files: library.environment.exports, tree: library.environment.files
    ) { [self] id in deferred.withLock { $0.removeValue(forKey: id) } }
  }

  /// Takes the next number. Where a server may have to be waited for, this returns before it is taken.
  /// - Throws: `PhotosError` when the library takes no files, or cannot be changed.
  public func begin(_ id: CaptureID, of plan: ShootPlan) throws -> any PendingPair {
    let name = LateName()
    if offline == nil {
      name.become(.success(try takeName()))
    } else {
      queue.async { [self] in name.become(nextName()) }
    }
    var lock: (any NameReservation)?
    if plan.isDeferred {
      // A library beside a shared one gives the same names; what is deferred must have one of its own. It is left alone
      // while it is taken.
      let source = try name.wait() + "-" + library.environment.makeIdentifier().prefix(8)
      lock = try library.environment.files.reserve(PairNames.lockPath(of: source, in: deferredFolder))
      deferred.withLock { $0[id] = source }
    }
    return LibraryPair(name: name, plan: plan, library: library, offline: offline, lock: lock) { [self] in
      last.withLock { $0.isAway = false }
    }
  }

  private func nextName() -> Result<String, PhotosError> {
    do throws(PhotosError) { return .success(try takeName()) } catch { return .failure(error) }
  }

  /// Indicates whether a capture that a shared library has refused for this reason is to wait beside it: what is wrong
  /// is its server, and not the capture or who takes it.
  static func isOfServer(_ error: PhotosError) -> Bool {
    [.networkError, .internalError, .notEnoughSpace].contains(error.code)
  }

  private func takeName() throws(PhotosError) -> String {
    let digits = "\(try takeNumber())"
    return "IMG_" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private func takeNumber() throws(PhotosError) -> Int {
    let (number, isAway) = last.withLock { $0 }
    var taken: Int?
    if !isAway { taken = try sharedNumber() }
    let next =
      if let taken { taken } else { try LibraryDraft.takeNumber(in: offline?.library ?? library, above: number) }
    last.withLock { $0.number = max($0.number, next) }
    return next
  }

  /// A number of the library's; `nil` where its server is away. It is not asked again before it has taken a capture:
  /// that would keep whoever stands before the camera waiting.
  private func sharedNumber() throws(PhotosError) -> Int? {
    do { return try LibraryDraft.takeNumber(in: library) } catch {
      guard Self.isOfServer(error), offline != nil else { throw error }
      last.withLock { $0.isAway = true }
      return nil
    }
  }

  /// Puts a finished still into the place of its proxy; returns the asset's local identifier.
  /// - Throws: `PhotosError` when no asset has its proxy, or the library cannot be changed.
  public static func finish(
    _ photo: CapturePhoto, named name: String, in library: PhotoLibrary
  ) throws(PhotosError) -> String {
    guard let bytes = photo.fileDataRepresentation() else {
      throw PhotosError(.missingResource, context: name, message: "The still has no bytes. Take it again.")
    }
    switch try library.replaceProxyAndWait(withFinishedPhoto: bytes) {
    case .replaced(let identifier), .wasReplaced(let identifier): return identifier
    case .noProxy:
      throw PhotosError(
        .identifierNotFound, context: name,
        message: "No asset of the library has its proxy: the asset was deleted for good, or its capture was cut off. "
          + "'livecam library check --repair' puts its frames aside.")
    }
  }

  /// Removes the frames of stills that were to be finished later, and whose assets have been deleted for good. Whoever
  /// deletes assets calls this; so does whoever opens the library to change it, as a process may have ended in between.
  /// - Throws: `FileStoreError` when the folder cannot be read or changed; `PhotosError` when the library cannot.
  public static func removeDeletedSources(
    in library: PhotoLibrary, media: @autoclosure () -> CaptureMedia, configuration: SessionConfiguration
  ) throws {
    let proxies = try library.deletedProxies()
    guard !proxies.isEmpty else { return }
    let (files, folder) = (library.environment.files, deferredFolder(of: library))
    let storage = FolderDeferredStorage(folder: folder, files: library.environment.exports, tree: files)
    let processor = DeferredPhotoProcessor(storage, media: media(), configuration: configuration)
    let names = files.exists(folder) ? try storage.names() : []
    for proxy in proxies {
      // What has another name need not be finished to be told apart.
      for name in names where name.hasPrefix((proxy.name.split(separator: ".").first ?? "") + "-") {
        // What cannot be finished is told by a check.
        guard let pending = try? processor.pending(named: name),
          let photo = try? processor.finish(pending).fileDataRepresentation(),
          try library.isAbandoned(finishedPhoto: photo, of: proxy)
        else { continue }
        try processor.remove(pending)
      }
    }
    try library.forget(proxies)
  }

  /// A file of frames that a still was to be finished from, and that no asset waits for.
  public struct OrphanedSource: Sendable {
    /// The file's path.
    public let path: String
    /// The reason why the file cannot be used; `nil` where it can be finished, and no asset of the library has its
    /// proxy.
    public let failure: CaptureError?
  }

  /// Returns the sources of a library's deferred stills that no asset waits for: the asset was deleted for good, or the
  /// process was killed before it was stored. Sources of captures that still run are left out. Each still is made, and
  /// then released.
  /// - Throws: `FileStoreError` when the folder cannot be read; `PhotosError` when the library cannot.
  public static func orphanedSources(
    in library: PhotoLibrary, media: CaptureMedia, configuration: SessionConfiguration
  ) throws -> [OrphanedSource] {
    let (files, folder) = (library.environment.files, deferredFolder(of: library))
    guard files.exists(folder) else { return [] }
    let storage = FolderDeferredStorage(folder: folder, files: library.environment.exports, tree: files)
    let processor = DeferredPhotoProcessor(storage, media: media, configuration: configuration)
    return try storage.names().compactMap { name in
      let path = "\(folder)/\(name).\(FolderDeferredStorage.fileExtension)"
      files.releaseAbandoned(PairNames.lockPath(of: name, in: folder))
      guard !files.isReserved(PairNames.lockPath(of: name, in: folder)) else { return nil }
      let photo: CapturePhoto
      do throws(CaptureError) { photo = try processor.finish(processor.pending(named: name)) } catch {
        return OrphanedSource(path: path, failure: error)
      }
      let isAwaited = try photo.fileDataRepresentation().map { try library.hasAsset(ofFinishedPhoto: $0) } ?? false
      return isAwaited ? nil : OrphanedSource(path: path, failure: nil)
    }
  }
}
