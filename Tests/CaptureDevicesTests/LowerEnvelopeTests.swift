import MediaCore
import TestSupport
import Testing

@testable import CaptureDevices

/// The same line as ``LowerEnvelope`` finds, from a look at all points with every one that is added.
private struct PlainEnvelope {
  private typealias Point = (start: Double, x: Double, y: Double)

  private static let rate = LowerEnvelopeTests.rate
  private(set) var slope = 0.0
  private(set) var spread = 0.0
  private(set) var replacements = 0
  private(set) var halvings = 0
  private(set) var removals = 0
  private var pivot = (x: 0.0, y: 0.0)
  private var stretch = rate * 0.01
  private var points: [Point] = []
  private var all: [Double] = []
  private var prior = (slope: 0.0, weight: rate * 0.25)

  func value(at x: Double) -> Double { pivot.y + slope * (x - pivot.x) }

  private var length: Double { points.isEmpty ? 0 : points[points.count - 1].x - points[0].x }

  mutating func restart() {
    prior = (slope, min(Self.rate * 64, max(prior.weight, length)))
    (points, all, stretch) = ([], [], Self.rate * 0.01)
  }

  mutating func add(x: Double, y: Double) {
    all.append(y)
    guard let last = points.last, x < last.start + stretch else {
      if points.count == 64 { makeRoom() }
      points.append((x, x, y))
      return fit()
    }
    if isLower((x, x, y), than: last) {
      replacements += 1
      points[points.count - 1] = (last.start, x, y)
      fit()
    } else if slope == 0, !isNominal {
      fit()
    }
  }

  private func isLower(_ right: Point, than left: Point) -> Bool { right.y - slope * (right.x - left.x) < left.y }

  private mutating func makeRoom() {
    if stretch >= Self.rate {
      removals += 1
      points.removeFirst()
    } else {
      halvings += 1
      stretch *= 2
      points = stride(from: 0, to: 64, by: 2).map { index in
        let (left, right) = (points[index], points[index + 1])
        return isLower(right, than: left) ? (left.start, right.x, right.y) : left
      }
    }
  }

  private var isNominal: Bool { prior.slope == 0 && range <= 1000 }

  private var range: Double { all.reduce(-.infinity, max) - all.reduce(.infinity, min) }

  private mutating func fit() {
    guard !isNominal else {
      (slope, spread, pivot) = (0, range, (points[0].x, all[0]))
      return
    }
    let own = hullSlope
    let trust = min(1, length / prior.weight)
    let isExact = points.count > 2 && touch(own).spread <= 1000
    slope = isExact ? own : prior.slope + trust * trust * (own - prior.slope)
    let line = touch(slope)
    (spread, pivot) = (line.spread, (points[line.lowest].x, points[line.lowest].y))
  }

  private func touch(_ slope: Double) -> (spread: Double, lowest: Int) {
    let heights = points.map { $0.y - slope * ($0.x - points[0].x) }
    var (lowest, highest) = (0, 0)
    for index in heights.indices {
      if heights[index] < heights[lowest] { lowest = index }
      if heights[index] > heights[highest] { highest = index }
    }
    return (heights[highest] - heights[lowest], lowest)
  }

  private var hullSlope: Double {
    var hull: [Point] = []
    var sum = 0.0
    for point in points {
      while hull.count > 1 {
        let (a, b) = (hull[hull.count - 2], hull[hull.count - 1])
        if (b.x - a.x) * (point.y - a.y) > (b.y - a.y) * (point.x - a.x) { break }
        hull.removeLast()
      }
      hull.append(point)
      sum += point.x - points[0].x
    }
    let mean = points[0].x + sum / Double(points.count)
    guard hull.count > 1 else { return prior.slope }
    let right = (1..<hull.count - 1).first { hull[$0].x >= mean } ?? hull.count - 1
    let (start, end) = (hull[right - 1], hull[right])
    guard end.x > start.x else { return prior.slope }
    let limit = 0.04 * 1_000_000_000 / Self.rate
    return max(-limit, min(limit, (end.y - start.y) / (end.x - start.x)))
  }
}

@Suite struct LowerEnvelopeTests {
  fileprivate static let rate = 48_000.0

  enum Series: UInt64, CaseIterable {
    /// Lateness of the nominal rate.
    case noise
    /// A clock that is slow, or fast, and read late.
    case slow
    case fast
    /// A clock that is fast beyond belief.
    case faulty
    /// Many equal ordinates.
    case steps
    /// Exact for some seconds, then late.
    case exact

    func y(at x: Double, using random: inout SeededRandom) -> Double {
      let late = Double.random(in: 0..<2_000_000, using: &random)
      return switch self {
      case .noise: late
      case .slow: x * 1.5 + late
      case .fast: x * -2.5 + late
      case .faulty: x * -1000 + late
      case .steps: (late / 500_000).rounded(.down) * 1000
      case .exact: x < 20 * LowerEnvelopeTests.rate ? late / 2500 : late
      }
    }
  }

  @Test("the line is, to the bit, the one that a look at all points gives", arguments: Series.allCases)
  func line(_ series: Series) throws {
    var random = SeededRandom(seed: series.rawValue)
    var envelope = LowerEnvelope(unitsPerSecond: Self.rate)
    var plain = PlainEnvelope()
    var x = 0.0
    // One restart after more than a minute, one before the series is settled.
    for end in [125.0, 126, 140] {
      while x < end * Self.rate {
        let isNear = Int.random(in: 0..<3, using: &random) == 0
        x += Double.random(in: 0..<(isNear ? 0.02 : 0.2), using: &random) * Self.rate
        let y = series.y(at: x, using: &random)
        envelope.add(x: x, y: y)
        plain.add(x: x, y: y)
        try #require(envelope.slope.bitPattern == plain.slope.bitPattern, "slope at \(x)")
        try #require(envelope.spread.bitPattern == plain.spread.bitPattern, "spread at \(x)")
        for place in [0, x, x + Self.rate] {
          try #require(envelope.value(at: place).bitPattern == plain.value(at: place).bitPattern, "value at \(x)")
        }
      }
      envelope.restart()
      plain.restart()
    }
    #expect(plain.replacements > 0 && plain.halvings > 6 && plain.removals > 0, "the series tries every case")
  }
}
