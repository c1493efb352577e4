import Glibc
import MediaCore
import VideoCoding

@testable import LivePhotoFiles

/// A scene of soft waves with known brightness at every point, so that a moved picture of it can be drawn exactly.
struct DrawnScene {
  private let waves: [(x: Double, y: Double, phase: Double, strength: Double)]

  /// A scene of its own for each seed; its waves are `stretch` times as long as usual.
  init(seed: UInt64, stretch: Double = 1) {
    var random = SeededRandom(seed: seed)
    waves = (0..<14).map { _ in
      let angle = Double.random(in: 0..<(2 * .pi), using: &random)
      let length = stretch * Double.random(in: 9..<90, using: &random)
      return (
        2 * .pi * cos(angle) / length, 2 * .pi * sin(angle) / length,
        Double.random(in: 0..<(2 * .pi), using: &random), length < 20 * stretch ? 4 : 9
      )
    }
  }

  /// Luma at a point, counted from the middle of the picture.
  func luma(x: Double, y: Double) -> Double {
    waves.reduce(128) { $0 + $1.strength * sin($1.x * x + $1.y * y + $1.phase) }
  }

  /// A picture in which each point of the scene lies where `motion` takes it.
  func picture(
    width: Int, height: Int, motion: PictureMotion = .none, brighter: Double = 0, noise: Double = 0, seed: UInt64 = 1
  ) throws -> I420Picture {
    let picture = try I420Picture(width: width, height: height, range: .full)
    var random = SeededRandom(seed: seed)
    let square = motion.cosine * motion.cosine + motion.sine * motion.sine
    let (cosine, sine) = (motion.cosine / square, motion.sine / square)
    picture.withPlanes { planes in
      for row in 0..<height {
        for column in 0..<width {
          let x = Double(column) - Double(width - 1) / 2 - motion.x
          let y = Double(row) - Double(height - 1) / 2 - motion.y
          var value = luma(x: cosine * x + sine * y, y: cosine * y - sine * x) + brighter
          if noise > 0 { value += Double.random(in: -noise...noise, using: &random) }
          planes.luma[row * planes.lumaStride + column] = UInt8(max(0, min(255, value.rounded())))
        }
      }
      for row in 0..<(height / 2) {
        for column in 0..<(width / 2) {
          planes.cb[row * planes.chromaStride + column] = UInt8(100 + column * 50 / width)
          planes.cr[row * planes.chromaStride + column] = UInt8(100 + row * 50 / height)
        }
      }
    }
    return picture
  }
}

extension I420Picture {
  /// The luma at a place.
  func luma(_ x: Int, _ y: Int) -> Int { withPlanes { Int($0.luma[y * $0.lumaStride + x]) } }

  /// All luma, row after row, without padding.
  var lumaRows: [UInt8] {
    withPlanes { planes in (0..<height).flatMap { Array(planes.luma[($0 * planes.lumaStride)...].prefix(width)) } }
  }
}

extension PictureMotion {
  /// A turn by some radians, then a shift.
  init(x: Double, y: Double, angle: Double, scale: Double = 1) {
    self.init(x: x, y: y, cosine: scale * cos(angle), sine: scale * sin(angle))
  }
}
