/// The colours that a picture's numbers are mixed from, as chromaticities: ITU-T H.273, table 2.
struct ColorPrimaries: Hashable {
  struct Point: Hashable {
    let x: Double
    let y: Double
  }

  let red: Point
  let green: Point
  let blue: Point
  let white: Point

  static let bt709 = ColorPrimaries((0.64, 0.33), (0.3, 0.6), (0.15, 0.06))
  static let displayP3 = ColorPrimaries((0.68, 0.32), (0.265, 0.69), (0.15, 0.06))

  init(
    _ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double),
    white: (Double, Double) = (0.3127, 0.329)
  ) {
    func point(_ point: (Double, Double)) -> Point { Point(x: point.0, y: point.1) }
    (self.red, self.green, self.blue, self.white) = (point(red), point(green), point(blue), point(white))
  }

  /// The primaries of a code; those that nobody names are sRGB's. `nil` for codes that are not given out.
  init?(code: UInt16) {
    let (illuminantC, cinema) = ((0.31, 0.316), (0.314, 0.351))
    switch code {
    case 0...3: self = .bt709
    case 4: self.init((0.67, 0.33), (0.21, 0.71), (0.14, 0.08), white: illuminantC)
    case 5: self.init((0.64, 0.33), (0.29, 0.6), (0.15, 0.06))
    case 6, 7: self.init((0.63, 0.34), (0.31, 0.595), (0.155, 0.07))
    case 8: self.init((0.681, 0.319), (0.243, 0.692), (0.145, 0.049), white: illuminantC)
    case 9: self.init((0.708, 0.292), (0.17, 0.797), (0.131, 0.046))
    case 11: self.init((0.68, 0.32), (0.265, 0.69), (0.15, 0.06), white: cinema)
    case 12: self = .displayP3
    case 22: self.init((0.63, 0.34), (0.295, 0.605), (0.155, 0.077))
    default: return nil
    }
  }

  private var points: [Point] { [red, green, blue, white] }

  /// Tells whether all points are about where those of other primaries are.
  func isNear(_ other: ColorPrimaries) -> Bool {
    zip(points, other.points).allSatisfy { abs($0.x - $1.x) < 0.005 && abs($0.y - $1.y) < 0.005 }
  }

  /// Indicates whether the colours span a triangle with the white inside, on which everything else is built.
  var isSound: Bool {
    func turn(_ first: Point, _ second: Point, _ third: Point) -> Double {
      (second.x - first.x) * (third.y - first.y) - (second.y - first.y) * (third.x - first.x)
    }
    let turns = [turn(red, green, white), turn(green, blue, white), turn(blue, red, white)]
    return points.allSatisfy { (0...1).contains($0.x) && (0.001...1).contains($0.y) }
      && (turns.allSatisfy { $0 > 0.001 } || turns.allSatisfy { $0 < -0.001 })
  }
}
