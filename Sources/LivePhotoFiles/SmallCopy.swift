import MediaCore
import StillCoding

/// A small copy of a picture beside it, such as a thumbnail, and whether it shows the same.
struct SmallCopy {
  /// The picture to show, upright.
  let picture: LumaGrid
  /// The copy, upright.
  let copy: LumaGrid
  /// The orientation in which both are stored.
  let orientation: ExifOrientation

  /// The greatest difference between the copy's shape and the picture's with which their cells lie upon each other.
  private static let sameShape = 0.03
  /// The mean difference of a tile's cells from where it should be from which on another place may be its own.
  private static let differing: Float = 10
  /// A tile with less contrast looks like any other.
  private static let leastContrast: Float = 6
  /// A tile is at its place in the copy if it differs there by so much less.
  private static let matching: Float = 0.3
  /// The correlation of a tile's cells and the copy's from which on they show the same.
  private static let alike: Float = 0.75
  /// The fewest cells of a tile's side.
  private static let leastSide = 3

  /// The tiles of the picture that stand where the copy has other ones, counted from 1 by rows; what they show is
  /// elsewhere in the copy.
  func exchangedTiles(of whole: HEICPart, width: Int, height: Int) -> [Int] {
    guard let (picture, copy) = asStored, whole.tiles.count > 1 else { return [] }
    let places = places(of: whole, width: width, height: height)
    return places.indices.filter { index in
      let place = places[index]
      guard place.isLarge, picture.part(rows: place.rows, columns: place.columns).contrast > Self.leastContrast,
        case let here = picture.difference(at: place, from: copy, at: place), here > Self.differing
      else { return false }
      return places.indices.contains { other in
        other != index && places[other].isLarge
          && picture.difference(at: place, from: copy, at: places[other]) < Self.matching * here
      }
    }.map { $0 + 1 }
  }

  /// The tiles of the picture, counted from 1 by rows, that differ far more from the copy than the others do.
  func damagedTiles(of whole: HEICPart, width: Int, height: Int) -> [Int] {
    guard let (picture, copy) = asStored, whole.tiles.count > 8 else { return [] }
    let errors = LocalDifference(picture, copy).errors
    let places = places(of: whole, width: width, height: height)
    let means = places.map { place -> Float in
      guard place.isLarge else { return 0 }
      let part = errors.part(rows: place.rows, columns: place.columns)
      return part.values.reduce(0, +) / Float(part.values.count)
    }
    let sorted = means.sorted()
    let least = max(Self.differing, 2 * sorted[sorted.count / 2], 1.4 * sorted[sorted.count * 4 / 5])
    let found = places.indices.filter { index in
      guard means[index] > least, case let place = places[index] else { return false }
      let (own, its) = (
        picture.part(rows: place.rows, columns: place.columns), copy.part(rows: place.rows, columns: place.columns)
      )
      // Where much is going on, cells that lie a little otherwise differ, too, and yet go with each other.
      return own.correlation(with: its, x: 0, y: 0) ?? 0 < Self.alike
    }
    return found.map { $0 + 1 }
  }

  /// The picture and the copy as they are stored, in one size; `nil` where they have other shapes.
  private var asStored: (picture: LumaGrid, copy: LumaGrid)? {
    let shape = Double(picture.width) / Double(picture.height) * Double(copy.height) / Double(copy.width)
    guard abs(shape - 1) < Self.sameShape else { return nil }
    let picture = picture.turned(orientation.opposite)
    return (picture, copy.turned(orientation.opposite).scaled(width: picture.width, height: picture.height))
  }

  /// The cells of a picture's tiles, as they are stored.
  private func places(of whole: HEICPart, width: Int, height: Int) -> [Place] {
    let picture = picture.turned(orientation.opposite)
    let columns = Self.spans(picture.width, of: width, by: whole.tileSize.width, count: whole.columns)
    let rows = Self.spans(
      picture.height, of: height, by: whole.tileSize.height, count: whole.tiles.count / max(1, whole.columns))
    return rows.flatMap { row in columns.map { Place(rows: row, columns: $0) } }
  }

  /// The problem if the copy shows something that the picture does not, as the rest of a sentence; `nil` if it may be a
  /// copy of the picture, or of what it was before an edit: cropped, with bars, turned, mirrored.
  var problem: String? {
    guard let likeness else {
      return picture.isBlank && copy.isDistinct ? "shows something, and its picture is all of one colour" : nil
    }
    let isTelling = [picture, copy].allSatisfy { $0.withoutBroadShades().contrast > Self.leastEdges }
    if likeness < Self.other, isTelling { return "shows another picture than itself" }
    return isTelling ? partProblem : nil
  }

  /// The difference between a copy of the same picture and the picture, as the rest of a sentence; `nil` if there is
  /// none.
  private var partProblem: String? {
    let shape = Double(picture.width) / Double(picture.height) * Double(copy.height) / Double(copy.width)
    guard abs(shape - 1) < Self.sameShape else { return nil }
    var small = copy.scaled(width: picture.width, height: picture.height)
    small.colors = copy.colors
    // One that was cropped, or turned, is another one.
    guard let likeness = small.withoutBroadShades().correlation(with: picture.withoutBroadShades(), x: 0, y: 0),
      likeness > Float(Self.other)
    else { return nil }
    return LocalDifference(picture, small).problem
  }

  /// The least likeness of a copy to what it may be one of; photos of phones have 0.87 and more, those cropped to less
  /// than a half 0.5, and those of another scene 0.2.
  private static let other = 0.35
  /// The least contrast of a grid that can be compared: a small copy of sand, or of fog, has little but what its coding
  /// has left; photos of things have 9 and more.
  private static let leastEdges: Float = 4

  /// The likeness of the copy and the picture, or of a part of either and the other, in any direction; `nil` when one
  /// of them shows next to nothing.
  private var likeness: Double? {
    func turned(_ copy: LumaGrid) -> Double? { MovieTurn.best(in: copy, comparedWith: picture)?.likeness }
    guard let whole = turned(copy) else { return nil }
    guard whole < PictureLikeness.same else { return whole }
    // Night is as black as bars are: it was looked at as it is first.
    let lit = copy.withoutBlackBars
    let others = [copy.turned(.upMirrored), lit, lit.turned(.upMirrored)].compactMap(turned)
    return (others + [whole, lit.likeness(ofPart: picture), picture.likeness(ofPart: lit)]).max()
  }

  /// The cells that tiles cover along a side.
  private static func spans(_ cells: Int, of length: Int, by tile: Int, count: Int) -> [Range<Int>] {
    func edge(_ index: Int) -> Int {
      min(cells, Int((Double(index * tile) * Double(cells) / Double(max(1, length))).rounded()))
    }
    return (0..<count).map { edge($0)..<edge($0 + 1) }
  }

  /// The cells of a tile.
  fileprivate struct Place {
    let rows: Range<Int>
    let columns: Range<Int>

    var isLarge: Bool { min(rows.count, columns.count) >= leastSide }
  }
}

extension ExifOrientation {
  /// The one that undoes it.
  fileprivate var opposite: ExifOrientation { self == .right ? .left : self == .left ? .right : self }
}

extension LumaGrid {
  /// The grid without black rows and columns at its edges, as those that fill a copy up to another shape.
  fileprivate var withoutBlackBars: LumaGrid {
    func isBlack(_ row: Int, _ column: Int) -> Bool { values[row * width + column] < 20 }
    func isLit(row: Int) -> Bool { !(0..<width).allSatisfy { isBlack(row, $0) } }
    func isLit(column: Int) -> Bool { !(0..<height).allSatisfy { isBlack($0, column) } }
    guard let top = (0..<height).first(where: isLit(row:)), let bottom = (0..<height).last(where: isLit(row:)),
      let left = (0..<width).first(where: isLit(column:)), let right = (0..<width).last(where: isLit(column:)),
      right - left >= 7, bottom - top >= 7
    else { return self }
    // Cells that are black in part.
    return part(
      rows: (top == 0 ? 0 : top + 1)..<(bottom == height - 1 ? height : bottom),
      columns: (left == 0 ? 0 : left + 1)..<(right == width - 1 ? width : right))
  }

  /// Returns the best likeness of another grid and any part of this one, down to a third of its width.
  fileprivate func likeness(ofPart part: LumaGrid) -> Double {
    let cover = min(Double(width) / Double(part.width), Double(height) / Double(part.height))
    var best: Float = -1
    for zoom in stride(from: 0.96, to: 0.33, by: -0.07) {
      let (columns, rows) = (
        Int(Double(part.width) * cover * zoom), Int(Double(part.height) * cover * zoom)
      )
      guard min(columns, rows) >= 8 else { break }
      let radius = max(2, Int(6 * zoom))
      let small = part.scaled(width: columns, height: rows).withoutBroadShades(radius: radius)
      let own = withoutBroadShades(radius: radius)
      for y in 0...height - rows {
        for x in 0...width - columns {
          if let found = small.correlation(with: own, x: -x, y: -y) { best = max(best, found) }
        }
      }
    }
    return Double(best)
  }

  /// Returns the mean difference between the cells of a tile and those of a tile of another grid of the same size.
  fileprivate func difference(at place: SmallCopy.Place, from other: LumaGrid, at there: SmallCopy.Place) -> Float {
    let (rows, columns) = (
      min(place.rows.count, there.rows.count), min(place.columns.count, there.columns.count)
    )
    var sum: Float = 0
    for row in 0..<rows {
      let (own, its) = ((place.rows.lowerBound + row) * width, (there.rows.lowerBound + row) * width)
      for column in 0..<columns {
        sum += abs(
          values[own + place.columns.lowerBound + column] - other.values[its + there.columns.lowerBound + column])
      }
    }
    return sum / Float(rows * columns)
  }
}
