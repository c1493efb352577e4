import Simulator

/// Tells the frames of a scene whose lamp is lit, its flashes, from all others.
public struct FlashDetector: Sendable {
  /// What the light reaches; the evening sky stays far below it.
  static let threshold = 205

  /// A detector; it keeps nothing between pictures.
  public init() {}

  /// Whether the lamp is lit, in full or video range.
  public func isFlash(_ view: GrayView) -> Bool {
    let lamp = SceneLamp(width: view.width, height: view.height)
    return view.mean(x: lamp.x, y: lamp.y, limit: 24) >= Self.threshold
  }

  /// Whether the lamp is lit.
  public func isFlash(_ picture: GrayPicture) -> Bool { picture.withView { isFlash($0) } }

  /// The places of those with a lit lamp among pictures.
  public func flashes(in pictures: [GrayPicture]) -> [Int] { pictures.indices.filter { isFlash(pictures[$0]) } }
}
