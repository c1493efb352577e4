/// The place of the lighthouse's light of a ``Scene`` in a picture of a given size.
///
/// As everything is a share of the size, it is found again in a scaled picture.
public struct SceneLamp: Sendable, Hashable {
  /// The columns and rows of pixels that are white while the lamp is lit, and of the evening sky at other times.
  public let x, y: Range<Int>

  /// Creates the lamp in a picture of the given size, of at least 16 pixels each way.
  public init(width: Int, height: Int) {
    let middle = Self.middle(width: Double(width), height: Double(height))
    // The square within the disc of light, less a margin for what coding smears.
    let half = Self.radius(width: Double(width), height: Double(height)) * 0.6
    x = max(0, Int(middle.x - half))..<min(width, max(1, Int(middle.x + half)))
    y = max(0, Int(middle.y - half))..<min(height, max(1, Int(middle.y + half)))
  }

  static func middle(width: Double, height: Double) -> (x: Double, y: Double) { (0.77 * width, 0.235 * height) }

  /// The radius of the disc of light.
  static func radius(width: Double, height: Double) -> Double { min(width, height) / 8 }
}
