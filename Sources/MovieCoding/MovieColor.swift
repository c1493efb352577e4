/// Which colours the numbers of the picture mean, by the codes of ITU-T H.273.
///
/// Whether black is 0 or 16 is not said here but in the video stream itself.
package struct MovieColor: Sendable, Hashable {
  /// The colour primaries.
  package var primaries: UInt16
  /// The transfer function.
  package var transfer: UInt16
  /// The matrix from RGB to luma and colour differences.
  package var matrix: UInt16

  package init(primaries: UInt16, transfer: UInt16, matrix: UInt16) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
  }

  /// BT.709 primaries and transfer with BT.601's matrix: what JPEG from cameras amounts to, and what phones write.
  package static let camera = MovieColor(primaries: 1, transfer: 1, matrix: 6)
}
