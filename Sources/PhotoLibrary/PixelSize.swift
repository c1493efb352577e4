/// A size in pixels, as it is seen: width across, height down.
public struct PixelSize: Sendable, Hashable, CustomStringConvertible {
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int

  /// Creates a size. Negative numbers count as 0.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// The size of no pixels. As a wish it means: as large as the original. Stands for `PHImageManagerMaximumSize`.
  public static let zero = PixelSize(width: 0, height: 0)

  /// A Boolean value that indicates whether the size has no pixels.
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// The size as text: `4032 × 3024`.
  public var description: String { "\(width) × \(height)" }

  /// The size that a picture of this size is given to go into, or to cover, `target`: never larger than it is, its
  /// shape kept to within a pixel.
  func scaled(to target: PixelSize, mode: ImageContentMode) -> PixelSize {
    guard !isEmpty, !target.isEmpty else { return self }
    let (across, down) = (Double(target.width) / Double(width), Double(target.height) / Double(height))
    let scale = min(1, mode == .aspectFit ? min(across, down) : max(across, down))
    return PixelSize(
      width: max(1, Int((Double(width) * scale).rounded())), height: max(1, Int((Double(height) * scale).rounded())))
  }
}

/// The manners in which a picture is brought to a size. Stands for `PHImageContentMode`.
public enum ImageContentMode: Int, Sendable, Hashable, CaseIterable {
  /// All of it is seen.
  case aspectFit = 0
  /// All of the size is covered.
  case aspectFill = 1
}
