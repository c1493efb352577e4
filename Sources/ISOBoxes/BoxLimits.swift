/// Limits of the structure that a decoder accepts: far above any real movie, far below what would hurt.
package enum BoxLimits {
  /// Boxes inside one another.
  package static let depth = 16
  /// Boxes altogether.
  package static let boxes = 20_000
}
