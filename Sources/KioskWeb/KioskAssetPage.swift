/// A page of a gallery's pictures, newest first.
public struct KioskAssetPage: Sendable, Encodable {
  /// The pictures.
  public let assets: [KioskAsset]
  /// The cursor that requests the next page; `nil` on the last one.
  public let next: String?
  /// The number of pictures on all pages together.
  public let total: Int

  /// Creates a page from its parts.
  public init(assets: [KioskAsset], next: String?, total: Int) {
    (self.assets, self.next, self.total) = (assets, next, total)
  }
}
