import MediaCore

/// The parts of a scene that move by themselves: clouds, the sun's path on the water, a boat, and an arm that waves.
struct SceneMotion {
  private let width: Double
  private let height: Double
  private let seed: UInt64
  private let view: SceneView
  private let person: ScenePerson
  private let (cloud, path, hull, sail, coat, skin):
    (SceneColor, SceneColor, SceneColor, SceneColor, SceneColor, SceneColor)

  init(layout: VideoFormat, seed: UInt64, view: SceneView) {
    (width, height) = (Double(layout.width), Double(layout.height))
    (self.seed, self.view) = (seed, view)
    person = ScenePerson(width: width, height: height, shift: view.shift(nearness: 1))
    func color(_ rgb: Int) -> SceneColor { SceneColor(rgb, isFullRange: layout.range == .full) }
    (cloud, path) = (color(0x8d97bd), color(0xffe0ae))
    (hull, sail) = (color(0x4b3a3a), color(0xfbf3e2))
    (coat, skin) = (color(0xdb6030), color(0xeec39c))
  }

  /// Paints all of it as it is `seconds` after the scene's beginning.
  func paint(seconds: Double, on canvas: SceneCanvas) {
    for (number, start) in [0.1, 0.48, 0.83].enumerated() {
      let place = start + seconds / 90
      // From beyond the left edge to beyond the right one.
      paintCloud(x: (place - place.rounded(.down)) * 1.4 - 0.2, number: number, on: canvas)
    }
    paintSunPath(seconds: seconds, on: canvas)
    let boat = 0.5 + 0.06 * ReproducibleMath.sine(ofTurns: seconds / 40)
    paintBoat(x: boat - view.shift(nearness: 0.1), on: canvas)
    person.paintArm(seconds: seconds, on: canvas, coat: coat, skin: skin)
  }

  private func paintCloud(x: Double, number: Int, on canvas: SceneCanvas) {
    let (x, y, size) = (x * width, (0.10 + 0.02 * Double(number % 2)) * height, (0.8 + 0.2 * Double(number)) * height)
    canvas.ellipse((x, y), 0.13 * size, 0.016 * size, cloud)
    canvas.ellipse((x - 0.03 * size, y - 0.016 * size), 0.06 * size, 0.02 * size, cloud)
    canvas.ellipse((x + 0.045 * size, y - 0.010 * size), 0.05 * size, 0.014 * size, cloud)
  }

  /// Strips of light below the sun, new ones eight times a second.
  private func paintSunPath(seconds: Double, on canvas: SceneCanvas) {
    let thickness = max(1, canvas.height / 240)
    let rows = Int((SceneBackdrop.horizon + 0.006) * height)..<Int(0.785 * height)
    for row in stride(from: rows.lowerBound, to: rows.upperBound, by: 3 * thickness) {
      var random = SeededRandom(seed: seed, stream: 3, item: Int64(seconds * 8) &* 4096 &+ Int64(row))
      let nearness = Double(row - rows.lowerBound) / Double(rows.count)
      let half = (0.012 + 0.03 * nearness) * height * (0.4 + random.unit())
      let middle = 0.33 * width + (random.unit() - 0.5) * 0.04 * height
      canvas.fill(x: Int(middle - half)..<Int(middle + half), y: row..<row + thickness, path)
    }
  }

  private func paintBoat(x: Double, on canvas: SceneCanvas) {
    func at(_ across: Double, _ up: Double) -> SceneCanvas.Point {
      (x * width + across * height, 0.632 * height - up * height)
    }
    canvas.polygon([at(-0.030, 0.012), at(0.034, 0.012), at(0.024, 0), at(-0.022, 0)], hull)
    canvas.polygon([at(0.002, 0.015), at(0.002, 0.085), at(0.030, 0.018)], sail)
    canvas.polygon([at(-0.002, 0.018), at(-0.002, 0.072), at(-0.022, 0.019)], sail)
  }
}
