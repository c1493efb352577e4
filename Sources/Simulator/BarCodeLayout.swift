/// The places of a ``BarCode``'s cells in a picture of a given size.
///
/// The picture is divided into 28 columns and 20 rows of equal size. The code fills columns 1 to 26 of rows 1 to 4,
/// counted from 0: calibration in columns 1 and 26, data between. As everything is a share of the size, the code is
/// found again in a scaled picture, and in one cropped by a row or column to even size.
public struct BarCodeLayout: Sendable, Hashable {
  /// Columns of data cells.
  public static let dataColumns = 24
  /// Rows of cells.
  public static let rows = 4
  /// Columns of cells, calibration included.
  public static let columns = dataColumns + 2

  /// A rectangle of whole pixels; the end of a range does not belong to it.
  public struct Cell: Sendable, Hashable {
    /// Columns of pixels.
    public let x: Range<Int>
    /// Rows of pixels.
    public let y: Range<Int>
  }

  /// Pixels in a row of the picture.
  public let width: Int
  /// Rows of the picture.
  public let height: Int

  /// The layout in a picture of the given size; `nil` if a cell would be less than 4 pixels wide or high
  /// (below 112x80), or if the size is beyond 16384.
  public init?(width: Int, height: Int) {
    guard (28 * 4...16_384).contains(width), (20 * 4...16_384).contains(height) else { return nil }
    self.width = width
    self.height = height
  }

  /// The cell in the given column (0 to 25) and row (0 to 3) of the code.
  public func cell(column: Int, row: Int) -> Cell {
    Cell(
      x: (column + 1) * width / 28..<(column + 2) * width / 28,
      y: (row + 1) * height / 20..<(row + 2) * height / 20)
  }

  /// The rectangle around all cells.
  public var bounds: Cell {
    Cell(
      x: width / 28..<(Self.columns + 1) * width / 28,
      y: height / 20..<(Self.rows + 1) * height / 20)
  }

  /// Whether the calibration cell at the left (or right) end of a row is white: they alternate, so that each level
  /// is seen four times and a plain or striped picture is not taken for a code.
  public static func isCalibrationWhite(row: Int, atLeft: Bool) -> Bool { (row % 2 == 0) == atLeft }

  /// Whether the cell in the given column and row is white in the given code.
  public static func isWhite(column: Int, row: Int, bits: UInt128) -> Bool {
    if column == 0 || column == columns - 1 { return isCalibrationWhite(row: row, atLeft: column == 0) }
    let index = row * dataColumns + column - 1
    return bits >> (BarCode.bitCount - 1 - index) & 1 == 1
  }
}
