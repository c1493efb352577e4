extension RandomAccessCollection {
  /// The place of the first element for which a condition holds, by search; the end if there is none.
  ///
  /// The elements for which it holds must be the last ones.
  package func searchFirst(where holds: (Element) -> Bool) -> Index {
    var (first, count) = (startIndex, count)
    while count > 0 {
      let middle = index(first, offsetBy: count / 2)
      if holds(self[middle]) {
        count /= 2
      } else {
        first = index(after: middle)
        count -= count / 2 + 1
      }
    }
    return first
  }
}
