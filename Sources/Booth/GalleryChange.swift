import KioskWeb

/// A change of one picture of a gallery.
struct GalleryChange: Sendable, Encodable {
  /// `added`, `changed` or `removed`.
  let change: String
  let id: String
  let asset: KioskAsset?
  /// The number of pictures after the change.
  let total: Int
}
