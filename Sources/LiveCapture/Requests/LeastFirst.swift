/// A heap: hands out the least of what is in it, by as many comparisons as the logarithm of how much that is.
struct LeastFirst<Element: Comparable> {
  private var elements: [Element] = []
  private(set) var comparisons = 0

  var least: Element? { elements.first }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var place = elements.count - 1
    while place > 0 {
      let parent = (place - 1) / 2
      guard isLess(place, parent) else { return }
      elements.swapAt(place, parent)
      place = parent
    }
  }

  mutating func takeLeast() -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard let least = elements.first else { return last }
    elements[0] = last
    var place = 0
    while 2 * place + 1 < elements.count {
      var child = 2 * place + 1
      if child + 1 < elements.count, isLess(child + 1, child) { child += 1 }
      guard isLess(child, place) else { break }
      elements.swapAt(place, child)
      place = child
    }
    return least
  }

  private mutating func isLess(_ one: Int, _ other: Int) -> Bool {
    comparisons += 1
    return elements[one] < elements[other]
  }
}
