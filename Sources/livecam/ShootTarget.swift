import LibraryCapture
import LiveCapture
import MediaCore
import PhotoLibrary
import Shooting

/// The destination of the photos of 'livecam shoot'.
enum ShootTarget {
  case folder(FolderPairs, any PairDestination)
  case library(LibraryPairs)

  init(_ command: ShootCommand) async throws {
    if let library = command.library {
      // Photos have another place to wait in: nobody stands before a camera for half a minute.
      let found = try await CaptureLibrary(LibraryPlace(library), waiting: .seconds(3))
      self = .library(LibraryPairs(found.library, offline: found.isAway ? nil : found.offline))
    } else {
      let folder = try FolderPairs(command.output)
      let isMotionPhoto = command.format != nil && command.format?.value != .livephoto
      self = .folder(
        folder, isMotionPhoto ? MotionPhotoPairs(folder: folder, leavesPairs: command.format?.value == .both) : folder)
    }
  }

  var destination: any PairDestination {
    switch self {
    case .folder(_, let destination): destination
    case .library(let pairs): pairs
    }
  }

  /// Returns the storage that keeps stills to be finished later.
  func deferredStorage() throws -> any DeferredPhotoStorage {
    switch self {
    case .folder(let folder, _): folder.deferredStorage
    case .library(let pairs): try pairs.deferredStorage()
    }
  }

  /// Leaves nothing where nothing was taken, and sends what was to the library's store.
  func end() {
    switch self {
    case .folder(let folder, _): folder.removeIfEmpty()
    case .library(let pairs): LibraryUpload.sendAdditions(since: 0, from: pairs.library, movesCaptures: true)
    }
  }
}
