import LibraryCapture
import PhotoLibrary

/// A library that captures go into. Of one whose catalogue is on a server there is another one beside it, which takes
/// captures while the server is away.
struct CaptureLibrary {
  let library: PhotoLibrary
  /// The library beside a shared one; `nil` without a server, or where it is the library itself.
  let offline: OfflineLibrary?

  /// Opens the library at a place, or makes it there. Where its server is away, the one beside it is the library:
  /// people are told so. The server is waited for no longer than `waiting`.
  /// - Throws: `PhotosError` when it cannot be used.
  init(
    _ place: LibraryPlace, authorization: LibraryAuthorizationPolicy = .prompting(LibraryAccessPrompt()),
    waiting: Duration
  ) async throws {
    let offline = place.server == nil ? nil : try LibraryOptions.offline(of: place)
    do {
      let shared = try LibraryOptions.open(place, makesOne: true, authorization: authorization, waiting: waiting)
      try await LibraryOptions.requireAccess(shared)
      guard !shared.isReadOnly else { throw PhotosError.readOnly(shared.path) }
      (library, self.offline) = (shared, offline)
    } catch let error as PhotosError where error.code == .networkError {
      guard let offline else { throw error }
      Terminal.complain(
        "livecam: \(error) Photos wait in \(offline.library.path); 'livecam library upload' moves them when it is back."
      )
      (library, self.offline) = (offline.library, nil)
    }
  }
}
