/// The places where a copy of a picture shows something else than the picture, by their grids.
struct LocalDifference {
  /// The mean difference from the other grid above which a block shows something else; in photos of phones and their
  /// thumbnails none exceeds 10.
  private static let strong: Float = 12
  /// Cells along a block's side.
  private static let side = 4
  /// The factor that fits the copy's brightness to the picture's: the picture's contrast divided by the copy's.
  private let slope: Float
  /// The mean difference that remains in each block once the copy is fitted to the picture.
  private let rest: [Float]
  /// The difference of each cell.
  let errors: LumaGrid
  /// The number of coarse cells that have another colour, and of all of them.
  private var (otherColors, cells) = (0, 0)

  init(_ picture: LumaGrid, _ copy: LumaGrid) {
    var weights = [Bool](repeating: true, count: picture.values.count)
    var (slope, shift) = (Float(1), Float(0))
    // What differs is not to spoil the fit of what agrees.
    for _ in 0..<6 {
      var (count, x, y, xx, xy): (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
      for index in weights.indices where weights[index] {
        let (a, b) = (copy.values[index], picture.values[index])
        count += 1
        x += a
        y += b
        xx += a * a
        xy += a * b
      }
      let spread = xx - x * x / max(1, count)
      guard count > 0, spread > 0 else { break }
      slope = (xy - x * y / count) / spread
      shift = (y - slope * x) / count
      let errors = weights.indices.map { abs(picture.values[$0] - slope * copy.values[$0] - shift) }
      let usual = errors.sorted()[errors.count / 2]
      weights = errors.map { $0 <= max(2, 2.5 * usual) }
    }
    self.slope = slope
    errors = LumaGrid(
      width: picture.width, height: picture.height,
      values: picture.values.indices.map { abs(picture.values[$0] - slope * copy.values[$0] - shift) })
    var rest: [Float] = []
    for top in stride(from: 0, to: picture.height - Self.side + 1, by: Self.side) {
      for left in stride(from: 0, to: picture.width - Self.side + 1, by: Self.side) {
        var sum: Float = 0
        for row in top..<top + Self.side {
          for column in left..<left + Self.side {
            let index = row * picture.width + column
            sum += picture.values[index] - slope * copy.values[index] - shift
          }
        }
        rest.append(abs(sum) / Float(Self.side * Self.side))
      }
    }
    self.rest = rest
    if let one = picture.colors, let other = copy.colors {
      (otherColors, cells) = (Self.otherColors(one, other), one.values.count)
    }
  }

  /// The difference of colour from that of the copy above which a cell shows something else; in photos of phones and
  /// their thumbnails none exceeds 10.
  private static let strongColor: Float = 20

  /// The number of cells in which a copy has another colour, beside what is shifted everywhere; 0 for grids of other
  /// sizes.
  private static func otherColors(_ picture: ColorGrid, _ copy: ColorGrid) -> Int {
    guard picture.width == copy.width, picture.height == copy.height else { return 0 }
    let rest = zip(picture.values, copy.values).map { one, other in
      SIMD2<Float>(other.y - one.y, other.z - one.z)
    }
    let middle = rest.count / 2
    let usual = SIMD2<Float>(rest.map(\.x).sorted()[middle], rest.map(\.y).sorted()[middle])
    let distances = rest.map { cell -> Float in
      let way: SIMD2<Float> = cell - usual
      return (way * way).sum().squareRoot()
    }
    return distances.count { $0 > strongColor }
  }

  /// The difference of the copy, as the rest of a sentence; `nil` if there is none.
  var problem: String? {
    guard !rest.isEmpty else { return nil }
    let usual = rest.sorted()[rest.count / 2]
    guard usual < Self.strong, (0.5...2).contains(slope) else {
      return "shows the picture in other shades: its brightness or contrast was changed"
    }
    if otherColors >= 2, otherColors < cells / 2 {
      return "shows \(otherColors) of \(cells) parts of the picture in other colours: a part was changed, or is damaged"
    }
    let others = rest.count { $0 > Self.strong }
    guard others >= max(3, rest.count / 50), usual < Self.strong / 3 else { return nil }
    return "differs in \(others) of \(rest.count) parts of the picture and matches the rest: a part was changed"
  }
}
