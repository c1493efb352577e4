/// The range of columns that some shapes filled in each row of a picture.
final class SceneExtents {
  private var ranges: [Range<Int>]

  init(height: Int) { ranges = Array(repeating: 0..<0, count: height) }

  /// The columns of a row from the first to the last that was filled; empty if none was.
  subscript(row: Int) -> Range<Int> { ranges[row] }

  /// Notes that these columns of a row are filled.
  func include(_ row: Int, _ columns: Range<Int>) {
    let known = ranges[row]
    ranges[row] =
      known.isEmpty
      ? columns : min(known.lowerBound, columns.lowerBound)..<max(known.upperBound, columns.upperBound)
  }
}
