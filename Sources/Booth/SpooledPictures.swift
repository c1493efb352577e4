import KioskWeb
import MediaCore

/// A shared library's gallery, with the pictures that wait on this machine while its server is away.
struct SpooledPictures: KioskPictures {
  private let find: @Sendable () -> LibraryPictures?
  /// The pictures that wait; there are few of them, and they are at hand.
  private let waiting: LibraryPictures

  /// `find` returns the shared library's gallery, `nil` as long as that has not been opened.
  init(_ find: @escaping @Sendable () -> LibraryPictures?, waiting: LibraryPictures) {
    (self.find, self.waiting) = (find, waiting)
  }

  private var shared: LibraryPictures {
    get throws(WebFailure) {
      guard let shared = find() else {
        throw WebFailure(
          503, "unavailable", "The library's server has been away since the booth was started. Look here again later.")
      }
      return shared
    }
  }

  /// The gallery that has a picture: what does not wait is the shared one's.
  private func home(of id: String) async throws(WebFailure) -> LibraryPictures {
    // One that cannot be found here is asked for there.
    (try? await waiting.asset(id)) == nil ? try shared : waiting
  }

  /// While the server is away, the pictures that wait are all that can be shown.
  func page(after cursor: String?, limit: Int, filter: KioskFilter) async throws(WebFailure) -> KioskAssetPage {
    do throws(WebFailure) { return try await shared.page(after: cursor, limit: limit, filter: filter) } catch {
      guard error.code == "unavailable" else { throw error }
      return try await waiting.page(after: cursor, limit: limit, filter: filter)
    }
  }

  func asset(_ id: String) async throws(WebFailure) -> KioskAsset { try await home(of: id).asset(id) }

  func file(_ form: KioskFile.Form, of id: String, side: Int) async throws(WebFailure) -> KioskFile {
    try await home(of: id).file(form, of: id, side: side)
  }

  func setFavourite(_ isFavourite: Bool, _ id: String) async throws(WebFailure) -> KioskAsset {
    try await home(of: id).setFavourite(isFavourite, id)
  }

  func trash(_ id: String) async throws(WebFailure) { try await home(of: id).trash(id) }

  func restore(_ id: String) async throws(WebFailure) -> KioskAsset {
    do throws(WebFailure) { return try await waiting.restore(id) } catch {
      // What does not wait is the shared library's, which tells what is wrong.
      return try await shared.restore(id)
    }
  }

  func apply(_ effect: KioskEffect, at time: MediaTime?, to id: String) async throws(WebFailure) -> KioskAsset {
    try await home(of: id).apply(effect, at: time, to: id)
  }
}
