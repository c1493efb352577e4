import LiveCapture
import MediaCore

/// Draws the order of an output's events.
struct ShuffledOrdering: EventOrdering {
  let seed: UInt64
  let longestDelay: MediaTime
  var spacing: MediaTime { GivenOrdering.spacing }

  func makeLines() -> any EventLines { Lines(random: SeededRandom(seed: seed), longestDelay: longestDelay) }

  private struct Lines: EventLines {
    /// The number of captures at once whose orders are counted exactly. More captures have too many orders for that.
    private static let exactCaptures = 2

    let isOneLine = true
    var random: SeededRandom
    let longestDelay: MediaTime

    mutating func delay() -> MediaTime {
      MediaTime(nanoseconds: Int64(random.next() % UInt64(max(1, longestDelay.nanoseconds))))
    }

    mutating func lines(
      of untold: [[EventPlace]], beginning begun: [EventPlace], waitsForPhotos: Bool
    ) -> [[EventPlace]] {
      let old = untold.flatMap { $0 }
      // Nothing keeps the begin back but photos that have to come before it.
      let isFirst = !waitsForPhotos || !old.contains { $0.step == .photo }
      let first = isFirst ? Array(begun.prefix(1)) : []
      let new = Array(begun.dropFirst(first.count))
      var rest: [EventPlace]
      if Set(old.map(\.capture)).count < Self.exactCaptures, old.count + new.count <= 24 {
        var allowed = AllowedOrders(of: old + new, waitsForPhotos: waitsForPhotos)
        rest = allowed.draw(by: &random)
      } else {
        rest = merge(old, new, waitsForPhotos: waitsForPhotos)
      }
      rest.insert(contentsOf: first, at: 0)
      return [rest]
    }

    /// The new ones, in an order that is drawn, spread over the old ones, whose order stays.
    private mutating func merge(
      _ old: [EventPlace], _ new: [EventPlace], waitsForPhotos: Bool
    ) -> [EventPlace] {
      var allowed = AllowedOrders(of: new, waitsForPhotos: waitsForPhotos)
      var (old, new) = (old[...], (allowed.count.isFinite ? allowed.draw(by: &random) : new)[...])
      var photosLeft = old.count { $0.step == .photo }
      var merged: [EventPlace] = []
      while let next = new.first {
        let waits = photosLeft > 0 && (waitsForPhotos || next.step == .photo)
        if let other = old.first, waits || random.next() % UInt64(old.count + new.count) < UInt64(old.count) {
          merged.append(other)
          old.removeFirst()
          if other.step == .photo { photosLeft -= 1 }
        } else {
          merged.append(next)
          new.removeFirst()
        }
      }
      return merged + old
    }
  }
}
