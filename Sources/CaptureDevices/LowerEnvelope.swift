/// The line beneath a sliding series of points that comes closest to them: the heart of ``ClockDriftEstimator``.
///
/// The abscissa `x` is a frame count, the ordinate `y` nanoseconds of lateness. Points are kept as the lowest of
/// each of at most 64 stretches. Stretches are short at first and double in length as the series grows, up to a
/// second; from then on the oldest falls out, so that about a minute is remembered.
struct LowerEnvelope: Sendable {
  private struct Point: Sendable {
    var start: Double
    var x: Double
    var y: Double
  }

  /// A corner of the lower hull of all points but the last, which alone may still be replaced.
  private struct Corner: Sendable {
    let index: Int
    /// The sum of the distances in `x` of all points up to this one from the first.
    let distances: Double
  }

  /// The lowest and the highest of the first `count` points, seen from a line of some slope.
  private struct Extremes: Sendable {
    var slope = 0.0
    var count = 0
    var lowest = 0
    var highest = 0
  }

  /// Nanoseconds per frame.
  private(set) var slope = 0.0
  /// The greatest height of a stretch's lowest point above the line, in nanoseconds; 0 before the first point.
  private(set) var spread = 0.0
  private var pivot = (x: 0.0, y: 0.0)

  private static let capacity = 64
  /// Points that lie on one line to within this many nanoseconds owe the rest to the rounding of stamps.
  private static let roundingNanoseconds = 1000.0
  /// Slopes beyond ±4 % are noise of a short series: no sample clock is that wrong.
  private static let greatestSlowness = 0.04
  private static let firstStretchSeconds = 0.01
  private static let longestStretchSeconds = 1.0

  private let unitsPerSecond: Double
  private var stretch: Double
  private var points: [Point] = []
  private var corners: [Corner] = []
  /// The extremes of all points but the last.
  private var extremes = Extremes()
  /// The least and greatest `y` since the last restart.
  private var bounds = (lowest: Double.infinity, highest: -Double.infinity)
  private var firstY = 0.0
  /// The slope believed when the series began, and for how many units it outweighs what the series says itself.
  private var prior: (slope: Double, weight: Double)

  init(unitsPerSecond: Double) {
    self.unitsPerSecond = unitsPerSecond
    stretch = unitsPerSecond * Self.firstStretchSeconds
    prior = (0, unitsPerSecond * 0.25)
    points.reserveCapacity(Self.capacity)
    corners.reserveCapacity(Self.capacity)
  }

  /// The ordinate of the line; before the first point, zero.
  func value(at x: Double) -> Double { pivot.y + slope * (x - pivot.x) }

  /// Indicates whether the series is long enough for the line to be trusted more than a point that contradicts it.
  var isSettled: Bool { length >= 1.5 * unitsPerSecond }

  var isEmpty: Bool { points.isEmpty }

  private var length: Double {
    guard let first = points.first, let last = points.last else { return 0 }
    return last.x - first.x
  }

  /// Forgets the points and keeps the slope as the one to begin with.
  mutating func restart() {
    let longest = unitsPerSecond * Self.longestStretchSeconds * Double(Self.capacity)
    prior = (slope, min(longest, max(prior.weight, length)))
    points.removeAll(keepingCapacity: true)
    forgetFit()
    stretch = unitsPerSecond * Self.firstStretchSeconds
    bounds = (.infinity, -.infinity)
  }

  /// Adds a point. `x` must not be less than that of any point before.
  mutating func add(x: Double, y: Double) {
    if points.isEmpty { firstY = y }
    bounds = (min(bounds.lowest, y), max(bounds.highest, y))
    if let last = points.last, x < last.start + stretch {
      guard y - slope * (x - last.x) < last.y else {
        // A point above the line changes nothing, unless it is the one that ends a series of exact ones.
        if slope == 0, !isNominal { fitLine() }
        return
      }
      points[points.count - 1] = Point(start: last.start, x: x, y: y)
    } else {
      if points.count == Self.capacity { makeRoom() }
      points.append(Point(start: x, x: x, y: y))
    }
    fitLine()
  }

  /// Discards corners and extremes. They are valid only while points are appended or the last one is replaced.
  private mutating func forgetFit() {
    corners.removeAll(keepingCapacity: true)
    extremes = Extremes()
  }

  private mutating func makeRoom() {
    forgetFit()
    guard stretch < unitsPerSecond * Self.longestStretchSeconds else {
      points.removeFirst()
      return
    }
    stretch *= 2
    for index in 0..<points.count / 2 {
      let (left, right) = (points[2 * index], points[2 * index + 1])
      let lower = right.y - slope * (right.x - left.x) < left.y ? right : left
      points[index] = Point(start: left.start, x: lower.x, y: lower.y)
    }
    points.removeLast(points.count / 2)
  }

  /// Indicates whether all points since the restart, not only those remembered, follow the nominal rate exactly.
  private var isNominal: Bool {
    prior.slope == 0 && bounds.highest - bounds.lowest <= Self.roundingNanoseconds
  }

  private mutating func fitLine() {
    if isNominal {
      slope = 0
      pivot = (points[0].x, firstY)
      spread = bounds.highest - bounds.lowest
      return
    }
    let own = hullSlope()
    let trust = min(1, length / prior.weight)
    slope =
      points.count > 2 && touch(slope: own) <= Self.roundingNanoseconds
      ? own : prior.slope + trust * trust * (own - prior.slope)
    spread = touch(slope: slope)
  }

  /// Moves the line of the given slope up against the points, and returns how far the farthest lies above it.
  private mutating func touch(slope: Double) -> Double {
    if extremes.slope != slope { extremes = Extremes(slope: slope) }
    var all = extremes
    var (lowest, highest) = (height(of: all.lowest, slope: slope), height(of: all.highest, slope: slope))
    while all.count < points.count {
      extremes = all
      let y = height(of: all.count, slope: slope)
      if y < lowest { (lowest, all.lowest) = (y, all.count) }
      if y > highest { (highest, all.highest) = (y, all.count) }
      all.count += 1
    }
    pivot = (points[all.lowest].x, points[all.lowest].y)
    return highest - lowest
  }

  private func height(of index: Int, slope: Double) -> Double {
    points[index].y - slope * (points[index].x - points[0].x)
  }

  /// The slope of the lower hull's edge that spans the mean of the points: the line beneath with the least distances.
  private mutating func hullSlope() -> Double {
    let (first, last) = (points[0], points[points.count - 1])
    var (next, distances) = corners.last.map { ($0.index + 1, $0.distances) } ?? (0, 0)
    while next < points.count - 1 {
      let point = points[next]
      distances += point.x - first.x
      corners.removeLast(corners.count - cornersLeft(of: point))
      corners.append(Corner(index: next, distances: distances))
      next += 1
    }
    let left = cornersLeft(of: last)
    guard left > 0 else { return prior.slope }
    let mean = first.x + (distances + (last.x - first.x)) / Double(points.count)
    var right = 1
    while right < left, points[corners[right].index].x < mean { right += 1 }
    let (start, end) = (points[corners[right - 1].index], right < left ? points[corners[right].index] : last)
    guard end.x > start.x else { return prior.slope }
    let limit = Self.greatestSlowness * 1_000_000_000 / unitsPerSecond
    return max(-limit, min(limit, (end.y - start.y) / (end.x - start.x)))
  }

  /// Returns the number of corners that remain corners when a point is added to their right.
  private func cornersLeft(of point: Point) -> Int {
    var count = corners.count
    while count > 1 {
      let (a, b) = (points[corners[count - 2].index], points[corners[count - 1].index])
      if (b.x - a.x) * (point.y - a.y) > (b.y - a.y) * (point.x - a.x) { break }
      count -= 1
    }
    return count
  }
}
