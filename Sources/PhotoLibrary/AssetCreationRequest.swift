public import FoundationEssentials
public import MediaCore
import Synchronization

/// A new asset, in a change block. Stands for `PHAssetCreationRequest`.
///
/// Nothing is looked at before the block has ended: what is wrong with resources is told by the change's outcome.
public final class AssetCreationRequest: ChangeRequest {
  private let draft: Mutex<AssetDraft>
  private let guarding: RequestGuard

  private init(_ library: PhotoLibrary) {
    guarding = RequestGuard(library, "AssetCreationRequest.forAsset")
    draft = Mutex(AssetDraft(localIdentifier: library.environment.makeIdentifier() + "/L0/001"))
    guarding.block?.add(self)
  }

  /// A new asset without resources.
  ///
  /// Outside of a change block of `library` this breaks the contract (`ContractRule.requestIsInBlock`), and
  /// the request has no effect.
  public static func forAsset(in library: PhotoLibrary) -> AssetCreationRequest { AssetCreationRequest(library) }

  /// Whether an asset can be made of exactly these resources: a photo, a proxy, or a video, each with what may
  /// accompany it. A paired video alone is no asset.
  public static func supportsAssetResourceTypes(_ types: [ResourceType]) -> Bool { ResourceType.isAsset(types) }

  /// Stands for the asset, in this block and afterwards.
  public var placeholderForCreatedAsset: ObjectPlaceholder {
    ObjectPlaceholder(localIdentifier: draft.withLock { $0.localIdentifier })
  }

  /// Adds a resource's bytes.
  public func addResource(
    with type: ResourceType, data: [UInt8], options: AssetResourceCreationOptions = AssetResourceCreationOptions()
  ) {
    add(ResourceDraft(type: type, source: .data(data), options: options))
  }

  /// Adds a resource from a file, which must stay until the change has been made.
  public func addResource(
    with type: ResourceType, fileURL: URL, options: AssetResourceCreationOptions = AssetResourceCreationOptions()
  ) {
    add(ResourceDraft(type: type, source: .file(fileURL), options: options))
  }

  private func add(_ resource: ResourceDraft) {
    guard guarding.isOpen("addResource") else { return }
    draft.withLock { $0.resources.append(resource) }
  }

  private func change(_ name: String, _ body: (inout AssetChanges) -> Void) {
    guard guarding.isOpen(name) else { return }
    draft.withLock { body(&$0.changes) }
  }

  private func value<Value: Sendable>(_ path: any KeyPath<AssetChanges, Value?> & Sendable) -> Value? {
    draft.withLock { $0.changes[keyPath: path] }
  }

  /// When it was taken; `nil` for what the files say, and the present if they say nothing.
  public var creationDate: WallTime? {
    get { value(\.creationDate) }
    set { change("creationDate") { $0.creationDate = newValue } }
  }

  /// Where it was taken; `nil` for what the files say.
  public var location: GeoLocation? {
    get { value(\.location) ?? nil }
    set { change("location") { $0.location = newValue.map { .some($0) } } }
  }

  /// Whether it is marked.
  public var isFavorite: Bool {
    get { value(\.isFavorite) ?? false }
    set { change("isFavorite") { $0.isFavorite = newValue } }
  }

  /// Whether it is hidden.
  public var isHidden: Bool {
    get { value(\.isHidden) ?? false }
    set { change("isHidden") { $0.isHidden = newValue } }
  }

  var operation: ChangeOperation { .create(draft.withLock { $0 }) }
}
