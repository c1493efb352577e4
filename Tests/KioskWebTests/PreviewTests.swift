import MediaCore
import Simulator
import TestSupport
import Testing

@testable import KioskWeb

/// Screens get the newest picture, over real connections.
@Suite(.timeLimit(.minutes(5))) struct PreviewTests {
  private static let opening = """
    GET /api/preview HTTP/1.1\r
    Host: localhost\r
    Connection: keep-alive, Upgrade\r
    Upgrade: websocket\r
    Sec-WebSocket-Version: 13\r
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
    \r

    """

  /// A screen: reads messages, and answers when it is told to.
  private final class Screen {
    let client: RawClient
    private var buffer: [UInt8] = []

    init(_ bench: SiteBench) async throws {
      client = try RawClient(port: bench.port)
      await client.send(PreviewTests.opening)
      let head = await client.read { $0.count >= 4 && $0.suffix(4) == [13, 10, 13, 10] }
      let text = String(decoding: head, as: UTF8.self)
      // RFC 6455's own example.
      #expect(status(text) == 101 && text.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
    }

    func answer(_ sequence: UInt64) async {
      let payload = Array("\(sequence)".utf8)
      await client.send(
        [0x81, 0x80 | UInt8(payload.count), 1, 2, 3, 4] + payload.enumerated().map { $1 ^ UInt8($0 % 4 + 1) })
    }

    /// The payload of the answer to a ping, which comes next.
    func pong() async -> [UInt8]? {
      while buffer.count < 4 {
        let more = await client.read()
        guard !more.isEmpty else { return nil }
        buffer += more
      }
      defer { buffer.removeFirst(4) }
      return buffer[0] == 0x8a && buffer[1] == 2 ? Array(buffer[2..<4]) : nil
    }

    /// The next picture's number and bytes; `nil` at the end.
    func next() async -> (sequence: UInt64, time: UInt64, jpeg: [UInt8])? {
      while true {
        if buffer.count >= 4, buffer[0] == 0x88 { return nil }
        if buffer.count >= 10, buffer[0] == 0x82 {
          let (count, start) =
            switch buffer[1] {
            case 126: (Int(buffer[2]) << 8 | Int(buffer[3]), 4)
            case 127: (buffer[2..<10].reduce(0) { $0 << 8 | Int($1) }, 10)
            case let short: (Int(short), 2)
            }
          if buffer.count >= start + count {
            let payload = Array(buffer[start..<start + count])
            buffer.removeFirst(start + count)
            func number(_ place: Int) -> UInt64 { payload[place..<place + 8].reduce(0) { $0 << 8 | UInt64($1) } }
            return (number(0), number(8), Array(payload[24...]))
          }
        }
        let more = await client.read()
        guard !more.isEmpty else { return nil }
        buffer += more
      }
    }
  }

  @Test("an answer to a ping stands between pictures, never within one that the connection takes bit by bit")
  func ping() async throws {
    let bench = try await SiteBench()
    let screen = try await Screen(bench)
    try await waitUntil("the screen is there") { bench.preview.statistics.screens >= 1 }
    // More than a connection holds whose client does not read.
    publish(1, size: 20_000_000, to: bench.preview)
    await screen.client.send([0x89, 0x82, 1, 2, 3, 4, 0x41 ^ 1, 0x42 ^ 2])
    let picture = try #require(await screen.next())
    #expect(picture.sequence == 1 && picture.jpeg == [UInt8](repeating: 1, count: 20_000_000))
    await screen.answer(1)
    #expect(await screen.pong() == [0x41, 0x42])
    publish(2, to: bench.preview)
    #expect(try #require(await screen.next()).sequence == 2)
    await bench.server.stop()
  }

  private func publish(_ sequence: UInt64, size: Int = 200_000, to feed: PreviewFeed) {
    let jpeg = [UInt8](repeating: UInt8(sequence % 251), count: size)
    feed.publish(jpeg.span.bytes, width: .full, sequence: sequence, at: .milliseconds(Int64(sequence)))
  }

  @Test("a screen that answers gets every picture, whole and with its number and time")
  func fast() async throws {
    let bench = try await SiteBench()
    let screen = try await Screen(bench)
    try await waitUntil("the screen is there") { !bench.preview.wantedWidths.isEmpty }
    for sequence: UInt64 in 1...50 {
      let size = [1, 60, 125, 70_000, 200_000][Int(sequence) % 5]
      publish(sequence, size: size, to: bench.preview)
      let picture = try #require(await screen.next())
      #expect(picture.sequence == sequence && picture.time == sequence * 1000)
      #expect(picture.jpeg == [UInt8](repeating: UInt8(sequence), count: size))
      await screen.answer(sequence)
    }
    await bench.server.stop()
  }

  @Test("a screen that does not answer holds up nobody, has two pictures on their way, and then the newest")
  func slow() async throws {
    // No time passes, so no answer is late.
    let bench = try await SiteBench(clock: VirtualClock())
    let (slow, fast) = (try await Screen(bench), try await Screen(bench))
    try await waitUntil("both screens are there") { bench.preview.statistics.screens >= 2 }
    for sequence: UInt64 in 1...100 {
      publish(sequence, to: bench.preview)
      let picture = try #require(await fast.next())
      #expect(picture.sequence == sequence)
      await fast.answer(sequence)
    }
    let (first, second) = (try #require(await slow.next()), try #require(await slow.next()))
    #expect(first.sequence < second.sequence && second.sequence <= 100)
    await slow.answer(second.sequence)
    #expect(try #require(await slow.next()).sequence == 100)
    #expect(bench.preview.statistics.sent == 103)
    await bench.server.stop()
  }

  @Test("when the camera goes every screen is told, may come again, and nothing is left of it")
  func interrupted() async throws {
    let bench = try await SiteBench()
    let screen = try await Screen(bench)
    try await waitUntil("the screen is there") { bench.preview.statistics.screens >= 1 }
    publish(1, to: bench.preview)
    #expect(try #require(await screen.next()).sequence == 1)
    bench.preview.interrupt()
    #expect(await screen.next() == nil)
    try await waitUntil("the screen has gone") { bench.preview.statistics.screens == 0 }
    let again = try await Screen(bench)
    try await waitUntil("the screen is there") { bench.preview.statistics.screens >= 1 }
    publish(7, to: bench.preview)
    #expect(try #require(await again.next()).sequence == 7)
    bench.preview.close()
    // A camera that goes while the server is being stopped opens it to nobody.
    bench.preview.interrupt()
    let late = try await Screen(bench)
    publish(8, to: bench.preview)
    #expect(await late.next() == nil)
    await bench.server.stop()
  }

  @Test(
    "what is no message of a client ends the conversation",
    arguments: [
      [0x81, 0x01, 0x41], [0x01, 0x81, 0, 0, 0, 0, 0x41], [0xc1, 0x81, 0, 0, 0, 0, 0x41], [0x83, 0x80, 0, 0, 0, 0],
      [0x81, 0xff, 0, 0, 0, 0, 0, 1, 0, 0], [0x81, 0xfe, 0xff, 0xff, 0, 0, 0, 0],
    ])
  func nonsense(bytes: [UInt8]) async throws {
    let bench = try await SiteBench()
    let screen = try await Screen(bench)
    await screen.client.send(bytes)
    #expect(await screen.next() == nil)
    try await waitUntil("the connection has ended") { bench.server.statistics.open == 0 }
    await bench.server.stop()
  }

  @Test("a page of another site, and what is no opening, get no picture")
  func openings() async throws {
    let bench = try await SiteBench()
    let foreign = Self.opening.replacing("Host: localhost", with: "Host: localhost\r\nOrigin: http://evil.example")
    let answer = try RawClient(port: bench.port)
    await answer.send(foreign)
    #expect(status(String(decoding: await answer.read(), as: UTF8.self)) == 403)
    for headers in [[], ["Upgrade: websocket"], ["Upgrade: websocket", "Sec-WebSocket-Version: 8"]] {
      #expect(status(try await bench.ask("GET", "/api/preview", headers: headers)) == 426)
    }
    #expect(status(try await bench.ask("GET", "/api/preview?width=7")) == 400)
    await bench.server.stop()
  }
}
