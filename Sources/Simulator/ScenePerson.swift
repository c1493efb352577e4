import MediaCore

/// Somebody in an orange coat who stands on the pier and waves.
struct ScenePerson {
  private let foot: SceneCanvas.Point
  /// A hundredth of the person's height.
  private let unit: Double

  /// Somebody in a picture of a size, whom the camera sees so much of its width farther to the left.
  init(width: Double, height: Double, shift: Double) {
    foot = ((0.20 - shift) * width, 0.795 * height)
    unit = 0.0034 * height
  }

  private func at(_ x: Double, _ y: Double) -> SceneCanvas.Point { (foot.x + x * unit, foot.y - y * unit) }

  /// Paints all but the arm that waves.
  func paintBody(on canvas: SceneCanvas, color: (Int) -> SceneColor) {
    canvas.line(at(-6, 3), at(-5, 40), width: 9 * unit, color(0x2b3348))
    canvas.line(at(6, 3), at(5, 40), width: 9 * unit, color(0x2b3348))
    canvas.line(at(-11, 2), at(-6, 2), width: 5 * unit, color(0x1d1a1c))
    canvas.line(at(11, 2), at(6, 2), width: 5 * unit, color(0x1d1a1c))
    canvas.polygon([at(-16, 30), at(16, 30), at(12, 74), at(7, 80), at(-7, 80), at(-12, 74)], color(0xdb6030))
    canvas.line(at(-11, 73), at(-17, 43), width: 8 * unit, color(0xc4522a))
    canvas.disc(at(-17.5, 40), 4 * unit, color(0xeec39c))
    canvas.line(at(0, 30), at(0, 76), width: 1.2 * unit, color(0x9c3f20))
    canvas.line(at(-6, 80), at(6, 80), width: 6 * unit, color(0xf3e4b8))
    canvas.disc(at(0, 91), 9.5 * unit, color(0x4a3226))
    canvas.ellipse(at(1, 89.5), 7.5 * unit, 8.5 * unit, color(0xeec39c))
    canvas.polygon([at(-8.5, 93), at(-7, 98), at(0, 101), at(7, 98), at(9, 94), at(3, 95)], color(0x4a3226))
    for side in [-2.0, 4.5] { canvas.disc(at(side, 90), 1.1 * unit, color(0x2a211f)) }
    canvas.line(at(-1.5, 86.4), at(1.2, 85.2), width: 1.1 * unit, color(0xb35b4b))
    canvas.line(at(1.2, 85.2), at(4, 86.4), width: 1.1 * unit, color(0xb35b4b))
  }

  /// Paints the arm as it is `seconds` after the scene's beginning.
  func paintArm(seconds: Double, on canvas: SceneCanvas, coat: SceneColor, skin: SceneColor) {
    let swing = 0.06 * ReproducibleMath.sine(ofTurns: seconds * 0.9)
    let elbow = at(22, 84)
    let hand = at(
      22 + 20 * ReproducibleMath.sine(ofTurns: swing + 0.02), 84 + 20 * ReproducibleMath.cosine(ofTurns: swing + 0.02))
    canvas.line(at(10.5, 74), elbow, width: 8 * unit, coat)
    canvas.line(elbow, hand, width: 7 * unit, coat)
    canvas.disc(hand, 4.6 * unit, skin)
  }
}
