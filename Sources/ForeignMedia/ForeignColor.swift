public import MediaCore

/// The meaning of pixel values, by the codes of ITU-T H.273; 2 stands for unspecified.
public struct ForeignColor: Sendable, Hashable {
  /// The colour primaries.
  public let primaries: UInt16
  /// The transfer function: 16 (PQ) and 18 (HLG) are high dynamic range.
  public let transfer: UInt16
  /// The matrix from RGB to luma and colour differences; 0 for RGB itself.
  public let matrix: UInt16
  /// The range of values from black to white, or `nil` when the file does not give it.
  public let range: ColorRange?

  /// A Boolean value that indicates whether brightness reaches beyond what a plain screen shows.
  public var isHighDynamicRange: Bool { transfer == 16 || transfer == 18 }

  /// A Boolean value that indicates whether the colours are those of Display P3, which pictures and movies of plain
  /// range can keep.
  public var isDisplayP3: Bool { primaries == 12 && !isHighDynamicRange }
}
