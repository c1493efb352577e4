import LibraryCapture
import LiveCapture
import PhotoLibrary
import Shooting

/// Where the photos of 'livecam shoot' go.
enum ShootTarget {
  case folder(FolderPairs, any PairDestination)
  case library(LibraryPairs)

  init(_ command: ShootCommand) async throws {
    if let library = command.library {
      let opened = try LibraryOptions.open(LibraryPlace(library), makesOne: true)
      try await LibraryOptions.requireAccess(opened)
      self = .library(try LibraryPairs(opened))
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

  /// What keeps stills that are finished later.
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
    case .library(let pairs): LibraryUpload.sendAdditions(since: 0, from: pairs.library)
    }
  }
}
