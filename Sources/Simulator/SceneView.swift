/// The place from which a camera films a ``Scene``: what is near is seen farther to the left from farther to the right.
struct SceneView: Sendable, Hashable {
  /// The most that a place may differ, either way.
  static let limit = 0.2

  /// The distance to the right of the usual place, as the share of the picture's width by which what is nearest is seen
  /// farther to the left.
  let offset: Double

  /// Creates the usual place, or one beside it.
  init(offset: Double = 0) { self.offset = offset }

  /// Creates the place that a camera's name tells, such as `scene?view=0.05`; `nil` for other names.
  init?(name: String) {
    guard name != "scene" else {
      self.init()
      return
    }
    let beginning = "scene?view="
    guard name.hasPrefix(beginning), let offset = Double(name.dropFirst(beginning.utf8.count)),
      abs(offset) <= Self.limit
    else { return nil }
    self.init(offset: offset)
  }

  /// How far to the left something is seen, as a share of the picture's width; its nearness goes from 0, as far as the
  /// mountains, to 1.
  func shift(nearness: Double) -> Double { offset * nearness }
}
