import Glibc
import MediaCore

/// The planes of a YU12 picture, and shapes of one colour to fill in them.
///
/// Lengths are pixels, from the upper left corner; what lies outside of the picture is left out. Slanting edges are
/// blended, so that they look smooth.
struct SceneCanvas {
  /// A corner of a shape.
  typealias Point = (x: Double, y: Double)

  let width: Int
  let height: Int
  let luma: UnsafeMutablePointer<UInt8>
  let cb: UnsafeMutablePointer<UInt8>
  let cr: UnsafeMutablePointer<UInt8>
  /// Takes down how far each row is filled, while it is there.
  var extents: SceneExtents?

  /// Creates the canvas of a picture that lies in `memory` as `layout`, of YU12 and even size, says.
  init(_ memory: LentMemory, layout: VideoFormat) {
    (width, height) = (layout.width, layout.height)
    luma = memory.bytes.assumingMemoryBound(to: UInt8.self).baseAddress.unsafelyUnwrapped  // never empty
    (cb, cr) = (luma + layout.planes[1].offset, luma + layout.planes[2].offset)
  }

  /// Copies all of another picture of the same size.
  func copy(_ other: SceneCanvas) {
    memcpy(luma, other.luma, width * height)
    memcpy(cb, other.cb, width * height / 4)
    memcpy(cr, other.cr, width * height / 4)
  }

  /// Fills whole pixels.
  func fill(x: Range<Int>, y: Range<Int>, _ color: SceneColor) {
    let x = x.clamped(to: 0..<width)
    let y = y.clamped(to: 0..<height)
    guard !x.isEmpty, !y.isEmpty else { return }
    for row in y { extents?.include(row, x) }
    for row in y { memset(luma + row * width + x.lowerBound, Int32(color.luma), x.count) }
    for row in y.lowerBound / 2..<(y.upperBound + 1) / 2 { fillChroma(x: x, row: row, color) }
  }

  private func fillChroma(x: Range<Int>, row: Int, _ color: SceneColor) {
    let start = row * (width / 2) + x.lowerBound / 2
    let count = (x.upperBound + 1) / 2 - x.lowerBound / 2
    memset(cb + start, Int32(color.cb), count)
    memset(cr + start, Int32(color.cr), count)
  }

  /// Fills a row from one edge to another, and blends what the edges cover of a pixel.
  private func fillRow(_ row: Int, from left: Double, to right: Double, _ color: SceneColor) {
    let left = max(0, left)
    let right = min(Double(width), right)
    guard right > left else { return }
    extents?.include(row, Int(left)..<Int(right.rounded(.up)))
    let inner = Int(left.rounded(.up))..<max(Int(left.rounded(.up)), Int(right))
    let pixels = luma + row * width
    if !inner.isEmpty { memset(pixels + inner.lowerBound, Int32(color.luma), inner.count) }
    blend(pixels, Int(left), color, share: min(Double(inner.lowerBound), right) - left)
    if Double(inner.upperBound) >= left {
      blend(pixels, inner.upperBound, color, share: right - Double(inner.upperBound))
    }
    // A sample of colour belongs to two rows; the even one decides.
    let half = Int((left / 2).rounded())..<Int((right / 2).rounded())
    if row % 2 == 0, !half.isEmpty { fillChroma(x: 2 * half.lowerBound..<2 * half.upperBound, row: row / 2, color) }
  }

  private func blend(_ row: UnsafeMutablePointer<UInt8>, _ x: Int, _ color: SceneColor, share: Double) {
    guard share > 0, x < width else { return }
    row[x] = UInt8((Double(row[x]) + (Double(color.luma) - Double(row[x])) * min(1, share)).rounded())
  }

  /// Fills an ellipse around a point.
  func ellipse(_ middle: Point, _ radiusX: Double, _ radiusY: Double, _ color: SceneColor) {
    for row in rows(from: middle.y - radiusY, to: middle.y + radiusY) {
      let offset = (Double(row) + 0.5 - middle.y) / radiusY
      guard abs(offset) < 1 else { continue }
      let half = radiusX * (1 - offset * offset).squareRoot()
      fillRow(row, from: middle.x - half, to: middle.x + half, color)
    }
  }

  /// Fills a disc around a point.
  func disc(_ middle: Point, _ radius: Double, _ color: SceneColor) { ellipse(middle, radius, radius, color) }

  /// Fills a polygon; where its outline crosses itself, what lies inside an odd number of times.
  func polygon(_ corners: [Point], _ color: SceneColor) {
    guard let last = corners.last else { return }
    let top = corners.reduce(last.y) { min($0, $1.y) }
    let bottom = corners.reduce(last.y) { max($0, $1.y) }
    for row in rows(from: top, to: bottom) {
      let y = Double(row) + 0.5
      // Nearly every row is crossed twice, which needs no list.
      var (first, second, count) = (0.0, 0.0, 0)
      var crossings: [Double] = []
      var (before, index) = (last, 0)
      while index < corners.count {
        let corner = corners[index]
        if (before.y <= y) != (corner.y <= y) {
          let x = before.x + (y - before.y) / (corner.y - before.y) * (corner.x - before.x)
          if count == 0 { first = x } else if count == 1 { second = x } else { crossings.append(x) }
          count += 1
        }
        before = corner
        index += 1
      }
      if count == 2 {
        fillRow(row, from: min(first, second), to: max(first, second), color)
      } else if count > 2 {
        crossings = (crossings + [first, second]).sorted()
        for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
          fillRow(row, from: crossings[pair], to: crossings[pair + 1], color)
        }
      }
    }
  }

  /// Draws a line with round ends.
  func line(_ start: Point, _ end: Point, width: Double, _ color: SceneColor) {
    let (x, y) = (end.x - start.x, end.y - start.y)
    let length = max(1e-9, (x * x + y * y).squareRoot())
    let (acrossX, acrossY) = (-y / length * width / 2, x / length * width / 2)
    polygon(
      [
        (start.x + acrossX, start.y + acrossY), (end.x + acrossX, end.y + acrossY),
        (end.x - acrossX, end.y - acrossY), (start.x - acrossX, start.y - acrossY),
      ], color)
    disc(start, width / 2, color)
    disc(end, width / 2, color)
  }

  /// The picture's rows whose middles may lie between two heights.
  private func rows(from top: Double, to bottom: Double) -> Range<Int> {
    let first = Int(max(0, min(Double(height), top)))
    return first..<max(first, Int(max(0, min(Double(height), bottom.rounded(.up)))))
  }
}
