/// A filter of the pictures of a gallery.
public enum KioskFilter: String, Sendable, Hashable, CaseIterable {
  /// All pictures.
  case all
  /// Live Photos.
  case live
  /// Pictures that are marked as favourites.
  case favourite
}
