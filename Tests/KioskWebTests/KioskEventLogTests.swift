import MediaCore
import Synchronization
import TestSupport
import Testing

@testable import KioskWeb

/// Pages that follow events lose none and hear none twice.
@Suite(.timeLimit(.minutes(5))) struct KioskEventLogTests {
  private static let date = WallTime(secondsSince1970: 1000, nanosecond: 0, utcOffsetSeconds: 0)

  private static func numbers(_ text: String) -> [Int64] {
    text.split(separator: "\n").filter { $0.hasPrefix("id: ") }.compactMap { Int64($0.dropFirst(4)) }
  }

  private func piece(_ reader: EventReader) async throws -> String {
    String(decoding: try #require(await reader.next()), as: UTF8.self)
  }

  @Test("a page without a past gets the state, then what happens after it")
  func fresh() async throws {
    let log = KioskEventLog(from: Self.date)
    log.append("live", json: "1")
    let reader = EventReader(log, after: nil) { KioskEventLog.Entry(number: log.newest, name: "state", json: "{}") }
    let first = try await piece(reader)
    #expect(first == "retry: 1000\n\nid: 1000001\nevent: state\ndata: {}\n\n")
    log.append("live", json: "2")
    log.append("live", json: "3")
    #expect(try await piece(reader) == "id: 1000002\nevent: live\ndata: 2\n\nid: 1000003\nevent: live\ndata: 3\n\n")
  }

  @Test(
    "a page that comes again gets what it has missed; one that was away for too long, or is of another run, the state")
  func again() async throws {
    let log = KioskEventLog(capacity: 10, from: Self.date)
    for number in 1...25 { log.append("n", json: "\(number)") }
    func reader(after number: Int64) -> EventReader {
      EventReader(log, after: number) { KioskEventLog.Entry(number: log.newest, name: "state", json: "{}") }
    }
    let near = reader(after: 1_000_015)
    #expect(try await piece(near) == "retry: 1000\n\n")
    #expect(Self.numbers(try await piece(near)) == Array(1_000_016...1_000_025))
    for number: Int64 in [1_000_014, 7, 1_000_026, 9_000_000, -1] {
      let far = reader(after: number)
      _ = try await piece(far)
      let text = try await piece(far)
      #expect(text.contains("event: state") && Self.numbers(text) == [1_000_025], "\(number)")
    }
  }

  @Test("readers that stop and come again anywhere hear each event once, in order, while others are appended")
  func concurrent() async throws {
    let log = KioskEventLog(capacity: 100_000, from: Self.date)
    let count: Int64 = 2000
    let start = log.newest
    let heard = await withTaskGroup(of: [Int64].self) { group in
      for seed in 1...8 {
        group.addTask {
          var random = SeededRandom(seed: UInt64(seed))
          var (all, last) = ([Int64](), start)
          while last < start + count {
            let reader = EventReader(log, after: last) { KioskEventLog.Entry(number: -1, name: "state", json: "{}") }
            for _ in 0..<Int.random(in: 1...20, using: &random) where last < start + count {
              guard let bytes = await reader.next() else { break }
              let numbers = KioskEventLogTests.numbers(String(decoding: bytes, as: UTF8.self))
              all += numbers
              last = numbers.last ?? last
            }
          }
          return all
        }
      }
      group.addTask {
        for number in 0..<count {
          log.append("n", json: "\(number)")
          if number % 7 == 0 { await Task.yield() }
        }
        return []
      }
      var heard: [[Int64]] = []
      for await numbers in group where !numbers.isEmpty { heard.append(numbers) }
      return heard
    }
    #expect(heard.count == 8 && heard.allSatisfy { $0 == Array(start + 1...start + count) })
    #expect(log.readerCount == 0)
  }

  @Test("a beat is a comment, the end is the end, and memory is bounded")
  func ends() async throws {
    let log = KioskEventLog(capacity: 3, from: Self.date)
    let reader = EventReader(log, after: log.newest) { KioskEventLog.Entry(number: 0, name: "state", json: "{}") }
    _ = try await piece(reader)
    async let beat = reader.next()
    try await waitUntil("the page waits for events") { log.readerCount > 0 }
    log.beat()
    #expect(await beat == Array(":\n\n".utf8))
    async let end = reader.next()
    try await waitUntil("the page waits for events") { log.readerCount > 0 }
    log.close()
    #expect(await end == nil)
    #expect(await reader.next() == nil)
  }
}
