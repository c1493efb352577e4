import ISOBoxes

/// How far the encoded picture has to be turned clockwise to stand upright.
public enum MovieOrientation: Int, Sendable, Hashable, CaseIterable {
  case upright = 0
  case clockwise90 = 90
  case clockwise180 = 180
  case clockwise270 = 270

  /// The track's matrix: turned, then moved back so that the picture's corner is at 0, 0.
  func matrix(width: Int, height: Int) -> TransformMatrix {
    switch self {
    case .upright: .unity
    case .clockwise90: TransformMatrix(a: 0, b: 1, c: -1, d: 0, x: height, y: 0)
    case .clockwise180: TransformMatrix(a: -1, b: 0, c: 0, d: -1, x: width, y: height)
    case .clockwise270: TransformMatrix(a: 0, b: -1, c: 1, d: 0, x: 0, y: width)
    }
  }

  /// The orientation by Exif's numbers.
  var exifNumber: Int {
    switch self {
    case .upright: 1
    case .clockwise90: 6
    case .clockwise180: 3
    case .clockwise270: 8
    }
  }
}
