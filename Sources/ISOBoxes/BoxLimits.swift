/// How much structure a decoder accepts: far above any real movie, far below what would hurt.
package struct BoxLimits: Sendable, Hashable {
  /// Boxes inside one another.
  package var depth: Int
  /// Boxes altogether.
  package var boxes: Int

  /// Limits; by default 16 levels and 20 000 boxes.
  package init(depth: Int = 16, boxes: Int = 20_000) {
    self.depth = depth
    self.boxes = boxes
  }
}
