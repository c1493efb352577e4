/// An operation that a request asks for, once its block has ended.
enum ChangeOperation: Sendable {
  case create(String, [ResourceDraft], AssetChanges)
  case change(String, AssetChanges)
  case delete([String])
  /// Deletes some of the assets that were put into the trash by an instant.
  case deleteTrash(before: Int64, atMost: Int)
  case replaceProxy(String, ResourceDraft)
  /// Edited forms of an asset that is there, made of those of its files; `nil` are any.
  case edit(String, [ResourceDraft], basis: Set<String>?)
  /// Removes the edited forms that an asset shows; those that came with it are shown again, or its original.
  case revert(String, toOriginal: Bool)
  /// Edited forms that are lost, and a record of edits in the place of one that is.
  case giveUp(String, [ResourceType], record: ResourceDraft?)
  case album(String, AlbumChanges, isNew: Bool)
  case deleteAlbums([String])
}
