import Glibc
import MediaCore
import VideoCoding

/// Finds how pictures of one scene moved against a reference: the shake of a hand, not what moves in the scene.
///
/// The shift is searched coarsely in a small copy, then shift and turn are refined from copy to larger copy by the
/// inverse compositional method (Baker and Matthews, "Lucas-Kanade 20 Years On", 2004). Samples that don't follow the
/// common motion weigh little, and a common change of brightness is left out of account. FFmpeg's filters do not take
/// its place: `deshake` knows no reference, and `vidstabdetect` goes through a file. Memory: copies of two pictures of
/// at most 640 samples a side.
struct MotionEstimator {
  private let references: [ReferenceLevel]
  private let side: Int

  /// An estimator against `reference`; `side` is how many samples the largest copies have on their longer side.
  init(reference: I420Picture, side: Int = 640) throws(CodingError) {
    references = try Self.levels(reference, side: side).map(ReferenceLevel.init)
    self.side = side
  }

  /// How `picture`, of the reference's size, moved; `guess` is what the picture before it gave.
  ///
  /// `PictureMotion.none` when nothing better can be found, as for a picture without any detail.
  func motion(of picture: I420Picture, guess: PictureMotion = .none) throws(CodingError) -> PictureMotion {
    let levels = try Self.levels(picture, side: side)
    guard levels.count == references.count, let coarsest = levels.last, let largest = levels.first else { return .none }
    func factor(_ level: I420Picture) -> Double { Double(picture.width) / Double(level.width) }
    let top = factor(coarsest)
    var motion = coarse(coarsest, guess: guess.scaled(by: 1 / top)).scaled(by: top)
    for (reference, level) in zip(references, levels).reversed() {
      motion = reference.refine(motion.scaled(by: 1 / factor(level)), in: level).scaled(by: factor(level))
    }
    let found = motion.scaled(by: 1 / factor(largest))
    let (moved, still) = (references[0].distance(to: largest, found), references[0].distance(to: largest, .none))
    return abs(motion.angle) < 0.5 && moved.mean < still.mean ? motion : .none
  }

  /// Copies from one whose sides have at most `side` samples down to one of about 24.
  private static func levels(_ picture: I420Picture, side: Int) throws(CodingError) -> [I420Picture] {
    let parts = max(1, (max(picture.width, picture.height) + side - 1) / side)
    var levels: [I420Picture] = []
    var (width, height) = (picture.width / parts, picture.height / parts)
    repeat {
      let copy = try I420Picture(width: max(2, width & ~1), height: max(2, height & ~1), range: picture.range)
      copy.scaleLuma(levels.last ?? picture)
      levels.append(copy)
      (width, height) = (copy.width / 2, copy.height / 2)
    } while min(width, height) >= 24
    return levels
  }

  /// The best whole shift up to a quarter of the picture, unless the guess is about as good.
  private func coarse(_ level: I420Picture, guess: PictureMotion) -> PictureMotion {
    guard let reference = references.last else { return guess }
    let (reachX, reachY) = (level.width / 4, level.height / 4)
    var best = (distance: reference.distance(to: level, guess).mean * 0.9, motion: guess)
    for y in -reachY...reachY {
      for x in -reachX...reachX {
        let shift = PictureMotion(x: Double(x), y: Double(y), angle: 0)
        let distance = reference.distance(to: level, shift).mean
        if distance < best.distance { best = (distance, shift) }
      }
    }
    return best.motion
  }
}

/// One copy of the reference with what each refinement needs of it.
private struct ReferenceLevel {
  private let width: Int
  private let height: Int
  private let samples: [Float]
  /// Slope of luma along rows and columns; zero at the rim.
  private let slopeX: [Float]
  private let slopeY: [Float]
  /// How far samples lie from their mean, on average.
  private let contrast: Float

  init(_ picture: I420Picture) {
    let (width, height) = (picture.width, picture.height)
    let samples = picture.withPlanes { planes in
      (0..<height).flatMap { row in planes.luma[(row * planes.lumaStride)...].prefix(width).map(Float.init) }
    }
    var slopeX = [Float](repeating: 0, count: samples.count)
    var slopeY = slopeX
    for y in 1..<max(1, height - 1) {
      for place in (y * width + 1)..<max(y * width + 1, (y + 1) * width - 1) {
        slopeX[place] = 0.5 * (samples[place + 1] - samples[place - 1])
        slopeY[place] = 0.5 * (samples[place + width] - samples[place - width])
      }
    }
    let mean = samples.reduce(0, +) / Float(samples.count)
    contrast = samples.reduce(0) { $0 + abs($1 - mean) } / Float(samples.count)
    (self.width, self.height, self.samples, self.slopeX, self.slopeY) = (width, height, samples, slopeX, slopeY)
  }

  /// The common difference in brightness after a motion, and the mean difference beyond it; infinite when little is left
  /// to see.
  ///
  /// No sample counts more than the picture's own contrast: something large that moves by itself would otherwise
  /// outweigh all that stands still.
  func distance(to other: I420Picture, _ motion: PictureMotion) -> (bias: Float, mean: Float) {
    var (bias, sum, count): (Float, Float, Float) = (0, 0, 0)
    forEachDifference(to: other, motion) { _, _, difference in
      bias += difference
      count += 1
    }
    guard count > Float(samples.count) / 4 else { return (0, .infinity) }
    bias /= count
    forEachDifference(to: other, motion) { _, _, difference in sum += min(contrast, abs(difference - bias)) }
    return (bias, sum / count)
  }

  /// Improves a motion, given and returned in this level's samples.
  func refine(_ start: PictureMotion, in other: I420Picture) -> PictureMotion {
    var motion = start
    for _ in 0..<12 {
      guard let step = step(from: motion, in: other) else { return motion }
      motion = motion.afterUndoing(step)
      let turned = abs(step.angle) * Double(max(width, height))
      if max(abs(step.x), abs(step.y), turned) < 0.004 { break }
    }
    return motion
  }

  /// One Gauss-Newton step; `nil` where the picture has too little detail or overlap.
  private func step(from motion: PictureMotion, in other: I420Picture) -> PictureMotion? {
    let (bias, usual) = distance(to: other, motion)
    guard usual.isFinite else { return nil }
    let spread = max(1, 3 * usual)
    var (rows, right) = ((SIMD3<Double>.zero, SIMD3<Double>.zero, SIMD3<Double>.zero), SIMD3<Double>.zero)
    let (middleX, middleY) = (Float(width - 1) / 2, Float(height - 1) / 2)
    forEachDifference(to: other, motion) { x, y, difference in
      let rest = difference - bias
      // Tukey's biweight: what is far off belongs to something that moves by itself.
      let share = rest / (2 * spread)
      guard abs(share) < 1 else { return }
      let weight = (1 - share * share) * (1 - share * share)
      let (slantX, slantY) = (slopeX[y &* width &+ x], slopeY[y &* width &+ x])
      let turn = (Float(x) - middleX) * slantY - (Float(y) - middleY) * slantX
      let slope = SIMD3(Double(slantX), Double(slantY), Double(turn))
      let weighted = slope * Double(weight)
      rows.0 += weighted * slope.x
      rows.1 += weighted * slope.y
      rows.2 += weighted * slope.z
      right += weighted * Double(rest)
    }
    // The inverse of a symmetric matrix by cross products of its rows; nothing when samples leave a direction open.
    let minors = (cross(rows.1, rows.2), cross(rows.2, rows.0), cross(rows.0, rows.1))
    let determinant = (rows.0 * minors.0).sum()
    guard determinant > 1e-9 * max(1, rows.0.x) * max(1, rows.1.y) * max(1, rows.2.z) else { return nil }
    let step = (minors.0 * right.x + minors.1 * right.y + minors.2 * right.z) / determinant
    return PictureMotion(x: step.x, y: step.y, angle: step.z)
  }

  private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  /// Calls `body` with each sample's place and what the moved picture has more there, where it has anything.
  @inline(__always)
  private func forEachDifference(to other: I420Picture, _ motion: PictureMotion, _ body: (Int, Int, Float) -> Void) {
    let (cosine, sine) = (Float(cos(motion.angle)), Float(sin(motion.angle)))
    let (lastX, lastY) = (Float(width - 1), Float(height - 1))
    other.withPlanes { planes in
      let (theirs, stride) = (planes.luma, planes.lumaStride)
      samples.withUnsafeBufferPointer { mine in
        for y in 0..<height {
          let fromMiddle = Float(y) - lastY / 2
          for x in 0..<width {
            let along = Float(x) - lastX / 2
            let sourceX = cosine * along - sine * fromMiddle + Float(motion.x) + lastX / 2
            let sourceY = sine * along + cosine * fromMiddle + Float(motion.y) + lastY / 2
            guard sourceX >= 0, sourceY >= 0, sourceX < lastX, sourceY < lastY else { continue }
            let (column, row) = (Int(sourceX), Int(sourceY))
            let (partX, partY) = (sourceX - Float(column), sourceY - Float(row))
            let place = row &* stride &+ column
            func between(_ left: Int) -> Float {
              let (one, next) = (Float(theirs[left]), Float(theirs[left &+ 1]))
              return one + partX * (next - one)
            }
            let (upper, lower) = (between(place), between(place &+ stride))
            body(x, y, upper + partY * (lower - upper) - mine[y &* width &+ x])
          }
        }
      }
    }
  }
}
