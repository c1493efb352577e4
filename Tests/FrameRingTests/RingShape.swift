/// One way to fill a ring: so many samples fall out before so many stay.
struct RingShape: Sendable, CustomStringConvertible {
  let capacity: Int
  let head: Int
  let fill: Int
  var description: String { "capacity \(capacity), head \(head), fill \(fill)" }

  static let small = (1...6).flatMap { capacity in
    (0...2 * capacity).flatMap { head in
      (0...capacity).map { RingShape(capacity: capacity, head: head, fill: $0) }
    }
  }

  // A ring begins with 16 slots and grows by doubling: around each step, wrapped and not.
  static let growing = [15, 16, 17, 31, 32, 33, 40].flatMap { capacity in
    [0, 1, 7, 15, 16].flatMap { head in
      [0, 1, 14, 15, 16, 17, 31, 32, 33, 39, 40].filter { $0 <= capacity }
        .map { RingShape(capacity: capacity, head: head, fill: $0) }
    }
  }
}
