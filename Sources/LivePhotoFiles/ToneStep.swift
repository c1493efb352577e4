import MediaCore

/// A step of brightness across all of a still's width, or height, that its movie does not have: behind a changed bit of
/// a JPEG all that follows is brighter or darker, as each block is coded as a difference from the one before it.
struct ToneStep {
  /// The least step; a smaller one may be of another exposure.
  private static let least: Float = 12
  /// The part of all places along a line at which such a step goes one way.
  private static let agreeing = 0.85
  /// The same before the movie's picture is taken off, and with an edge of the scene, as a horizon is one.
  private static let edge = 0.6
  /// The part of the step that remains row by row, and by which places along it may differ.
  private static let steady: Float = 0.5
  /// The part of the step that an edge of the movie has, however flat.
  private static let flat: Float = 0.35
  /// Rows that lie a little otherwise in the movie, as things move.
  private static let window = 3
  /// Rows on either side that have to differ from the movie's as the step does.
  private static let depth = 5

  private let still: LumaGrid
  private let movie: LumaGrid

  /// A look for steps in an upright still, beside an upright picture of its movie.
  init(still: LumaGrid, movie: LumaGrid) { (self.still, self.movie) = (still, movie) }

  /// The step, as the rest of a sentence; `nil` if there is none.
  var problem: String? {
    let lying = (still: still.turned(.leftMirrored), movie: movie.turned(.leftMirrored))
    for (name, still, movie) in [("below", still, movie), ("beside", lying.still, lying.movie)] {
      let lines = Self.candidates(in: still)
      // To lay one upon the other is the greater part of the work.
      guard !lines.isEmpty, let pair = Self.aligned(still, movie) else { continue }
      let steps = Self.candidates(in: pair.still).compactMap { line in
        Self.step(at: line, pair.still, pair.movie).map { (line: line, size: $0) }
      }
      if let (line, size) = steps.max(by: { abs($0.size) < abs($1.size) }) {
        return "the still is \(size > 0 ? "brighter" : "darker") \(name) a line at \(100 * line / pair.still.height) % "
          + "of it, and the movie is not: a part of the still is damaged, or was changed"
      }
    }
    return nil
  }

  /// The rows of a picture from which on most of it is brighter, or darker, than before.
  private static func candidates(in grid: LumaGrid) -> [Int] {
    guard grid.height >= 4 * depth else { return [] }
    return (depth + 1..<grid.height - depth).filter { line in
      let (size, share) = edge(at: line, in: grid)
      return abs(size) >= least * (1 - flat) && share >= edge
    }
  }

  /// Returns the step behind a row, at the place in the middle of all, and the share of places at which it goes that
  /// way. It may begin anywhere within a row of blocks, so that the row before it tells nothing.
  private static func edge(at line: Int, in grid: LumaGrid) -> (size: Float, share: Double) {
    let steps = (0..<grid.width).map {
      grid.values[line * grid.width + $0] - grid.values[(line - 2) * grid.width + $0]
    }
    let size = steps.sorted()[steps.count / 2]
    return (size, Double(steps.count { $0 * size > 0 }) / Double(steps.count))
  }

  /// Returns a still and a picture of the movie as they lie upon each other best; `nil` if they do not.
  private static func aligned(_ still: LumaGrid, _ movie: LumaGrid) -> (still: LumaGrid, movie: LumaGrid)? {
    let cover = max(Float(movie.width) / Float(still.width), Float(movie.height) / Float(still.height))
    let edges = movie.withoutBroadShades()
    var best: (found: Float, still: LumaGrid, x: Int, y: Int)?
    for zoom in [1, 0.92, 1.08] as [Float] {
      let scaled = still.scaled(
        width: Int((Float(still.width) * cover * zoom).rounded()),
        height: Int((Float(still.height) * cover * zoom).rounded()))
      let shapes = scaled.withoutBroadShades()
      for y in stride(from: -4, through: 4, by: 2) {
        for x in stride(from: -4, through: 4, by: 2) {
          let place = (x: (movie.width - scaled.width) / 2 + x, y: (movie.height - scaled.height) / 2 + y)
          guard let found = edges.correlation(with: shapes, x: place.x, y: place.y), found > best?.found ?? 0 else {
            continue
          }
          best = (found, scaled, place.x, place.y)
        }
      }
    }
    guard let best else { return nil }
    let columns = max(0, best.x)..<min(movie.width, best.x + best.still.width)
    let rows = max(0, best.y)..<min(movie.height, best.y + best.still.height)
    return (
      best.still.part(
        rows: rows.lowerBound - best.y..<rows.upperBound - best.y,
        columns: columns.lowerBound - best.x..<columns.upperBound - best.x),
      movie.part(rows: rows, columns: columns)
    )
  }

  /// Returns how much brighter a still is behind a row than before it, if the movie's picture that it lies on is not;
  /// otherwise `nil`.
  private static func step(at line: Int, _ still: LumaGrid, _ movie: LumaGrid) -> Float? {
    let (before, behind) = (line - 1 - depth..<line - 1, line..<line + depth)
    // Bars and the like are no part of the scene.
    guard [before, behind].joined().allSatisfy({ !still.part(rows: $0..<$0 + 1, columns: 0..<still.width).isBlank })
    else { return nil }
    let gain = still.withoutBroadShades().contrast / max(1, movie.withoutBroadShades().contrast)
    func rest(_ row: Int, _ column: Int) -> Float {
      still.values[row * still.width + column] - gain * movie.values[row * still.width + column]
    }
    func mean(_ rows: Range<Int>, _ column: Int) -> Float {
      rows.reduce(0) { $0 + rest($1, column) } / Float(rows.count)
    }
    let (first, second) = ((0..<still.width).map { mean(before, $0) }, (0..<still.width).map { mean(behind, $0) })
    let steps = zip(first, second).map { $1 - $0 }
    let size = steps.sorted()[steps.count / 2]
    let share = Double(steps.count { $0 * size > steady * size * size }) / Double(steps.count)
    let spread = steps.map { abs($0 - size) }.sorted()[steps.count / 2]
    guard abs(size) >= least, share >= agreeing, spread <= steady * abs(size) else { return nil }
    // A thin thing that the movie does not show is no step.
    for row in [before, behind].joined() {
      let others = (0..<still.width).map { row < line ? second[$0] - rest(row, $0) : rest(row, $0) - first[$0] }
      guard others.sorted()[others.count / 2] * size >= steady * size * size else { return nil }
    }
    // Both sides of a horizon are exposed by themselves.
    for other in max(2, line - window)..<min(movie.height, line + window + 1) {
      let (its, share) = edge(at: other, in: movie)
      if abs(its) >= flat * abs(size), share >= edge + 0.1 { return nil }
    }
    return size
  }
}
