import VideoCoding

/// The borders between the tiles of a picture, and whether what they show goes on across them.
struct TileSeams {
  /// The pixels along one side of a tile.
  private struct Edge {
    let line: [Float]
    /// The mean difference between the pixels and those one farther inside: how busy the picture is there.
    let step: Float
  }

  /// Two tiles beside each other, or above each other, by their numbers in the order of rows.
  private typealias Border = (first: Int, second: Int)

  /// A border with more than so many times the step that is usual there is a jump.
  private static let jump: Float = 2
  /// Two edges with less than so many times the usual step may belong together.
  private static let flow: Float = 1.5
  /// Two edges that belong together have this correlation at least; even ones have none.
  private static let alike: Float = 0.8
  /// An edge whose pixels are less far from their mean, on average, goes with many others.
  private static let leastContrast: Float = 4
  /// Phones' tiles have more pixels on a side, even in small.
  private static let shortestSide = 16
  /// A picture of more jumps is made of such.
  private static let mostJumps = 512
  /// Two tiles of a grid that were exchanged leave so many jumps or more, wherever they are.
  private static let fewestJumps = 4

  private let picture: I420Picture
  private let columns: Int
  private let rows: Int

  /// The borders of a picture of `columns` × `rows` tiles of one size.
  init(_ picture: I420Picture, columns: Int, rows: Int) {
    (self.picture, self.columns, self.rows) = (picture, columns, rows)
  }

  /// The problem if tiles stand in each other's places; `nil` if none do for sure.
  ///
  /// Pictures jump at tiles' borders for other reasons: a horizon lies there, or a collage is made of squares. Only
  /// where each of two jumps has the side that the other one lacks, and no other jump has one, were the tiles
  /// exchanged.
  var problem: String? {
    guard columns > 0, rows > 0, picture.width / columns >= Self.shortestSide,
      picture.height / rows >= Self.shortestSide
    else { return nil }
    let (across, down) = (jumps(isDown: false), jumps(isDown: true))
    guard let across, let down, case let mended = across.mended + down.mended, mended.count >= Self.fewestJumps,
      2 * mended.count >= across.count + down.count
    else { return nil }
    let (first, second) = mended[0]
    return "Its picture jumps at \(mended.count) borders of its tiles, as from tile \(first + 1) to \(second + 1), and "
      + "goes on in others: parts of the picture were exchanged."
  }

  /// Returns the number of borders of a direction that are jumps, and those among them of which each has what another
  /// lacks; `nil` if there are too many.
  private func jumps(isDown: Bool) -> (count: Int, mended: [Border])? {
    let places = (0..<columns * rows).filter { isDown ? $0 / columns < rows - 1 : $0 % columns < columns - 1 }
    let borders = places.map { (first: $0, second: $0 + (isDown ? columns : 1)) }
    let edges = borders.map { border in
      (
        end: edge(of: border.first, isDown: isDown, isEnd: true),
        start: edge(of: border.second, isDown: isDown, isEnd: false)
      )
    }
    let jumps = borders.indices.filter { Self.step(from: edges[$0].end, to: edges[$0].start) > Self.jump }
    guard jumps.count <= Self.mostJumps else { return nil }
    let links = jumps.flatMap { one in
      jumps.filter { $0 != one && Self.goesOn(from: edges[one].end, to: edges[$0].start) }.map { (one, $0) }
    }
    let mended = links.filter { link in
      links.count { $0.0 == link.0 } == 1 && links.count { $0.1 == link.1 } == 1
    }
    return (jumps.count, Set(mended.flatMap { [$0.0, $0.1] }).sorted().map { borders[$0] })
  }

  /// Returns the size of the step from one edge to another, in steps that are usual beside them.
  private static func step(from end: Edge, to start: Edge) -> Float {
    let sum = zip(end.line, start.line).reduce(0) { $0 + abs($1.0 - $1.1) }
    return sum / Float(end.line.count) / (max(end.step, start.step) + 1)
  }

  private static func goesOn(from end: Edge, to start: Edge) -> Bool {
    guard step(from: end, to: start) < flow else { return false }
    func strip(_ edge: Edge) -> LumaGrid { LumaGrid(width: edge.line.count, height: 1, values: edge.line) }
    let (one, other) = (strip(end), strip(start))
    return min(one.contrast, other.contrast) > leastContrast && one.correlation(with: other, x: 0, y: 0) ?? 0 > alike
  }

  /// The last row or column of a tile, or the first.
  private func edge(of tile: Int, isDown: Bool, isEnd: Bool) -> Edge {
    let (width, height) = (picture.width / columns, picture.height / rows)
    let (left, top) = (tile % columns * width, tile / columns * height)
    let (length, depth) = isDown ? (width, height) : (height, width)
    func line(_ inside: Int) -> [Float] {
      let place = isEnd ? depth - 1 - inside : inside
      return picture.withPlanes { planes in
        (0..<length).map { along in
          let (x, y) = isDown ? (left + along, top + place) : (left + place, top + along)
          return Float(planes.luma[y * planes.lumaStride + x])
        }
      }
    }
    let (outer, inner) = (line(0), line(1))
    let sum = zip(outer, inner).reduce(0) { $0 + abs($1.0 - $1.1) }
    return Edge(line: outer, step: sum / Float(length))
  }
}
