extension AsyncStream where Element: Sendable {
  /// Returns the elements that the stream has kept so far, in order, and ends the stream.
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
