import MediaCore
import StillCoding
import VideoCoding

/// The colours of a picture on a very coarse grid, upright: brightness, blue and red of each cell, 0 for grey.
struct ColorGrid: Sendable {
  let width: Int
  let height: Int
  let values: [SIMD3<Float>]

  /// The cells along a grid's longer side.
  static let side = 16
}

extension ColorGrid {
  /// The grid of a picture as it is stored.
  init(_ picture: I420Picture) {
    let longer = max(picture.width, picture.height)
    let columns = max(2, (Self.side * picture.width + longer / 2) / longer)
    let rows = max(2, (Self.side * picture.height + longer / 2) / longer)
    let isFull = picture.range == .full
    var values: [SIMD3<Float>] = []
    picture.withPlanes { planes in
      for row in 0..<rows {
        for column in 0..<columns {
          func mean(_ plane: UnsafeMutableBufferPointer<UInt8>, _ stride: Int, _ width: Int, _ height: Int) -> Float {
            Self.mean(
              plane, stride, row * height / rows..<max(row * height / rows + 1, (row + 1) * height / rows),
              column * width / columns..<max(column * width / columns + 1, (column + 1) * width / columns))
          }
          let (width, height) = ((picture.width + 1) / 2, (picture.height + 1) / 2)
          let luma = mean(planes.luma, planes.lumaStride, picture.width, picture.height)
          let blue = mean(planes.cb, planes.chromaStride, width, height) - 128
          let red = mean(planes.cr, planes.chromaStride, width, height) - 128
          values.append(
            isFull ? [luma, blue, red] : [(luma - 16) * 255 / 219, blue * 255 / 224, red * 255 / 224])
        }
      }
    }
    (width, height, self.values) = (columns, rows, values)
  }

  // Some samples of a cell tell as much as all of them.
  private static func mean(
    _ plane: UnsafeMutableBufferPointer<UInt8>, _ stride: Int, _ rows: Range<Int>, _ columns: Range<Int>
  ) -> Float {
    let (down, along) = (max(1, rows.count / 6), max(1, columns.count / 6))
    var (sum, count) = (0, 0)
    var row = rows.lowerBound
    while row < rows.upperBound {
      var column = columns.lowerBound
      while column < columns.upperBound {
        sum &+= Int(plane[row &* stride &+ column])
        count &+= 1
        column &+= along
      }
      row &+= down
    }
    return Float(sum) / Float(count)
  }

  /// The grid as it is seen after the turn and mirroring that an orientation stands for.
  func turned(_ orientation: ExifOrientation) -> ColorGrid {
    ColorGrid(
      width: orientation.isTransposing ? height : width, height: orientation.isTransposing ? width : height,
      values: orientation.turned(values, width: width, height: height))
  }
}
