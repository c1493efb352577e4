import LiveCapture
import MediaCore

/// Tells an output's events in an order that is written down.
struct GivenOrdering: EventOrdering {
  /// Long enough for an instant of its own, and shorter than a frame.
  static let spacing = MediaTime(value: 10, timescale: 1000)

  let moments: [EventPlace]
  let isJoint: Bool
  var spacing: MediaTime { Self.spacing }

  func makeLines() -> any EventLines { Lines(moments: moments, isJoint: isJoint) }

  private struct Lines: EventLines {
    let isOneLine = false
    let moments: [EventPlace]
    let isJoint: Bool

    mutating func delay() -> MediaTime { .zero }

    mutating func lines(
      of untold: [[EventPlace]], beginning begun: [EventPlace], waitsForPhotos: Bool
    ) -> [[EventPlace]] {
      guard let capture = begun.first?.capture else { return untold }
      guard isJoint else { return untold + [Self.arrange(begun, by: moments.map { ($0.step, $0.index) })] }
      let own = moments.filter { $0.capture == capture }
      guard !own.isEmpty else { return untold + [begun] }
      // The first capture that begins brings the line of all.
      var lines = capture == 0 ? [moments] : untold
      if !lines.contains(where: { $0.contains { $0.capture == capture } }) { lines.append(own) }
      // What the capture has and the order does not name comes last but the finish; what it has not, never.
      let arranged = Self.arrange(begun, by: own.map { ($0.step, $0.index) })
      for index in lines.indices where lines[index].contains(where: { $0.capture == capture }) {
        lines[index] = Self.replace(capture, in: lines[index], by: arranged)
      }
      return lines.map { Self.allowed($0, waitsForPhotos: waitsForPhotos) }
    }

    /// A line in which what has to come first does, and all else is as it was: where captures wait for the photos of
    /// those before them, they begin later than the order says.
    private static func allowed(_ line: [EventPlace], waitsForPhotos: Bool) -> [EventPlace] {
      var left = line
      var allowed: [EventPlace] = []
      while let next = left.firstIndex(where: { moment in
        !left.contains { $0.precedes(moment, waitsForPhotos: waitsForPhotos) }
      }) {
        allowed.append(left.remove(at: next))
      }
      return allowed
    }

    /// A capture's events in an order, which may lack some and have others.
    private static func arrange(
      _ begun: [EventPlace], by order: [(step: EventPlace.Step, index: Int)]
    ) -> [EventPlace] {
      var left = begun
      var arranged: [EventPlace] = []
      for place in order {
        guard let index = left.firstIndex(where: { $0.step == place.step && $0.index == place.index }) else { continue }
        if place.step == .finish { continue }
        arranged.append(left.remove(at: index))
        // All further photos of a bracket come behind the last that is named.
        let isLastPhoto = place.step == .photo && !order.contains { $0.step == .photo && $0.index > place.index }
        guard isLastPhoto else { continue }
        arranged += left.filter { $0.step == .photo }
        left.removeAll { $0.step == .photo }
      }
      return arranged + left
    }

    /// A line with a capture's events exchanged for others, in the same places as far as there are any.
    private static func replace(
      _ capture: Int, in line: [EventPlace], by others: [EventPlace]
    ) -> [EventPlace] {
      var others = others[...]
      let last = line.lastIndex { $0.capture == capture }
      return line.indices.flatMap { index -> [EventPlace] in
        if line[index].capture != capture { return [line[index]] }
        if index == last { return Array(others) }
        return others.popFirst().map { [$0] } ?? []
      }
    }
  }
}
