/// The kind of picture that a booth takes.
public enum KioskMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// A Live Photo.
  case live
  /// A still.
  case photo
  /// Several stills, one after the other, combined in one picture.
  case strip
  /// A still in a frame.
  case postcard
  /// A Live Photo whose movie goes forth and back.
  case boomerang
  /// A Live Photo whose still is a long exposure of its movie.
  case exposure
  /// A still of each of several cameras, all of one instant, shown one after the other, forth and back.
  case wigglegram
}
