import LibraryCapture
import LiveCapture
import PhotoLibrary
import Shooting

/// The destination of the photos of 'livecam shoot'.
enum ShootTarget {
  case folder(FolderPairs, any PairDestination)
  case library(LibraryPairs)

  init(_ command: ShootCommand) async throws {
    if let library = command.library {
      self = .library(try await Self.pairs(in: LibraryPlace(library)))
    } else {
      let folder = try FolderPairs(command.output)
      let isMotionPhoto = command.format != nil && command.format?.value != .livephoto
      self = .folder(
        folder, isMotionPhoto ? MotionPhotoPairs(folder: folder, leavesPairs: command.format?.value == .both) : folder)
    }
  }

  /// A library that is there; of one whose catalogue is on a server that is away, the one beside it.
  private static func pairs(in place: LibraryPlace) async throws -> LibraryPairs {
    let offline = place.server == nil ? nil : try LibraryOptions.offline(of: place)
    do {
      // Photos have another place to wait in: nobody stands before a camera for half a minute.
      let library = try LibraryOptions.open(place, makesOne: true, waiting: .seconds(3))
      try await LibraryOptions.requireAccess(library)
      return LibraryPairs(library, offline: offline)
    } catch let error as PhotosError where error.code == .networkError {
      guard let offline else { throw error }
      Terminal.complain(
        "livecam: \(error) Photos wait in \(offline.library.path); 'livecam library upload' moves them when it is back."
      )
      return LibraryPairs(offline.library)
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
