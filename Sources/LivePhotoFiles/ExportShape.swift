import MediaCore
import VideoCoding

/// The way in which pictures are prepared for a file that knows no rotation: scaled, then turned.
struct ExportShape: Hashable {
  /// Pixels in a row as seen; even.
  let width: Int
  /// Rows as seen; even.
  let height: Int
  /// The turn with which the stored picture is shown.
  let turn: QuarterTurn

  /// The shape of stored pictures of a size that become at most `width` pixels wide as seen; never larger than they
  /// are.
  init(storedWidth: Int, storedHeight: Int, turn: QuarterTurn, width: Int?) {
    let seen = turn.swapsSides ? (storedHeight, storedWidth) : (storedWidth, storedHeight)
    let wished = max(2, min(width ?? seen.0, seen.0))
    self.turn = turn
    self.width = max(2, (wished + 1) & ~1)
    self.height = max(2, Int((Double(seen.1) * Double(wished) / Double(max(1, seen.0)) / 2).rounded()) * 2)
  }

  /// A stored picture as it is seen.
  func apply(to picture: I420Picture) throws(CodingError) -> I420Picture {
    let stored = turn.swapsSides ? (height, width) : (width, height)
    var shaped = picture
    if stored != (picture.width, picture.height) {
      shaped = try I420Picture(width: stored.0, height: stored.1, range: picture.range)
      shaped.scale(picture)
    }
    return try turn == .none ? shaped : shaped.turned(clockwiseQuarters: turn.rawValue / 90)
  }
}
