import MediaCore

/// The lines in which the events of one output are told that has an order.
struct EventOrder {
  private var source: any EventLines
  private var lines: [[EventPlace]] = []

  /// Creates an order whose lines come from `source`.
  init(_ source: any EventLines) { self.source = source }

  var isOneLine: Bool { source.isOneLine }

  mutating func delay() -> MediaTime { source.delay() }

  /// A capture begins; returns what is next now.
  mutating func begin(_ moments: [EventPlace], waitsForPhotos: Bool) -> [EventPlace] {
    lines = source.lines(of: lines, beginning: moments, waitsForPhotos: waitsForPhotos)
    return lines.compactMap(\.first)
  }

  /// Tells whether an event is the first of its line, so that no other has to be told before it.
  func isNext(_ moment: EventPlace) -> Bool { lines.contains { $0.first == moment } }

  /// An event is told; returns which one is next in its line.
  mutating func tell(_ moment: EventPlace) -> EventPlace? {
    guard let line = lines.firstIndex(where: { $0.first == moment }) else { return nil }
    lines[line].removeFirst()
    guard let next = lines[line].first else {
      lines.remove(at: line)
      return nil
    }
    return next
  }

  /// Nothing comes of a capture but what has come; returns what is next now.
  mutating func forget(_ capture: Int, but happened: [EventPlace]) -> [EventPlace] {
    remove { $0.capture == capture && !happened.contains($0) }
  }

  /// No more captures begin; returns what is next now.
  mutating func forgetUnbegun(from capture: Int) -> [EventPlace] { remove { $0.capture >= capture } }

  private mutating func remove(_ isMeant: (EventPlace) -> Bool) -> [EventPlace] {
    for index in lines.indices { lines[index].removeAll(where: isMeant) }
    lines.removeAll { $0.isEmpty }
    return lines.compactMap(\.first)
  }
}
