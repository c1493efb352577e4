extension RandomAccessCollection {
  /// Returns the index of the first element that satisfies a predicate, by binary search, or `endIndex`.
  ///
  /// All elements that satisfy it must follow all that do not.
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
