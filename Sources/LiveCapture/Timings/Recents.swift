/// The last so many elements of a series: a new one takes the place of the oldest.
///
/// It allocates once, with the first element.
struct Recents<Element: Sendable>: Sendable {
  private let capacity: Int
  private var elements: [Element] = []
  // The place of the oldest, once all places are taken.
  private var oldest = 0

  init(capacity: Int) { self.capacity = max(1, capacity) }

  var count: Int { elements.count }

  mutating func append(_ element: Element) {
    if elements.isEmpty { elements.reserveCapacity(capacity) }
    guard elements.count == capacity else { return elements.append(element) }
    elements[oldest] = element
    oldest = (oldest + 1) % capacity
  }

  /// Calls `body` with each element, the oldest first; it may change them.
  mutating func forEach(_ body: (inout Element) -> Void) {
    for step in elements.indices { body(&elements[(oldest + step) % elements.count]) }
  }

  func last(where isMeant: (Element) -> Bool) -> Element? {
    for step in elements.indices.reversed() {
      let element = elements[(oldest + step) % elements.count]
      if isMeant(element) { return element }
    }
    return nil
  }

  mutating func removeAll(where isMeant: (Element) -> Bool) {
    elements = (elements[oldest...] + elements[..<oldest]).filter { !isMeant($0) }
    oldest = 0
  }
}
