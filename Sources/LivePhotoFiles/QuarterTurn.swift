import MediaCore
import MovieCoding

/// A turn of what is seen, clockwise.
public enum QuarterTurn: Int, Sendable, Hashable, CaseIterable {
  /// Left as it is.
  case none = 0
  /// A quarter to the right.
  case right = 90
  /// Upside down.
  case half = 180
  /// A quarter to the left.
  case left = 270

  func followed(by other: QuarterTurn) -> QuarterTurn {
    QuarterTurn(rawValue: (rawValue + other.rawValue) % 360) ?? .none
  }

  var swapsSides: Bool { self == .right || self == .left }
}

extension Orientation {
  /// The same turn among those that may be mirrored.
  var exifOrientation: ExifOrientation { ExifOrientation(rawValue: UInt16(rawValue)) ?? .up }

  /// The orientation of pictures that are seen turned further.
  func turned(_ turn: QuarterTurn) -> Orientation {
    Orientation(clockwiseDegrees: (clockwiseDegrees + turn.rawValue) % 360) ?? self
  }
}
