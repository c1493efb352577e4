import FoundationEssentials

/// A file that is to become part of an asset.
struct ResourceDraft: Sendable {
  enum Source: Sendable {
    case data([UInt8])
    case file(URL)
  }

  let type: ResourceType
  let source: Source
  let options: AssetResourceCreationOptions
}

/// The options of a resource that is added. Stands for `PHAssetResourceCreationOptions`.
public struct AssetResourceCreationOptions: Sendable, Hashable {
  /// The file's name; by default the last part of its URL, or one that is made up. Folders in it are left out.
  public var originalFilename: String?
  /// The kind of file; by default the one that the file shows to be. One that contradicts the file makes the change
  /// fail.
  public var uniformTypeIdentifier: String?
  /// A Boolean value that indicates whether the file at the URL is taken instead of copied: nothing is duplicated on
  /// the same disk, and the old name goes once the change has been made, never before. A file with several names cannot
  /// be moved.
  public var shouldMoveFile = false

  /// Creates the usual options: a copy under the name that it has.
  public init() {}
}
