public import FileStorage
public import LiveCapture
public import MediaCore
import Synchronization

/// A folder that photos go into, under the next free numbers: `IMG_0001.JPG` and `IMG_0001.MOV`.
public final class FolderPairs: PairDestination {
  /// The folder's path.
  public let name: String
  /// The store that files are written to.
  public let files: any FileStore
  private let folder: OutputFolder
  private let names: Mutex<PairNames>
  /// The names of captures whose stills are to be finished later.
  private let deferred = Mutex<[CaptureID: String]>([:])

  /// Creates the folder at a path, which is made if it is not there. Leftovers of programs that were killed are swept.
  /// - Throws: `FileStoreError` when it cannot be made, or takes no files.
  public init(_ path: String, files: any FileStore = DiskFiles()) throws {
    name = path
    self.files = files
    folder = try OutputFolder(path)
    do {
      files.sweep(path)
      let names = try PairNames(folder: path)
      // Whoever may not write here hears of it before any device is opened.
      try names.tryNext()
      self.names = Mutex(names)
    } catch {
      folder.removeIfEmpty()
      throw error
    }
  }

  /// The storage of a session's stills that are finished later: in the folder, each under its capture's name.
  public var deferredStorage: FolderDeferredStorage {
    FolderDeferredStorage(folder: name, files: files) { [self] id in deferred.withLock { $0.removeValue(forKey: id) } }
  }

  /// Takes the folder away again if it was made here and nothing has come to lie in it.
  public func removeIfEmpty() { folder.removeIfEmpty() }

  /// Takes the next free number.
  /// - Throws: `FileStoreError` when the folder cannot be written to.
  public func begin(_ id: CaptureID, of plan: ShootPlan) throws -> any PendingPair { try beginPair(id, of: plan) }

  /// Reserves the next free number, for a destination that stores files of its own beside those of the pair.
  /// - Throws: `FileStoreError` when the folder cannot be written to.
  public func beginPair(_ id: CaptureID, of plan: ShootPlan) throws -> FolderPair {
    let reservation = try names.withLock { try $0.reserve() }
    if plan.isDeferred { deferred.withLock { $0[id] = reservation.name } }
    return FolderPair(destination: self, reservation: reservation, plan: plan)
  }
}

/// The files of one capture in a folder.
public struct FolderPair: PendingPair {
  let destination: FolderPairs
  let reservation: PairNames.Reservation
  let plan: ShootPlan

  /// The stem of the names.
  public var name: String { reservation.name }

  /// The session writes the movie, on a queue of its own: no still waits for it.
  public var movieDestination: LivePhotoMovieDestination { .file(moviePath) }

  /// The path of the movie: the still's, but for its extension `MOV`.
  public var moviePath: String { reservation.moviePath }

  /// Returns the path of another file of the capture.
  public func path(_ fileName: String) -> String { destination.name + "/" + fileName }

  /// Stores a still, a RAW photo or a proxy.
  public func add(_ photo: CapturePhoto, isProxy: Bool) -> StoredFile? {
    guard let bytes = photo.fileDataRepresentation(), let type = photo.fileType else { return nil }
    let path = isProxy ? reservation.proxyPath : reservation.path(type, exposure: exposure(of: photo))
    return StoredFile(isProxy ? .proxy(photo) : .still(photo), at: path) { try create(path, bytes) }
  }

  /// Stores a movie that was handed over.
  public func store(_ movie: [UInt8]) -> StoredFile {
    StoredFile(.movie, at: moviePath) { try create(moviePath, movie) }
  }

  /// The session has written the movie.
  public func add(_ movie: CapturedMovie) {}

  /// Releases the number; the files keep it from being used again.
  public func end() -> [StoredFile] {
    reservation.release()
    return []
  }

  private func create(_ path: String, _ bytes: [UInt8]) throws -> Int {
    try destination.files.create(path, bytes)
    return bytes.count
  }

  /// Returns the number of a photo's exposure within a bracket, from 1, whatever the profile counts; 0 outside
  /// brackets.
  private func exposure(of photo: CapturePhoto) -> Int {
    guard !plan.bracket.isEmpty else { return 0 }
    return (photo.photoCount - 1) / (plan.raw == .besideStill ? 2 : 1) + 1
  }
}
