import MediaCore
import StillCoding
import VideoCoding

/// The brightness of a picture on a coarse grid, upright: what is left of it for comparing.
struct LumaGrid: Sendable {
  let width: Int
  let height: Int
  let values: [Float]
  /// The colours of the whole picture; `nil` for grids that were made of others.
  var colors: ColorGrid?
  /// The problem at the borders of the tiles that the whole picture was decoded from; `nil` if there is none.
  var seamProblem: String?

  /// The cells along a grid's longer side.
  static let side = 64
}

extension LumaGrid {
  /// The grid of a picture, of which `width` × `height` are shown, turned as `orientation` says.
  init(_ picture: I420Picture, orientation: ExifOrientation = .up) {
    let longer = max(picture.width, picture.height)
    let columns = max(8, (Self.side * picture.width + longer / 2) / longer)
    let rows = max(8, (Self.side * picture.height + longer / 2) / longer)
    var values = [Float](repeating: 0, count: columns * rows)
    picture.withPlanes { planes in
      values.withUnsafeMutableBufferPointer { values in
        for row in 0..<rows {
          let (top, bottom) = (row * picture.height / rows, (row + 1) * picture.height / rows)
          for column in 0..<columns {
            let (left, right) = (column * picture.width / columns, (column + 1) * picture.width / columns)
            values[row * columns + column] = Self.mean(
              planes, top..<max(bottom, top + 1), left..<max(right, left + 1))
          }
        }
      }
    }
    self = LumaGrid(width: columns, height: rows, values: values, colors: ColorGrid(picture)).turned(orientation)
  }

  // Sixteen samples of a large cell tell as much as all of them.
  private static func mean(_ planes: I420Planes, _ rows: Range<Int>, _ columns: Range<Int>) -> Float {
    let (down, along) = (max(1, rows.count / 4), max(1, columns.count / 4))
    let (luma, stride, right) = (planes.luma, planes.lumaStride, columns.upperBound)
    var (sum, count) = (0, 0)
    // Plain loops: iterators take most of a test's time where nothing is optimized.
    var row = rows.lowerBound
    while row < rows.upperBound {
      var place = row &* stride &+ columns.lowerBound
      let end = row &* stride &+ right
      while place < end {
        sum &+= Int(luma[place])
        count &+= 1
        place &+= along
      }
      row &+= down
    }
    return Float(sum) / Float(count)
  }

  /// The distance of the cells from their mean: the root of the mean square.
  var contrast: Float {
    let mean = values.reduce(0, +) / Float(values.count)
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(values.count)).squareRoot()
  }

  /// Indicates whether the grid shows nothing, as of a lens cap, or fog: noise would be compared with noise.
  var isBlank: Bool { contrast <= 0.5 }

  /// Indicates whether anybody sees that the grid shows something.
  var isDistinct: Bool { contrast > 10 }

  /// The cells of a part.
  func part(rows: Range<Int>, columns: Range<Int>) -> LumaGrid {
    LumaGrid(
      width: columns.count, height: rows.count,
      values: rows.flatMap { row in values[row * width + columns.lowerBound..<row * width + columns.upperBound] })
  }

  /// The grid as it is seen after the turn and mirroring that an orientation stands for.
  func turned(_ orientation: ExifOrientation) -> LumaGrid {
    let (columns, rows) = orientation.isTransposing ? (height, width) : (width, height)
    return LumaGrid(
      width: columns, height: rows, values: orientation.turned(values, width: width, height: height),
      colors: colors?.turned(orientation))
  }

  /// The grid at another size, interpolated.
  func scaled(width newWidth: Int, height newHeight: Int) -> LumaGrid {
    var scaled = [Float](repeating: 0, count: newWidth * newHeight)
    let (xStep, yStep) = (Float(width) / Float(newWidth), Float(height) / Float(newHeight))
    values.withUnsafeBufferPointer { values in
      for row in 0..<newHeight {
        let y = min(max((Float(row) + 0.5) * yStep - 0.5, 0), Float(height - 1))
        let (y0, y1) = (Int(y), min(Int(y) + 1, height - 1))
        for column in 0..<newWidth {
          let x = min(max((Float(column) + 0.5) * xStep - 0.5, 0), Float(width - 1))
          let (x0, x1) = (Int(x), min(Int(x) + 1, width - 1))
          let (fx, fy) = (x - Float(x0), y - Float(y0))
          let top = values[y0 * width + x0] * (1 - fx) + values[y0 * width + x1] * fx
          let bottom = values[y1 * width + x0] * (1 - fx) + values[y1 * width + x1] * fx
          scaled[row * newWidth + column] = top * (1 - fy) + bottom * fy
        }
      }
    }
    return LumaGrid(width: newWidth, height: newHeight, values: scaled)
  }

  /// Each cell less the mean of those around it: edges remain, what all outdoor pictures share goes.
  func withoutBroadShades(radius: Int = 6) -> LumaGrid {
    // Sums over everything above and to the left make the mean of any rectangle four look-ups.
    var sums = [Float](repeating: 0, count: (width + 1) * (height + 1))
    for row in 0..<height {
      var line: Float = 0
      for column in 0..<width {
        line += values[row * width + column]
        sums[(row + 1) * (width + 1) + column + 1] = sums[row * (width + 1) + column + 1] + line
      }
    }
    var result = values
    for row in 0..<height {
      let (top, bottom) = (max(0, row - radius), min(height, row + radius + 1))
      for column in 0..<width {
        let (left, right) = (max(0, column - radius), min(width, column + radius + 1))
        let sum =
          sums[bottom * (width + 1) + right] - sums[top * (width + 1) + right] - sums[bottom * (width + 1) + left]
          + sums[top * (width + 1) + left]
        result[row * width + column] -= sum / Float((bottom - top) * (right - left))
      }
    }
    return LumaGrid(width: width, height: height, values: result)
  }
}

extension ExifOrientation {
  /// Indicates whether rows are seen as columns.
  var isTransposing: Bool { rawValue >= 5 }

  /// Returns the cells of a grid, row by row, as they are seen after the turn and mirroring.
  func turned<Cell>(_ cells: [Cell], width: Int, height: Int) -> [Cell] {
    let flipsX = [.upMirrored, .down, .rightMirrored, .left].contains(self)
    let flipsY = [.down, .downMirrored, .right, .rightMirrored].contains(self)
    let (columns, rows) = isTransposing ? (height, width) : (width, height)
    var turned: [Cell] = []
    turned.reserveCapacity(cells.count)
    for row in 0..<rows {
      for column in 0..<columns {
        let (along, down) = isTransposing ? (row, column) : (column, row)
        let (x, y) = (flipsX ? width - 1 - along : along, flipsY ? height - 1 - down : down)
        turned.append(cells[y * width + x])
      }
    }
    return turned
  }
}
