public import FoundationEssentials

/// One edited form of an asset: what a full-size photo or movie shows after edits, or what the edits were.
public struct AssetEdit: Sendable {
  let draft: ResourceDraft

  /// Creates an edited form from bytes. `type` is a full-size form, an adjustment base, or adjustment data.
  public init(_ type: ResourceType, data: [UInt8]) {
    draft = ResourceDraft(type: type, source: .data(data), options: AssetResourceCreationOptions())
  }

  /// Creates an edited form from a file, which must stay until the change has been made.
  public init(
    _ type: ResourceType, fileURL: URL, options: AssetResourceCreationOptions = AssetResourceCreationOptions()
  ) {
    draft = ResourceDraft(type: type, source: .file(fileURL), options: options)
  }
}

extension AssetChangeRequest {
  /// Gives an asset edited forms, in a change block; the originals stay, and ``revertAssetContentToOriginal(of:in:)``
  /// brings them back. Edited forms that it had before go, except those of another program that came with the asset:
  /// these are set aside, as ``ResourceType/importedFullSizePhoto`` and the like. Stands for `contentEditingOutput`.
  ///
  /// `basis` are the asset's files that the edits were made of. If somebody else has edited the asset meanwhile, so
  /// that it has others, the whole block fails with 3301, and nobody's edit is lost; `nil` takes the place of whatever
  /// there is. The whole block fails with 3306 when the asset cannot have such a form, and when still and movie do not
  /// belong together.
  public static func setContentEdits(
    _ edits: [AssetEdit], of asset: Asset, in library: PhotoLibrary, basis: [AssetResource]? = nil
  ) {
    let identifier = asset.localIdentifier
    let names = basis.map { Set($0.compactMap { $0.path.split(separator: "/").last.map(String.init) }) }
    RequestGuard(library, "setContentEdits").block?.add { .edit(identifier, edits.map(\.draft), basis: names) }
  }

  /// Removes an asset's edited forms, in a change block; those of another program that came with the asset are set
  /// aside. The whole block fails with 3306 when no edited form is shown.
  public static func revertAssetContentToOriginal(of asset: Asset, in library: PhotoLibrary) {
    let identifier = asset.localIdentifier
    RequestGuard(library, "revertAssetContentToOriginal").block?.add { .revert(identifier, toOriginal: true) }
  }

  /// Removes the edits that were made in the library, in a change block: the edited forms of another program that came
  /// with the asset are shown again, and where there are none, its original. If those forms are shown already, they are
  /// set aside. The whole block fails with 3306 when no edited form is shown.
  public static func revertAssetContent(of asset: Asset, in library: PhotoLibrary) {
    let identifier = asset.localIdentifier
    RequestGuard(library, "revertAssetContent").block?.add { .revert(identifier, toOriginal: false) }
  }

  /// Puts assets into the trash, in a change block: fetches no longer find them, and
  /// ``AssetCollection/SmartAlbum/recentlyDeleted`` has them. Their files stay until they are deleted.
  public static func trashAssets(_ assets: [Asset], in library: PhotoLibrary) { trash(assets, true, library) }

  /// Takes assets out of the trash, in a change block.
  public static func restoreAssets(_ assets: [Asset], in library: PhotoLibrary) { trash(assets, false, library) }

  private static func trash(_ assets: [Asset], _ isTrashed: Bool, _ library: PhotoLibrary) {
    let guarding = RequestGuard(library, isTrashed ? "trashAssets" : "restoreAssets")
    for identifier in assets.map(\.localIdentifier) {
      guarding.block?.add {
        var changes = AssetChanges()
        changes.isTrashed = isTrashed
        return .change(identifier, changes)
      }
    }
  }
}
