/// Does pieces of work at the same time, and hands over what they give in the order of the pieces.
package struct OrderedJobs: Sendable {
  /// The number of pieces that are worked on at the same time; at least 1.
  package let count: Int

  /// Creates a runner that works on `count` pieces at the same time.
  package init(_ count: Int) { self.count = max(1, count) }

  /// Requests pieces until there are no more, works on them, and delivers the results in the order of the pieces.
  ///
  /// `next` and `deliver` are called by one task. Only a few pieces are asked for ahead of the one whose result is
  /// handed over, so that memory stays small.
  /// - Throws: What `next`, `work` and `deliver` throw; the work on other pieces is cancelled then.
  package func run<Piece: Sendable, Result: Sendable>(
    next: () throws -> Piece?, work: @escaping @Sendable (Piece) async throws -> Result,
    deliver: (Result) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var (begun, delivered, hasEnded) = (0, 0, false)
      var done: [Int: Result] = [:]
      func begin() throws {
        // A piece that takes long keeps the results behind it waiting, not without a limit.
        while !hasEnded, begun - delivered - done.count < count, begun - delivered < 16 * count {
          guard let piece = try next() else {
            hasEnded = true
            return
          }
          let number = begun
          begun += 1
          group.addTask { (number, try await work(piece)) }
        }
      }
      try begin()
      while let (number, result) = try await group.next() {
        done[number] = result
        // Before what is done is handed over, so that nobody waits for that.
        try begin()
        while let result = done.removeValue(forKey: delivered) {
          delivered += 1
          try await deliver(result)
        }
        try begin()
      }
    }
  }
}
