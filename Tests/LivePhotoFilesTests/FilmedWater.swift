import Glibc
import MediaCore
import VideoCoding

@testable import LivePhotoFiles

/// A shore that stands still and, over more than half of the picture, water that flows along as one: what a camera
/// films whose motion is known at every frame.
struct FilmedWater: Sendable {
  /// How the camera moved against the first frame's place.
  var camera: @Sendable (Int) -> PictureMotion = { _ in .none }
  /// How far the water flows from frame to frame.
  var flow = SIMD2<Double>(3.1, 0.6)
  /// Whether the water changes while it flows, as it does under wind.
  var isRippled = false
  /// What is to be seen on the shore: all over, or little but a few edges.
  var isPoor = false
  /// The most by which noise changes a sample.
  var noise = 6

  static let width = 640
  static let height = 480
  /// The row where the water begins, of a camera that did not move.
  static let shore = 210

  private static let ground = Texture(seed: 1, scales: [(3, 26), (9, 30), (40, 40)])
  private static let poorGround = Texture(seed: 2, scales: [(80, 60)], boxes: 220)
  private static let water = Texture(seed: 3, scales: [(3, 26), (9, 30), (40, 40)])
  private static let ripples = Texture(seed: 4, scales: [(4, 40), (12, 40)])

  /// What the camera sees in a frame.
  func picture(_ frame: Int) throws -> I420Picture {
    let picture = try I420Picture(width: Self.width, height: Self.height, range: .full)
    picture.fill(x: 0, y: 0, width: Self.width, height: Self.height, luma: 0)
    let motion = camera(frame)
    let square = motion.cosine * motion.cosine + motion.sine * motion.sine
    let (cosine, sine) = (motion.cosine / square, motion.sine / square)
    let (middleX, middleY) = (Double(Self.width - 1) / 2, Double(Self.height - 1) / 2)
    let (driftX, driftY) = (flow.x * Double(frame), flow.y * Double(frame))
    let ground = isPoor ? Self.poorGround : Self.ground
    var random = UInt32(truncatingIfNeeded: frame &* 2_654_435_761) | 1
    picture.withPlanes { planes in
      for row in 0..<Self.height {
        for column in 0..<Self.width {
          let (x, y) = (Double(column) - middleX - motion.x, Double(row) - middleY - motion.y)
          let (sceneX, sceneY) = (cosine * x + sine * y + middleX, cosine * y - sine * x + middleY)
          var value: Double
          if sceneY < Double(Self.shore) {
            value = ground.value(sceneX, sceneY)
          } else {
            value = Self.water.value(sceneX - driftX, sceneY - driftY)
            if isRippled { value += Self.ripples.value(sceneX + 1.7 * driftX, sceneY - 2.3 * driftX) - 128 }
          }
          random = random &* 1_664_525 &+ 1_013_904_223
          value += Double(Int(random >> 16) % (2 * noise + 1) - noise)
          planes.luma[row * planes.lumaStride + column] = UInt8(max(0, min(255, value + 0.5)))
        }
      }
    }
    return picture
  }

  /// Some frames as a movie, drawn once.
  func stream(_ count: Int) throws -> DrawnStream {
    let pictures = try (0..<count).map(picture)
    return DrawnStream(count: count) { pictures[$0] }
  }

  /// The farthest that a motion takes a place on the shore from where the camera's has it.
  static func error(_ found: PictureMotion, _ camera: PictureMotion) -> Double {
    let (right, bottom) = (Double(width) / 2, Double(height) / 2)
    let corners = [
      (-right, -bottom), (right, -bottom), (-right, Double(shore) - bottom), (right, Double(shore) - bottom),
    ]
    return corners.map { x, y in
      let (here, there) = (found.moved(x: x, y: y), camera.moved(x: x, y: y))
      return hypot(here.x - there.x, here.y - there.y)
    }.max() ?? 0
  }
}

/// Random brightness of several scales, the same again after 512 samples.
private struct Texture: Sendable {
  private static let side = 512
  private var samples: [Float]

  init(seed: UInt64, scales: [(size: Int, strength: Float)], boxes: Int = 0) {
    var random = SeededRandom(seed: seed)
    let side = Self.side
    samples = [Float](repeating: 128, count: side * side)
    for (size, strength) in scales {
      let points = side / size
      let lattice = (0..<(points * points)).map { _ in Float.random(in: -strength...strength, using: &random) }
      for y in 0..<side {
        let (row, down) = (y * points / side, Float(y * points % side) / Float(side))
        let next = (row + 1) % points
        for x in 0..<side {
          let (column, along) = (x * points / side, Float(x * points % side) / Float(side))
          let right = (column + 1) % points
          let above = lattice[row * points + column] * (1 - along) + lattice[row * points + right] * along
          let below = lattice[next * points + column] * (1 - along) + lattice[next * points + right] * along
          samples[y * side + x] += above * (1 - down) + below * down
        }
      }
    }
    for _ in 0..<boxes {
      let (left, top) = (Int.random(in: 0..<side, using: &random), Int.random(in: 0..<side, using: &random))
      let (width, height) = (Int.random(in: 8...30, using: &random), Int.random(in: 8...30, using: &random))
      let change = Float.random(in: -40...40, using: &random)
      for y in top..<(top + height) {
        for x in left..<(left + width) { samples[y % side * side + x % side] += change }
      }
    }
  }

  func value(_ x: Double, _ y: Double) -> Double {
    let (left, top) = (floor(x), floor(y))
    let (partX, partY) = (Float(x - left), Float(y - top))
    let mask = Self.side - 1
    let (column, row) = (Int(left) & mask, Int(top) & mask)
    let (right, below) = ((column + 1) & mask, (row + 1) & mask)
    return samples.withUnsafeBufferPointer { samples in
      let upper = samples[row * Self.side + column] * (1 - partX) + samples[row * Self.side + right] * partX
      let lower = samples[below * Self.side + column] * (1 - partX) + samples[below * Self.side + right] * partX
      return Double(upper * (1 - partY) + lower * partY)
    }
  }
}
