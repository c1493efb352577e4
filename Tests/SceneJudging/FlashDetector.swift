import Simulator

/// Tells the white frames of a scene, its flashes, from all others.
public struct FlashDetector: Sendable {
  /// What each part of a white frame reaches; a scene's other frames stay under it nearly everywhere.
  static let threshold = 205

  /// A detector; it keeps nothing between pictures.
  public init() {}

  /// Whether the picture is white everywhere but for the code, in full or video range.
  public func isFlash(_ view: GrayView) -> Bool {
    let top = BarCodeLayout(width: view.width, height: view.height)?.bounds.y.upperBound ?? 0
    // A row of the code's own height is left out, so that what coding smears across the edge does not count.
    let first = min(view.height - 1, top + view.height / 20)
    let rows = view.height - first
    for part in 0..<4 {
      let y = first + rows * part / 4..<first + rows * (part + 1) / 4
      if y.isEmpty { continue }
      for side in 0..<2 {
        let x = view.width * side / 2..<view.width * (side + 1) / 2
        if view.mean(x: x, y: y, limit: 24) < Self.threshold { return false }
      }
    }
    return true
  }

  /// Whether the picture is white everywhere but for the code.
  public func isFlash(_ picture: GrayPicture) -> Bool { picture.withView { isFlash($0) } }

  /// The places of the white ones among pictures.
  public func flashes(in pictures: [GrayPicture]) -> [Int] { pictures.indices.filter { isFlash(pictures[$0]) } }
}
