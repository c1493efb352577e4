/// The place of one plane's rows in a raw frame.
public struct PlaneLayout: Hashable, Sendable {
  /// The beginning of the plane's first row, in bytes from the start of the frame.
  public let offset: Int
  /// The distance from the start of one row to the start of the next, in bytes.
  public let strideBytes: Int
  /// The number of rows, top to bottom.
  public let rows: Int
  /// The bytes of a row that hold pixels; `strideBytes` or fewer.
  public let rowBytes: Int

  /// Creates a plane at `offset` with the given shape.
  public init(offset: Int, strideBytes: Int, rows: Int, rowBytes: Int) {
    self.offset = offset
    self.strideBytes = strideBytes
    self.rows = rows
    self.rowBytes = rowBytes
  }

  /// The first byte past the plane's last pixel.
  public var end: Int { rows == 0 ? offset : offset + strideBytes * (rows - 1) + rowBytes }
}
