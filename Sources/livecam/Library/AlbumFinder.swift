import PhotoLibrary

/// Albums by their titles.
enum AlbumFinder {
  /// The album of a title.
  /// - Throws: `PhotosError` when there is none.
  static func find(_ title: String, in library: PhotoLibrary) throws -> AssetCollection {
    let albums = try AssetCollection.fetchAlbums(in: library)
    guard let album = albums.first(where: { $0.title == title || $0.localIdentifier == title }) else {
      throw PhotosError(
        .identifierNotFound, context: title,
        message: "There is no album of this title. 'livecam library album list' tells which there are.")
    }
    return album
  }

  /// Makes sure that there is no album of a title.
  /// - Throws: `PhotosError` when there is one.
  static func checkIsFree(_ title: String, in library: PhotoLibrary) throws {
    guard try !AssetCollection.fetchAlbums(in: library).contains(where: { $0.title == title }) else {
      throw PhotosError(.changeNotSupported, context: title, message: "There is an album of this title already.")
    }
  }
}
