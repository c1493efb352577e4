extension AsyncStream where Element: Sendable {
  /// What it holds until now, in order; its end is forced.
  package func all() async -> [Element] {
    let reading = Task {
      var elements: [Element] = []
      for await element in self { elements.append(element) }
      return elements
    }
    // A cancelled reader gets what the stream has kept, and then its end.
    reading.cancel()
    return await reading.value
  }
}
