/// The placement of marks that would cover each other at their own places.
///
/// Lengths are in any unit.
enum MarkPlacement {
  /// Places marks in one row, in their order, each as near to the place it is about as those before it allow, and none
  /// beyond the ends. `anchors` ascend, and all widths with their gaps fit between the ends.
  static func row(_ anchors: [Int], widths: [Int], gap: Int, within bounds: ClosedRange<Int>) -> [Int] {
    var places: [Int] = []
    var free = bounds.lowerBound
    for (anchor, width) in zip(anchors, widths) {
      places.append(max(free, anchor - width / 2))
      free = places[places.count - 1] + width + gap
    }
    var limit = bounds.upperBound
    for index in places.indices.reversed() where places[index] + widths[index] > limit {
      places[index] = limit - widths[index]
      limit = places[index] - gap
    }
    return places
  }

  /// Places marks in rows, each where it belongs and in the first row that has room there; `nil` for those for which
  /// there are not enough rows.
  static func rows(
    _ anchors: [Int], widths: [Int], gap: Int, limit: Int, within bounds: ClosedRange<Int>
  ) -> [(place: Int, row: Int)?] {
    var ends: [Int] = []
    return zip(anchors, widths).map { anchor, width in
      let place = max(bounds.lowerBound, min(anchor, bounds.upperBound - width))
      if let row = ends.firstIndex(where: { $0 + gap <= place }) {
        ends[row] = place + width
        return (place, row)
      }
      guard ends.count < limit else { return nil }
      ends.append(place + width)
      return (place, ends.count - 1)
    }
  }
}
