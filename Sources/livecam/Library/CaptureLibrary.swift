import LibraryCapture
import MediaCore
import PhotoLibrary

/// A library that captures go into. Of one whose catalogue is on a server there is another one beside it, which takes
/// captures while the server is away.
struct CaptureLibrary {
  let library: PhotoLibrary
  /// The library beside a shared one; `nil` without a server.
  let offline: OfflineLibrary?
  /// Indicates whether the server is away, so that the library is the one beside it.
  let isAway: Bool

  /// Opens the library at a place, or makes it there. Where its server is away, the one beside it is the library:
  /// people are told so, and that `moving` brings the photos to their place. The server is waited for no longer than
  /// `waiting`.
  /// - Throws: `PhotosError` when it cannot be used.
  init(
    _ place: LibraryPlace, authorization: LibraryAuthorizationPolicy = .prompting(LibraryAccessPrompt()),
    waiting: MediaTime, moving: String = "'livecam library upload' moves them when it is back"
  ) async throws {
    let offline = place.server == nil ? nil : try LibraryOptions.offline(of: place)
    do {
      let shared = try Self.open(place, authorization, waiting)
      try await LibraryOptions.requireAccess(shared)
      (library, self.offline, isAway) = (shared, offline, false)
    } catch let error as PhotosError where error.code == .networkError {
      guard let offline else { throw error }
      Terminal.complain(
        "livecam: \(error) Photos wait in \(offline.library.path); \(moving).")
      (library, self.offline, isAway) = (offline.library, offline, true)
    }
  }

  /// Opens a library to be changed.
  /// - Throws: `PhotosError` when it cannot be used.
  static func open(
    _ place: LibraryPlace, _ authorization: LibraryAuthorizationPolicy, _ waiting: MediaTime
  ) throws -> PhotoLibrary {
    let library = try LibraryOptions.open(place, makesOne: true, authorization: authorization, waiting: waiting)
    guard !library.isReadOnly else { throw PhotosError.readOnly(library) }
    LibraryOptions.sweepTrash(of: library)
    return library
  }
}
