/// What a request asks for, once its block has ended.
enum ChangeOperation: Sendable {
  case create(String, [ResourceDraft], AssetChanges)
  case change(String, AssetChanges)
  case delete([String])
  case replaceProxy(String, ResourceDraft)
  case album(String, AlbumChanges, isNew: Bool)
  case deleteAlbums([String])
}
