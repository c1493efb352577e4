import MediaCore

/// The parts of a scene that stand still: the evening sky, mountains, the lighthouse on its headland, and a pier with
/// somebody on it. The backdrop is painted once.
final class SceneBackdrop {
  /// The finished picture.
  private(set) var canvas: SceneCanvas
  /// The brightness of the open sea's rows, from the horizon down.
  private(set) var seaLevels: [UInt8] = []
  /// The extents of the shapes before the sea at the left, and at the right.
  let (leftExtents, rightExtents): (SceneExtents, SceneExtents)
  private let memory: LentMemory
  private let isFullRange: Bool
  private let pierShift: Double

  /// The height of the horizon, as a share of the picture's.
  static let horizon = 0.58

  init(layout: VideoFormat, seed: UInt64, view: SceneView) {
    pierShift = view.shift(nearness: 1)
    memory = LentMemory(byteCount: layout.frameBytes)
    canvas = SceneCanvas(memory, layout: layout)
    isFullRange = layout.range == .full
    (leftExtents, rightExtents) = (SceneExtents(height: layout.height), SceneExtents(height: layout.height))
    paintSky()
    var random = SeededRandom(seed: seed, stream: 1, item: 0)
    paintMountains(0x8b86a3, top: 0.40, bottom: 0.52, peaks: 9, random: &random)
    paintMountains(0x626a8a, top: 0.49, bottom: 0.57, peaks: 14, random: &random)
    paintSea()
    let sea = Int(Self.horizon * Double(canvas.height))..<canvas.height
    seaLevels = sea.map { canvas.luma[$0 * canvas.width] }
    canvas.extents = rightExtents
    paintLighthouse()
    canvas.extents = leftExtents
    paintPier()
    canvas.extents = nil
  }

  private func color(_ rgb: Int) -> SceneColor { SceneColor(rgb, isFullRange: isFullRange) }

  private func at(_ x: Double, _ y: Double) -> SceneCanvas.Point {
    (x * Double(canvas.width), y * Double(canvas.height))
  }

  /// Fills rows with colours that pass from each to the next; heights are shares of the picture's.
  private func paintGradient(_ stops: [(height: Double, color: SceneColor)]) {
    for (upper, lower) in zip(stops, stops.dropFirst()) {
      let rows = Int(upper.height * Double(canvas.height))..<Int(lower.height * Double(canvas.height))
      for row in rows {
        let share = (Double(row - rows.lowerBound) + 0.5) / Double(rows.count)
        canvas.fill(x: 0..<canvas.width, y: row..<row + 1, upper.color.mixed(with: lower.color, share: share))
      }
    }
  }

  private func paintSky() {
    paintGradient([
      (0, color(0x22406e)), (0.3, color(0x6a7fae)), (0.48, color(0xd9a79a)), (Self.horizon, color(0xf7c98d)),
    ])
    let sun = at(0.33, 0.47)
    let radius = 0.075 * Double(canvas.height)
    canvas.disc(sun, radius * 1.35, color(0xf4c79a))
    canvas.disc(sun, radius, color(0xfff0c4))
  }

  private func paintMountains(
    _ rgb: Int, top: Double, bottom: Double, peaks: Int, random: inout SeededRandom
  ) {
    var corners = [at(1, Self.horizon), at(0, Self.horizon)]
    for number in 0...2 * peaks {
      let share = random.unit() * (number % 2 == 0 ? 0.4 : 1)
      corners.append(at(Double(number) / Double(2 * peaks), bottom - (bottom - top) * share))
    }
    canvas.polygon(corners, color(rgb))
  }

  private func paintSea() {
    paintGradient([(Self.horizon, color(0xd8a590)), (0.72, color(0x54708f)), (1, color(0x12293f))])
  }

  /// The tower stands right of the middle, below its lamp.
  private func paintLighthouse() {
    let height = Double(canvas.height)
    let lamp = SceneLamp.middle(width: Double(canvas.width), height: height)
    canvas.polygon(
      [
        at(0.62, 0.645), at(0.66, 0.60), at(0.72, 0.585), at(0.80, 0.57), at(0.90, 0.575), at(1, 0.54), at(1, 0.72),
        at(0.86, 0.70), at(0.74, 0.685), at(0.66, 0.67),
      ], color(0x2c3140))
    let (top, foot) = (lamp.y + 0.045 * height, 0.60 * height)
    /// The tower between two shares of its height from the top.
    func part(_ from: Double, _ to: Double, _ rgb: Int) {
      func half(_ share: Double) -> Double { (0.021 + 0.014 * share) * height }
      let (upper, lower) = (top + (foot - top) * from, top + (foot - top) * to)
      canvas.polygon(
        [
          (lamp.x - half(from), upper), (lamp.x + half(from), upper), (lamp.x + half(to), lower),
          (lamp.x - half(to), lower),
        ], color(rgb))
    }
    part(0, 1, 0xf1e9da)
    for band in [0.16, 0.5, 0.84] { part(band - 0.08, band + 0.08, 0xb8473b) }
    func box(_ halfWidth: Double, _ from: Double, _ to: Double, _ rgb: Int) {
      let (left, right) = (lamp.x - halfWidth * height, lamp.x + halfWidth * height)
      canvas.polygon(
        [
          (left, lamp.y + from * height), (right, lamp.y + from * height), (right, lamp.y + to * height),
          (left, lamp.y + to * height),
        ], color(rgb))
    }
    box(0.034, 0.034, 0.048, 0x2c3140)
    box(0.018, -0.024, 0.034, 0x4a5876)
    canvas.polygon(
      [
        (lamp.x - 0.026 * height, lamp.y - 0.024 * height), (lamp.x, lamp.y - 0.058 * height),
        (lamp.x + 0.026 * height, lamp.y - 0.024 * height),
      ], color(0xb8473b))
  }

  /// The pier comes in from the left; who stands on it waves with the arm that ``SceneMotion`` paints.
  private func paintPier() {
    let height = Double(canvas.height)
    for post in [0.03, 0.14, 0.25, 0.36] {
      let x = (post - pierShift) * Double(canvas.width)
      canvas.polygon(
        [
          (x, 0.80 * height), (x + 0.02 * height, 0.80 * height), (x + 0.02 * height, 0.97 * height),
          (x, 0.97 * height),
        ], color(0x3a2b26))
    }
    func on(_ x: Double, _ y: Double) -> SceneCanvas.Point { at(x - pierShift, y) }
    canvas.polygon([at(0, 0.79), on(0.40, 0.79), on(0.385, 0.835), at(0, 0.835)], color(0x6d5240))
    canvas.polygon([at(0, 0.822), on(0.3895, 0.822), on(0.385, 0.835), at(0, 0.835)], color(0x4d382d))
    let person = ScenePerson(width: Double(canvas.width), height: height, shift: pierShift)
    person.paintBody(on: canvas, color: color)
  }
}
