import LiveCapture
import MediaCore

/// The orders of some events that their causes allow: counted, listed, and drawn with equal chances.
struct AllowedOrders {
  /// More are not counted: their orders are too many to go through.
  private static let limit = 42

  private let moments: [EventPlace]
  /// The events that are told before each event, as a mask of their indices.
  private let causes: [UInt64]
  /// The number of orders of each set of events that are left, by the set's mask.
  private var counts: [UInt64: Double] = [0: 1]

  init(of moments: [EventPlace], waitsForPhotos: Bool) {
    self.moments = moments
    causes =
      moments.count > Self.limit
      ? []
      : moments.map { later in
        moments.indices.reduce(0) { mask, index in
          moments[index].precedes(later, waitsForPhotos: waitsForPhotos) ? mask | 1 << UInt64(index) : mask
        }
      }
  }

  /// The number of orders; infinite if there are too many events to count them.
  var count: Double {
    mutating get { causes.isEmpty && !moments.isEmpty ? .infinity : count(of: everything) }
  }

  /// All of them.
  var all: [[EventPlace]] { all(of: everything) }

  /// One of them.
  mutating func draw(by random: inout SeededRandom) -> [EventPlace] {
    var order: [EventPlace] = []
    var left = everything
    while left != 0 {
      var place = Double(random.next() >> 11) / Double(1 << 53) * count(of: left)
      let free = free(of: left)
      var chosen = free[free.count - 1]
      for index in free {
        place -= count(of: left & ~(1 << UInt64(index)))
        if place < 0 {
          chosen = index
          break
        }
      }
      order.append(moments[chosen])
      left &= ~(1 << UInt64(chosen))
    }
    return order
  }

  private var everything: UInt64 { (1 << UInt64(moments.count)) - 1 }

  /// The events of which no cause is left.
  private func free(of left: UInt64) -> [Int] {
    moments.indices.filter { left & 1 << UInt64($0) != 0 && causes[$0] & left == 0 }
  }

  private mutating func count(of left: UInt64) -> Double {
    if let count = counts[left] { return count }
    let count = free(of: left).reduce(0.0) { $0 + self.count(of: left & ~(1 << UInt64($1))) }
    counts[left] = count
    return count
  }

  private func all(of left: UInt64) -> [[EventPlace]] {
    if left == 0 { return [[]] }
    return free(of: left).flatMap { index in
      all(of: left & ~(1 << UInt64(index))).map { [moments[index]] + $0 }
    }
  }
}
