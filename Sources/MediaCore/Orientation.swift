/// The turn of a picture for display, by Exif's numbers.
public enum Orientation: Int, Sendable, Hashable, CaseIterable {
  /// No rotation: the picture is shown as stored.
  case up = 1
  /// A rotation by half a turn.
  case down = 3
  /// A quarter turn clockwise.
  case right = 6
  /// A quarter turn counter-clockwise.
  case left = 8

  /// The clockwise turn that shows the picture upright, in degrees.
  public var clockwiseDegrees: Int {
    switch self {
    case .up: 0
    case .right: 90
    case .down: 180
    case .left: 270
    }
  }
}
