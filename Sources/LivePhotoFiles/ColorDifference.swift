import StillCoding

/// The differences in colour and brightness between a still and a picture of its movie that show the same things.
///
/// Phones expose, crop and colour stills and movies in their own ways, and a hand moves: only what none of that makes
/// counts.
struct ColorDifference {
  /// The still's colours at the cells of the movie's picture.
  private let still: [SIMD3<Float>]
  private let movie: [SIMD3<Float>]
  private let width: Int
  private let height: Int

  /// `nil` where colours are not known.
  init?(still: LumaGrid, movie: LumaGrid) {
    guard let still = still.colors, let movie = movie.colors else { return nil }
    (width, height) = (movie.width, movie.height)
    self.movie = movie.values
    let scale = max(Float(movie.width) / Float(still.width), Float(movie.height) / Float(still.height))
    func place(_ cell: Int, _ count: Int, _ whole: Int) -> Int {
      min(whole - 1, max(0, Int((Float(cell) + 0.5 - Float(count) / 2) / scale + Float(whole) / 2)))
    }
    self.still = movie.values.indices.map { index in
      let (row, column) = (index / movie.width, index % movie.width)
      return still.values[
        place(row, movie.height, still.height) * still.width + place(column, movie.width, still.width)]
    }
  }

  /// Less colour than this, on average, is none.
  private static let grey: Float = 1.2
  /// More colour than this, on average, is seen by anybody.
  private static let colorful: Float = 8
  /// The difference between two parts' shifts of colour that neither light nor exposure makes; in pairs
  /// of phones none exceeds 5.
  private static let shift: Float = 20
  /// The factor between contrasts that no exposure makes.
  private static let contrast: Float = 4.5

  /// The difference, as the rest of a sentence; `nil` if there is none.
  var problem: String? {
    colorProblem ?? blackProblem ?? contrastProblem ?? shiftProblem
  }

  private var colorProblem: String? {
    let (one, other) = (Self.size(still), Self.size(movie))
    if other < Self.grey, one > Self.colorful { return "the movie is grey, and the still is not" }
    if one < Self.grey, other > Self.colorful { return "the still is grey, and the movie is not" }
    guard min(one, other) > Self.colorful / 2 else { return nil }
    var (same, crossed): (Float, Float) = (0, 0)
    for (still, movie) in zip(still, movie) {
      same += still.y * movie.y + still.z * movie.z
      crossed += still.y * movie.z + still.z * movie.y
    }
    let all = one * other * Float(movie.count)
    if crossed > 0.7 * all, same < 0.3 * all { return "blue and red are exchanged in one of them" }
    return same < -0.5 * all ? "the colours of one of them are the opposite of the other's" : nil
  }

  /// The root of the mean square of colour.
  private static func size(_ cells: [SIMD3<Float>]) -> Float {
    var sum: Float = 0
    for cell in cells { sum += cell.y * cell.y + cell.z * cell.z }
    return (sum / Float(max(1, cells.count))).squareRoot()
  }

  /// The distance of the cells' brightness from its mean: the root of the mean square.
  private static func spread(_ cells: [SIMD3<Float>]) -> Float {
    LumaGrid(width: cells.count, height: 1, values: cells.map(\.x)).contrast
  }

  /// A half in which one of them shows nothing.
  private var blackProblem: String? {
    let halves: [(name: String, isIn: (Int) -> Bool)] = [
      ("upper", { $0 / width < height / 2 }), ("lower", { $0 / width >= height - height / 2 }),
      ("left", { $0 % width < width / 2 }), ("right", { $0 % width >= width - width / 2 }),
    ]
    for half in halves {
      let cells = movie.indices.filter(half.isIn)
      for (name, dark, lit) in [("movie", movie, still), ("still", still, movie)] {
        let (dark, lit) = (cells.map { dark[$0] }, cells.map { lit[$0] })
        let isBlack = Self.spread(dark) < 0.5 && Self.size(dark) < 8
        if isBlack, Self.spread(lit) > 16 {
          return "the \(half.name) half of the \(name) is all of one colour, and that of the other is not"
        }
      }
    }
    return nil
  }

  private var contrastProblem: String? {
    let (one, other) = (Self.spread(still), Self.spread(movie))
    guard max(one, other) > 20, max(one, other) > Self.contrast * min(one, other) else { return nil }
    let times = FileReport.decimal(Double(max(one, other) / max(0.1, min(one, other))), places: 1)
    return "the \(one > other ? "still" : "movie") has \(times) times the contrast of the other"
  }

  /// A part below, or beside, a straight line in which colours are shifted otherwise than in the rest.
  private var shiftProblem: String? {
    let (pairs, size) = (zip(still, movie), Self.size(still))
    // What is only more or less colourful is no shift.
    var product: Float = 0
    for (one, other) in pairs { product += one.y * other.y + one.z * other.z }
    let gain: Float = size > 1 ? min(1.6, max(0.4, product / (size * size * Float(movie.count)))) : 1
    let rest = pairs.map { one, other in SIMD2<Float>(other.y - gain * one.y, other.z - gain * one.z) }
    for (name, count, place) in [
      ("below", height, { (index: Int) in index / width }), ("beside", width, { (index: Int) in index % width }),
    ] {
      for split in count / 4...max(count / 4, count - count / 4) where split > 0 && split < count {
        let first = rest.indices.filter { place($0) < split }.map { rest[$0] }
        let second = rest.indices.filter { place($0) >= split }.map { rest[$0] }
        if Self.distance(first, second) > Self.shift {
          return "colours are shifted \(name) a line: a part of one of them was changed"
        }
      }
    }
    return nil
  }

  /// The distance between the means of two groups of colours.
  private static func distance(_ one: [SIMD2<Float>], _ other: [SIMD2<Float>]) -> Float {
    func mean(_ cells: [SIMD2<Float>]) -> SIMD2<Float> {
      var sum = SIMD2<Float>(0, 0)
      for cell in cells { sum += cell }
      return sum / Float(max(1, cells.count))
    }
    let way: SIMD2<Float> = mean(other) - mean(one)
    return (way * way).sum().squareRoot()
  }
}
