import MediaCore
import MovieCoding
import StillCoding

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

  /// This turn and another one after it.
  func followed(by other: QuarterTurn) -> QuarterTurn {
    QuarterTurn(rawValue: (rawValue + other.rawValue) % 360) ?? .none
  }

  /// Whether rows become columns.
  var swapsSides: Bool { self == .right || self == .left }
}

extension ExifOrientation {
  /// How the stored picture has to be turned so that it is seen turned further.
  func turned(_ turn: QuarterTurn) -> ExifOrientation {
    // The four turns in clockwise order, of pictures as they are and of mirrored ones.
    let circles: [[ExifOrientation]] = [
      [.up, .right, .down, .left], [.upMirrored, .rightMirrored, .downMirrored, .leftMirrored],
    ]
    for circle in circles {
      guard let place = circle.firstIndex(of: self) else { continue }
      return circle[(place + turn.rawValue / 90) % 4]
    }
    return self
  }
}

extension Orientation {
  /// The same turn among those that may be mirrored.
  var exifOrientation: ExifOrientation { ExifOrientation(rawValue: UInt16(rawValue)) ?? .up }

  /// The orientation of pictures that are seen turned further.
  func turned(_ turn: QuarterTurn) -> Orientation {
    Orientation(clockwiseDegrees: (clockwiseDegrees + turn.rawValue) % 360) ?? self
  }
}
