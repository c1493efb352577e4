/// The places of a ``BarCode``'s cells in a picture of a given size.
///
/// A picture of less than 640x480 is divided into 28 columns and 20 rows of equal size, a larger one into twice as many
/// each way. The code fills columns 1 to 26, counted from 0, and the last rows but one: calibration in columns 1 and
/// 26, data between. As everything is a share of the size, the code is found again in a scaled picture, and in one
/// cropped by a row or column to even size.
public struct BarCodeLayout: Sendable {
  /// The number of columns of data cells.
  public static let dataColumns = 24
  /// The number of rows of cells.
  public static let rows = 4
  /// The number of columns of cells, including calibration.
  public static let columns = dataColumns + 2

  /// A rectangle of whole pixels; the end of a range does not belong to it.
  public struct Cell: Sendable, Hashable {
    /// The columns of pixels.
    public let x: Range<Int>
    /// The rows of pixels.
    public let y: Range<Int>
  }

  /// The width of the picture in pixels.
  public let width: Int
  /// The height of the picture in pixels.
  public let height: Int
  /// Columns and rows of the grid.
  private let grid: (columns: Int, rows: Int)

  /// Creates the layout in a picture that was painted at the given size; `nil` if a cell would be less than 4 pixels
  /// wide or high (below 112x80), or if the size is beyond 16384.
  public init?(width: Int, height: Int) {
    self.init(width: width, height: height, isFine: width >= 640 && height >= 480)
  }

  /// Creates the layout in a picture that may have been scaled: in 28 columns, or in 56 if it is fine; `nil` as above.
  public init?(width: Int, height: Int, isFine: Bool) {
    let grid = isFine ? (columns: 56, rows: 40) : (columns: 28, rows: 20)
    guard (grid.columns * 4...16_384).contains(width), (grid.rows * 4...16_384).contains(height) else { return nil }
    self.width = width
    self.height = height
    self.grid = grid
  }

  /// Returns the cell in the given column (0 to 25) and row (0 to 3) of the code.
  public func cell(column: Int, row: Int) -> Cell {
    let row = grid.rows - 1 - Self.rows + row
    return Cell(
      x: (column + 1) * width / grid.columns..<(column + 2) * width / grid.columns,
      y: row * height / grid.rows..<(row + 1) * height / grid.rows)
  }

  /// The rectangle around all cells.
  public var bounds: Cell {
    let (first, last) = (cell(column: 0, row: 0), cell(column: Self.columns - 1, row: Self.rows - 1))
    return Cell(x: first.x.lowerBound..<last.x.upperBound, y: first.y.lowerBound..<last.y.upperBound)
  }

  /// Tells whether the calibration cell at the left (or right) end of a row is white. The cells alternate, so that each
  /// level is seen four times and a plain or striped picture is not taken for a code.
  public static func isCalibrationWhite(row: Int, atLeft: Bool) -> Bool { (row % 2 == 0) == atLeft }

  /// Tells whether the cell in the given column and row is white in the given code.
  public static func isWhite(column: Int, row: Int, bits: UInt128) -> Bool {
    if column == 0 || column == columns - 1 { return isCalibrationWhite(row: row, atLeft: column == 0) }
    let index = row * dataColumns + column - 1
    return bits >> (BarCode.bitCount - 1 - index) & 1 == 1
  }
}
