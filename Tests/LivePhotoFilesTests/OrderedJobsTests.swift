import Synchronization
import Testing

@testable import LivePhotoFiles

/// Pieces of work at the same time, and their results in order.
struct OrderedJobsTests {
  private struct Broken: Error {}

  /// A door that work waits at until it is opened.
  private final class Door: Sendable {
    private let stream: AsyncStream<Void>
    private let opener: AsyncStream<Void>.Continuation

    init() { (stream, opener) = AsyncStream.makeStream() }

    func open() { opener.finish() }

    func wait() async { for await _ in stream {} }
  }

  private func numbers(to end: Int) -> () -> Int? {
    var next = 0
    return {
      defer { next += 1 }
      return next < end ? next : nil
    }
  }

  @Test(arguments: [1, 2, 7]) func resultsComeInOrder(count: Int) async throws {
    var delivered: [Int] = []
    try await OrderedJobs(count).run(
      next: numbers(to: 100),
      work: { number in
        // Some give way to others, which are done before them then.
        for _ in 0..<(number % 5) { await Task.yield() }
        return number
      }, deliver: { delivered.append($0) })
    #expect(delivered == Array(0..<100))
  }

  /// The first waits for the second, which would never begin if there were only one at a time.
  @Test func severalWorkAtTheSameTime() async throws {
    let door = Door()
    var delivered: [Int] = []
    try await OrderedJobs(2).run(
      next: numbers(to: 2),
      work: { number in
        if number == 0 { await door.wait() } else { door.open() }
        return number
      }, deliver: { delivered.append($0) })
    #expect(delivered == [0, 1])
  }

  @Test func noMoreAreBegunThanAsked() async throws {
    let working = Mutex((now: 0, most: 0))
    try await OrderedJobs(3).run(
      next: numbers(to: 50),
      work: { _ in
        working.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        await Task.yield()
        working.withLock { $0.now -= 1 }
      }, deliver: { _ in })
    #expect(working.withLock(\.most) <= 3)
  }

  /// Where the first takes long, those behind it are not all done and kept meanwhile.
  @Test func memoryIsBounded() async throws {
    let door = Door()
    let begun = Atomic(0)
    var delivered = 0
    try await OrderedJobs(2).run(
      next: numbers(to: 1000),
      work: { number in
        if begun.add(1, ordering: .relaxed).newValue == 32 { door.open() }
        if number == 0 { await door.wait() }
      },
      deliver: { _ in
        if delivered == 0 { #expect(begun.load(ordering: .relaxed) == 32) }
        delivered += 1
      })
    #expect(delivered == 1000)
  }

  @Test func whatWorkThrowsEndsAll() async {
    var delivered: [Int] = []
    await #expect(throws: Broken.self) {
      try await OrderedJobs(2).run(
        next: numbers(to: 1000), work: { if $0 == 10 { throw Broken() } else { $0 } },
        deliver: { delivered.append($0) })
    }
    #expect(delivered == Array(0..<delivered.count) && delivered.count <= 10)
  }

  @Test func whatNextThrowsEndsAll() async {
    var count = 0
    await #expect(throws: Broken.self) {
      try await OrderedJobs(2).run(
        next: { () throws -> Int? in
          count += 1
          if count > 5 { throw Broken() }
          return count
        }, work: { $0 }, deliver: { _ in })
    }
    #expect(count == 6)
  }

  /// What was begun comes to its end, and is told.
  @Test func cancellationBeginsNoMore() async {
    let (door, begun) = (Door(), Door())
    let task = Task {
      var delivered: [Bool] = []
      var next = 0
      try await OrderedJobs(1).run(
        next: {
          defer { next += 1 }
          return Task.isCancelled ? nil : next
        },
        work: { _ in
          begun.open()
          await door.wait()
          return Task.isCancelled
        }, deliver: { delivered.append($0) })
      return delivered
    }
    await begun.wait()
    task.cancel()
    door.open()
    #expect((try? await task.value) == [true])  // an error would be no list
  }
}
