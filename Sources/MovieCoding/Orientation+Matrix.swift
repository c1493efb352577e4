import ISOBoxes
package import MediaCore

extension Orientation {
  /// Creates the orientation of a picture that has to be turned clockwise by so many degrees; `nil` for other numbers
  /// than 0, 90, 180 and 270.
  package init?(clockwiseDegrees degrees: Int) {
    guard let found = Self.allCases.first(where: { $0.clockwiseDegrees == degrees }) else { return nil }
    self = found
  }

  /// The track's matrix: turned, then moved back so that the picture's corner is at 0, 0.
  func matrix(width: Int, height: Int) -> TransformMatrix {
    switch self {
    case .up: .unity
    case .right: TransformMatrix(a: 0, b: 1, c: -1, d: 0, x: height, y: 0)
    case .down: TransformMatrix(a: -1, b: 0, c: 0, d: -1, x: width, y: height)
    case .left: TransformMatrix(a: 0, b: -1, c: 1, d: 0, x: 0, y: width)
    }
  }
}
