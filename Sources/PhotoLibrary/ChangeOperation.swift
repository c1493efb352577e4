/// What a request asks for, once its block has ended.
enum ChangeOperation: Sendable {
  case create(AssetDraft)
  case change(String, AssetChanges)
  case delete([String])
  case replaceProxy(String, ResourceDraft)
  case createAlbum(String, AlbumChanges)
  case changeAlbum(String, AlbumChanges)
  case deleteAlbums([String])

  /// Whether being allowed to add is enough.
  var isAddition: Bool {
    if case .create = self { return true }
    return false
  }
}
