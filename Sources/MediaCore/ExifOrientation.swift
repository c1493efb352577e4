/// The turn by which a picture is seen upright; the raw values are Exif's and `CGImagePropertyOrientation`'s.
public enum ExifOrientation: UInt16, Sendable, Hashable, CaseIterable {
  /// Rows run from top to bottom, columns from left to right.
  case up = 1
  /// The picture is mirrored left to right.
  case upMirrored = 2
  /// The picture is turned by 180°.
  case down = 3
  /// The picture is mirrored top to bottom.
  case downMirrored = 4
  /// The picture is mirrored left to right, then to be turned by 270° clockwise.
  case leftMirrored = 5
  /// A picture that is to be turned by 90° clockwise.
  case right = 6
  /// The picture is mirrored left to right, then to be turned by 90° clockwise.
  case rightMirrored = 7
  /// A picture that is to be turned by 270° clockwise.
  case left = 8
}
