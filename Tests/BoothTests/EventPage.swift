import Foundation
import MediaCore
import TestSupport
import Testing

/// A page that follows a booth's events.
final class EventPage {
  struct Event {
    let number: Int64
    let name: String
    let data: [String: Any]

    func text(_ key: String) -> String? { data[key] as? String }
    func number(_ key: String) -> Int? { data[key] as? Int }
  }

  private let client: RawClient
  private var buffer = ""
  private(set) var events: [Event] = []

  convenience init(_ bench: BoothBench, after number: Int64? = nil) async throws {
    try await self.init(port: bench.port, after: number)
  }

  init(port: UInt16, after number: Int64? = nil) async throws {
    client = try RawClient(port: port)
    let place = number.map { "Last-Event-ID: \($0)\r\n" } ?? ""
    await client.send("GET /api/events HTTP/1.1\r\nHost: localhost\r\n\(place)\r\n")
    buffer = String(
      decoding: await client.read { String(decoding: $0, as: UTF8.self).contains("retry: 1000\n\n") }, as: UTF8.self)
    take()
  }

  private func take() {
    while let end = buffer.range(of: "\n\n") {
      let lines = buffer[..<end.lowerBound].split(separator: "\n")
      buffer = String(buffer[end.upperBound...])
      func line(_ name: String) -> String? {
        lines.first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.utf8.count + 2)) }
      }
      guard let number = line("id").flatMap({ Int64($0) }), let name = line("event"), let json = line("data"),
        let data = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
      else { continue }
      events.append(Event(number: number, name: name, data: data))
    }
  }

  /// Reads on until an event is such a one; returns it.
  @discardableResult
  func wait(_ name: String, _ isIt: (Event) -> Bool = { _ in true }) async throws -> Event {
    var seen = 0
    while true {
      if let found = events[seen...].first(where: { $0.name == name && isIt($0) }) { return found }
      seen = events.count
      let more = await client.read()
      try #require(!more.isEmpty, "the events have ended, or nothing comes: \(events.map(\.name))")
      buffer += String(decoding: more, as: UTF8.self)
      take()
    }
  }

  /// Waits for a step of a shot.
  @discardableResult
  func wait(shot: Int, _ step: String) async throws -> Event {
    try await wait("shot") { $0.number("shot") == shot && $0.text("step") == step }
  }

  /// The steps of a shot so far.
  func steps(_ shot: Int) -> [String] {
    events.filter { $0.name == "shot" && $0.number("shot") == shot }.compactMap { $0.text("step") }
  }

  /// The numbers of Live Photos being filmed that were told so far.
  var live: [Int] { events.filter { $0.name == "live" }.compactMap { $0.number("count") } }
}
