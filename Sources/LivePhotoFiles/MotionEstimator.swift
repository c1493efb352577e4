import Glibc
import VideoCoding

/// Finds how pictures of one scene moved against a reference: the shake of a hand, not what moves in the scene.
///
/// The shift is searched coarsely in a small copy, then shift and turn are refined from copy to larger copy by the
/// inverse compositional method (Baker and Matthews, "Lucas-Kanade 20 Years On", 2004). Samples that don't follow the
/// common motion weigh little, and a common change of brightness is left out of account. Memory: copies of two
/// pictures of at most 640 samples a side.
struct MotionEstimator {
  private let references: [ReferenceLevel]
  private let smallest: LumaPyramid.Level
  private let side: Int

  /// An estimator against `reference`; `side` is how many samples the largest copies have on their longer side.
  init(reference: I420Picture, side: Int = 640) {
    let pyramid = LumaPyramid(reference, side: side)
    references = pyramid.levels.map(ReferenceLevel.init)
    // A pyramid has at least one level.
    smallest = pyramid.levels[pyramid.levels.count - 1]
    self.side = side
  }

  /// How `picture`, of the reference's size, moved; `guess` is what the picture before it gave.
  ///
  /// `PictureMotion.none` when nothing better can be found, as for a picture without any detail.
  func motion(of picture: I420Picture, guess: PictureMotion = .none) -> PictureMotion {
    let pyramid = LumaPyramid(picture, side: side)
    guard pyramid.levels.count == references.count, let coarsest = pyramid.levels.last else { return .none }
    let top = Double(coarsest.factor)
    var motion = coarse(coarsest, guess: guess.scaled(by: 1 / top)).scaled(by: top)
    for (reference, level) in zip(references, pyramid.levels).reversed() {
      let factor = Double(level.factor)
      motion = reference.refine(motion.scaled(by: 1 / factor), in: level).scaled(by: factor)
    }
    let largest = pyramid.levels[0]
    let found = motion.scaled(by: 1 / Double(largest.factor))
    guard abs(motion.angle) < 0.5,
      references[0].distance(to: largest, found) < references[0].distance(to: largest, .none)
    else { return .none }
    return motion
  }

  /// The best whole shift up to a quarter of the picture, unless the guess is about as good.
  private func coarse(_ level: LumaPyramid.Level, guess: PictureMotion) -> PictureMotion {
    guard let reference = references.last else { return guess }
    let (reachX, reachY) = (level.width / 4, level.height / 4)
    var best = (distance: reference.distance(to: level, guess) * 0.9, motion: guess)
    for y in -reachY...reachY {
      for x in -reachX...reachX {
        let distance = reference.wholeShiftDistance(to: level, x: x, y: y)
        if distance < best.distance { best = (distance, PictureMotion(x: Double(x), y: Double(y), angle: 0)) }
      }
    }
    return best.motion
  }
}

/// One copy of the reference with what each refinement needs of it.
private struct ReferenceLevel {
  let level: LumaPyramid.Level
  /// Slope of luma along rows and columns; zero at the rim.
  let slopeX: [Float]
  let slopeY: [Float]
  /// How far samples lie from their mean, on average.
  let contrast: Float

  init(_ level: LumaPyramid.Level) {
    self.level = level
    let (width, height) = (level.width, level.height)
    var slopeX = [Float](repeating: 0, count: level.samples.count)
    var slopeY = slopeX
    level.samples.withUnsafeBufferPointer { samples in
      slopeX.withUnsafeMutableBufferPointer { slopeX in
        slopeY.withUnsafeMutableBufferPointer { slopeY in
          for y in 1..<max(1, height - 1) {
            for x in 1..<max(1, width - 1) {
              let place = y &* width &+ x
              slopeX[place] = 0.5 * (samples[place &+ 1] - samples[place &- 1])
              slopeY[place] = 0.5 * (samples[place &+ width] - samples[place &- width])
            }
          }
        }
      }
    }
    self.slopeX = slopeX
    self.slopeY = slopeY
    let mean = level.samples.reduce(0, +) / Float(max(1, level.samples.count))
    contrast = level.samples.reduce(0) { $0 + abs($1 - mean) } / Float(max(1, level.samples.count))
  }

  /// The mean difference after a shift by whole samples, where both pictures are, as ``distance(to:_:)`` counts it.
  func wholeShiftDistance(to other: LumaPyramid.Level, x: Int, y: Int) -> Float {
    let (left, right) = (max(0, -x), min(level.width, level.width - x))
    let (top, bottom) = (max(0, -y), min(level.height, level.height - y))
    let count = Float((right - left) * (bottom - top))
    guard right > left, bottom > top else { return .infinity }
    return level.samples.withUnsafeBufferPointer { mine in
      other.samples.withUnsafeBufferPointer { theirs in
        var bias: Float = 0
        for row in top..<bottom {
          let (here, there) = (row &* level.width, (row &+ y) &* level.width &+ x)
          for column in left..<right { bias += theirs[there &+ column] - mine[here &+ column] }
        }
        bias /= count
        var sum: Float = 0
        for row in top..<bottom {
          let (here, there) = (row &* level.width, (row &+ y) &* level.width &+ x)
          for column in left..<right {
            sum += min(contrast, abs(theirs[there &+ column] - mine[here &+ column] - bias))
          }
        }
        return sum / count
      }
    }
  }

  /// The mean difference after a motion; infinite when little is left to see. A common change of brightness doesn't
  /// count, and no sample counts more than the picture's own contrast: something large that moves by itself would
  /// otherwise outweigh all that stands still.
  func distance(to other: LumaPyramid.Level, _ motion: PictureMotion) -> Float {
    var (bias, sum, count): (Float, Float, Float) = (0, 0, 0)
    forEachDifference(to: other, motion) { _, _, difference in
      bias += difference
      count += 1
    }
    guard count > Float(level.samples.count) / 4 else { return .infinity }
    bias /= count
    forEachDifference(to: other, motion) { _, _, difference in sum += min(contrast, abs(difference - bias)) }
    return sum / count
  }

  /// Improves a motion, given and returned in this level's samples.
  func refine(_ start: PictureMotion, in other: LumaPyramid.Level) -> PictureMotion {
    var motion = start
    for _ in 0..<12 {
      guard let step = step(from: motion, in: other) else { return motion }
      motion = motion.afterUndoing(step)
      let turned = abs(step.angle) * Double(max(level.width, level.height))
      if max(abs(step.x), abs(step.y), turned) < 0.004 { break }
    }
    return motion
  }

  /// One Gauss-Newton step; `nil` where the picture has too little detail or overlap.
  private func step(from motion: PictureMotion, in other: LumaPyramid.Level) -> PictureMotion? {
    // What is usual among the differences, so that what is unusual can be told: their middle and their mean distance.
    var histogram = [Int](repeating: 0, count: 1024)
    var count = 0
    forEachDifference(to: other, motion) { _, _, difference in
      histogram[Int(max(0, min(1023, difference * 2 + 512)))] += 1
      count += 1
    }
    guard count > level.samples.count / 4 else { return nil }
    let middle = Self.middle(of: histogram, count: count)
    let spread = max(1, 3 * Self.spread(of: histogram, around: middle, count: count))
    let bias = (Float(middle) + 0.5 - 512) / 2

    var sums = NormalEquations()
    slopeX.withUnsafeBufferPointer { slopeX in
      slopeY.withUnsafeBufferPointer { slopeY in
        forEachDifference(to: other, motion) { x, y, difference in
          let place = y &* level.width &+ x
          let rest = difference - bias
          // Tukey's biweight: what is far off belongs to something that moves by itself.
          let share = rest / (2 * spread)
          guard abs(share) < 1 else { return }
          let weight = (1 - share * share) * (1 - share * share)
          let (slantX, slantY) = (slopeX[place], slopeY[place])
          let turn = (Float(x) - level.middle.x) * slantY - (Float(y) - level.middle.y) * slantX
          sums.add(slantX, slantY, turn, rest, weight)
        }
      }
    }
    return sums.solution
  }

  private static func middle(of histogram: [Int], count: Int) -> Int {
    var seen = 0
    for (place, number) in histogram.enumerated() {
      seen += number
      if 2 * seen >= count { return place }
    }
    return histogram.count / 2
  }

  private static func spread(of histogram: [Int], around middle: Int, count: Int) -> Float {
    var seen = histogram[middle]
    var distance = 0
    while 2 * seen < count, distance < histogram.count {
      distance += 1
      if middle - distance >= 0 { seen += histogram[middle - distance] }
      if middle + distance < histogram.count { seen += histogram[middle + distance] }
    }
    return Float(distance) / 2
  }

  /// Calls `body` with each sample's place and what the moved picture has more there, where it has anything.
  @inline(__always)
  private func forEachDifference(
    to other: LumaPyramid.Level, _ motion: PictureMotion, _ body: (Int, Int, Float) -> Void
  ) {
    let (width, height) = (level.width, level.height)
    let (cosine, sine) = (Float(cos(motion.angle)), Float(sin(motion.angle)))
    let (limitX, limitY) = (Float(width - 1), Float(height - 1))
    level.samples.withUnsafeBufferPointer { mine in
      other.samples.withUnsafeBufferPointer { theirs in
        for y in 0..<height {
          let fromMiddle = Float(y) - level.middle.y
          for x in 0..<width {
            let along = Float(x) - level.middle.x
            let sourceX = cosine * along - sine * fromMiddle + Float(motion.x) + level.middle.x
            let sourceY = sine * along + cosine * fromMiddle + Float(motion.y) + level.middle.y
            guard sourceX >= 0, sourceY >= 0, sourceX < limitX, sourceY < limitY else { continue }
            let (column, row) = (Int(sourceX), Int(sourceY))
            let (partX, partY) = (sourceX - Float(column), sourceY - Float(row))
            let place = row &* width &+ column
            let upper = theirs[place] + partX * (theirs[place &+ 1] - theirs[place])
            let lower = theirs[place &+ width] + partX * (theirs[place &+ width &+ 1] - theirs[place &+ width])
            body(x, y, upper + partY * (lower - upper) - mine[y &* width &+ x])
          }
        }
      }
    }
  }
}

/// Three equations for a shift and a turn, summed over samples.
private struct NormalEquations {
  private var xx: Double = 0, xy: Double = 0, xa: Double = 0, yy: Double = 0, ya: Double = 0, aa: Double = 0
  private var x: Double = 0, y: Double = 0, a: Double = 0

  @inline(__always)
  mutating func add(_ slopeX: Float, _ slopeY: Float, _ turn: Float, _ difference: Float, _ weight: Float) {
    let (weightX, weightY, weightA) = (weight * slopeX, weight * slopeY, weight * turn)
    xx += Double(weightX * slopeX)
    xy += Double(weightX * slopeY)
    xa += Double(weightX * turn)
    yy += Double(weightY * slopeY)
    ya += Double(weightY * turn)
    aa += Double(weightA * turn)
    x += Double(weightX * difference)
    y += Double(weightY * difference)
    a += Double(weightA * difference)
  }

  /// Cramer's rule; `nil` when the samples leave a direction open.
  var solution: PictureMotion? {
    let (minorX, minorY, minorA) = (yy * aa - ya * ya, xy * aa - ya * xa, xy * ya - yy * xa)
    let determinant = xx * minorX - xy * minorY + xa * minorA
    guard determinant > 1e-9 * max(1, xx) * max(1, yy) * max(1, aa) else { return nil }
    return PictureMotion(
      x: (x * minorX - xy * (y * aa - ya * a) + xa * (y * ya - yy * a)) / determinant,
      y: (xx * (y * aa - ya * a) - x * minorY + xa * (xy * a - y * xa)) / determinant,
      angle: (xx * (yy * a - y * ya) - xy * (xy * a - y * xa) + x * minorA) / determinant)
  }
}
