/// Two sequences side by side: what they share, and what one of them has alone.
package struct Alignment<Element: Hashable & Sendable>: Sendable {
  /// One place of the comparison; both sides are there and equal, or there and different, or one is missing.
  package struct Row: Sendable {
    package let expected: Element?
    package let actual: Element?
    package var isEqual: Bool { expected != nil && expected == actual }
  }

  package let rows: [Row]

  /// Creates the alignment with the fewest differences. What is missing and what came in its place share a row.
  package init(expected: [Element], actual: [Element]) {
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in actual.difference(from: expected) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var rows: [Row] = []
    var (left, right) = (0, 0)
    while left < expected.count || right < actual.count {
      let isRemoved = removed.contains(left)
      let isInserted = inserted.contains(right)
      let takesLeft = isRemoved || !isInserted
      let takesRight = isInserted || !isRemoved
      rows.append(Row(expected: takesLeft ? expected[left] : nil, actual: takesRight ? actual[right] : nil))
      if takesLeft { left += 1 }
      if takesRight { right += 1 }
    }
    self.rows = rows
  }
}
