import Glibc
import MediaCore

/// The glitter of a scene's sea, which drifts by, the faster the nearer it is.
final class SceneSea {
  /// The number of pixels after which a row of glitter repeats.
  private static let period = 256
  private static let patterns = 32

  /// A row of the picture, and where between what stands before it the sea is seen.
  private struct Row {
    let number: Int
    let visible: [Range<Int>]
    /// Picture widths a second.
    let speed: Double
    /// The pixels by which the camera sees the row farther to the left.
    let shift: Int
  }

  private let rows: [Row]
  private let width: Int
  private let stride: Int
  private let memory: LentMemory
  private let bytes: UnsafeMutablePointer<UInt8>

  /// Creates the sea of a backdrop, whose resting brightness is that of `levels`, from the horizon down.
  init(backdrop: SceneBackdrop, seed: UInt64, view: SceneView) {
    let canvas = backdrop.canvas
    let first = canvas.height - backdrop.seaLevels.count
    let width = canvas.width
    self.width = width
    stride = width + Self.period
    memory = LentMemory(byteCount: stride * backdrop.seaLevels.count)
    // Never empty.
    bytes = memory.bytes.initializeMemory(as: UInt8.self, repeating: 0).baseAddress.unsafelyUnwrapped
    var random = SeededRandom(seed: seed, stream: 2, item: 0)
    let glitter = (0..<Self.patterns).map { _ in Self.glitter(&random) }
    rows = backdrop.seaLevels.indices.map { index in
      let nearness = Double(index) / Double(backdrop.seaLevels.count)
      var visible: [Range<Int>] = []
      var start = 0
      for covered in [backdrop.leftExtents[first + index], backdrop.rightExtents[first + index]]
      where !covered.isEmpty {
        if covered.lowerBound > start { visible.append(start..<covered.lowerBound) }
        start = max(start, covered.upperBound)
      }
      if start < width { visible.append(start..<width) }
      let shift = Int((view.shift(nearness: nearness * nearness) * Double(width)).rounded())
      return Row(
        number: first + index, visible: visible, speed: 0.01 + 0.12 * nearness * nearness,
        // Neither side of the pattern is left.
        shift: shift - shift / Self.period * Self.period + Self.period)
    }
    for (index, level) in backdrop.seaLevels.enumerated() {
      // Any two rows that lie together differ.
      let pattern = glitter[index * 7 % Self.patterns]
      fill(bytes + index * stride, pattern, level: Int(level), strength: 10 + 22 * index / backdrop.seaLevels.count)
    }
  }

  /// Light of waves: a few long crests on a calm ground, from −16 to 16.
  private static func glitter(_ random: inout SeededRandom) -> [Int] {
    var waves = Array(repeating: -2, count: period)
    for _ in 0..<5 {
      let (start, length) = (Int(random.unit() * Double(period)), 8 + Int(random.unit() * 40))
      let height = 4 + Int(random.unit() * 12)
      for place in 0..<length {
        let slope = min(place, length - 1 - place) * 4 / length
        waves[(start + place) % period] = min(16, height * (2 + slope) / 4)
      }
    }
    return waves
  }

  private func fill(_ row: UnsafeMutablePointer<UInt8>, _ pattern: [Int], level: Int, strength: Int) {
    pattern.withUnsafeBufferPointer { pattern in
      for x in 0..<Self.period {
        row[x] = UInt8(truncatingIfNeeded: max(16, min(235, level &+ pattern[x] &* strength / 16)))
      }
    }
    var filled = Self.period
    while filled < stride {
      let count = min(filled, stride - filled)
      memcpy(row + filled, row, count)
      filled += count
    }
  }

  /// Copies the sea as it is `seconds` after the scene's beginning to where it is seen.
  func paint(seconds: Double, on canvas: SceneCanvas) {
    for (index, row) in rows.enumerated() {
      let moved = seconds * row.speed * Double(width) + Double(index * 37)
      let source = bytes + index * stride + (Int(moved) + row.shift) % Self.period
      for columns in row.visible {
        memcpy(canvas.luma + row.number * width + columns.lowerBound, source + columns.lowerBound, columns.count)
      }
    }
  }
}
