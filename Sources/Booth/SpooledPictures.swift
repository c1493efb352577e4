import KioskWeb

/// A shared library's gallery, with the pictures that wait on this machine while its server is away.
struct SpooledPictures: KioskPictures {
  let shared: LibraryPictures
  /// The pictures that wait; there are few of them, and they are at hand.
  let waiting: LibraryPictures

  /// The gallery that has a picture: what does not wait is the shared one's.
  private func home(of id: String) async -> LibraryPictures {
    // One that cannot be found here is asked for there.
    (try? await waiting.asset(id)) == nil ? shared : waiting
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

  func apply(_ effect: KioskEffect, to id: String) async throws(WebFailure) -> KioskAsset {
    try await home(of: id).apply(effect, to: id)
  }
}
