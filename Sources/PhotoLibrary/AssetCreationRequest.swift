public import FoundationEssentials
import MediaCore
import Synchronization

/// A new asset, in a change block. Stands for `PHAssetCreationRequest`.
///
/// Nothing is looked at before the block has ended: what is wrong with resources is told by the change's outcome.
/// Unchecked as its superclass is; what it adds is locked.
public final class AssetCreationRequest: AssetChangeRequest, @unchecked Sendable {
  private let resources = Mutex<[ResourceDraft]>([])
  private let duplicates = Mutex(false)
  private let otherwise = Mutex<(date: WallTime?, location: GeoLocation?, guess: AssetDateGuess?)>((nil, nil, nil))
  /// The outcome of the request, once the change has been made.
  let outcome = AssetChanges.Outcome()

  private init(_ library: PhotoLibrary) {
    super.init(
      library, "AssetCreationRequest.forAsset", identifier: library.environment.makeIdentifier() + "/L0/001", asset: nil
    )
  }

  /// Returns a new asset without resources.
  ///
  /// Outside of a change block of `library` this breaks the contract (`ContractRule.requestIsInBlock`), and
  /// the request has no effect.
  public static func forAsset(in library: PhotoLibrary) -> AssetCreationRequest { AssetCreationRequest(library) }

  /// Returns whether an asset can be made of exactly these resources: a photo, a proxy, or a video, each with what may
  /// accompany it. A paired video alone is no asset.
  public static func supportsAssetResourceTypes(_ types: [ResourceType]) -> Bool { ResourceType.isAsset(types) }

  /// Stands for the asset, in this block and afterwards.
  public var placeholderForCreatedAsset: ObjectPlaceholder { ObjectPlaceholder(localIdentifier: identifier) }

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

  /// A Boolean value that indicates whether nothing is added when the library has an asset with the very same files.
  /// `false` at first, as in PhotoKit.
  ///
  /// That asset is taken out of the trash, and files of it that are gone or damaged are put back. Edited forms are no
  /// part of the comparison: an asset that has none of another program gets those of the new one. If it has others, the
  /// new asset is added, as another version.
  public var skipsDuplicates: Bool {
    get { duplicates.withLock { $0 } }
    set { if isOpen("skipsDuplicates") { duplicates.withLock { $0 = newValue } } }
  }

  /// The local identifier, once the change has been made, of the asset that was there already, so that nothing was
  /// added; `nil` if this was added.
  public var duplicateLocalIdentifier: String? { outcome.duplicate?.identifier }

  /// Sets when and where the asset was taken, if neither its files nor this request tell; the guess comes last.
  func setOtherwise(date: WallTime?, location: GeoLocation?, guess: AssetDateGuess?) {
    otherwise.withLock { $0 = (date, location, guess) }
  }

  private func add(_ resource: ResourceDraft) {
    if isOpen("addResource") { resources.withLock { $0.append(resource) } }
  }

  override func operation(_ changes: AssetChanges) -> ChangeOperation {
    var changes = changes
    (changes.skipsDuplicates, changes.outcome) = (skipsDuplicates, outcome)
    let told = otherwise.withLock { $0 }
    (changes.otherwise, changes.guess) = ((told.date, told.location), told.guess)
    return .create(identifier, resources.withLock { $0 }, changes)
  }
}
