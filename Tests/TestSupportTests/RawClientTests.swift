import Synchronization
import TestSupport
import Testing

/// The client that all tests of web servers look through: what it is sent it hands on, and what is missing it tells.
@Suite struct RawClientTests {
  private static let question = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

  @Test("a request is sent byte by byte, and the answer comes whole, in however many pieces, and in chunks as they are")
  func wholeAnswers() async throws {
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
    for answer in [
      ["HTTP/1.1 200 OK\r\nContent-Le", "ngth: 5\r\n\r", "\nhe", "llo"], [chunked], ["HTTP/1.1 200\r\n\r\n"],
    ] {
      let heard = Mutex("")
      let server = try ScriptedServer { peer in
        heard.withLock { $0 = peer.head() }
        for piece in answer { peer.send(piece) }
      }
      #expect(try await RawClient.ask(server.port, Self.question) == answer.joined())
      #expect(heard.withLock { $0 } == Self.question)
    }
  }

  @Test(
    "an answer that is cut short, or longer than it tells, is none",
    arguments: [
      "", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell",
      "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length:5\r\n\r\nhello!",
    ], [true, false])
  func cutShort(answer: String, isReset: Bool) async throws {
    let server = try ScriptedServer { peer in
      _ = peer.head()
      peer.send(answer)
      if isReset { peer.resetAtEnd() }
    }
    await #expect(throws: RawClient.ClientError.self) { try await RawClient.ask(server.port, Self.question) }
  }

  @Test(
    "where nothing but a head is due, its length is that of something else",
    arguments: [("HEAD / HTTP/1.1\r\n\r\n", 200), ("GET / HTTP/1.1\r\n\r\n", 304)])
  func headsAlone(request: String, number: Int) async throws {
    let server = try ScriptedServer { peer in
      _ = peer.head()
      peer.send("HTTP/1.1 \(number) OK\r\nContent-Length: 5\r\n\r\n")
    }
    #expect(try await status(RawClient.ask(server.port, request)) == number)
  }

  @Test("on a connection that stays, one answer is read after the other, and silence is not taken for the end")
  func keptAlive() async throws {
    let server = try ScriptedServer { peer in
      for number in 1...2 where !peer.head().isEmpty { peer.send("HTTP/1.1 200 OK\r\n\r\nnumber \(number).") }
      _ = peer.head()
    }
    let client = try RawClient(port: server.port, patience: .milliseconds(20))
    for number in 1...2 {
      await client.send(Self.question)
      var answer: [UInt8] = []
      // However long the server takes.
      await withKnownIssue(isIntermittent: true) {
        while answer.last != UInt8(ascii: ".") { answer += await client.read { $0.last == UInt8(ascii: ".") } }
      }
      #expect(body(String(decoding: answer, as: UTF8.self)) == "number \(number).")
    }
    await withKnownIssue {
      #expect(await client.readToEnd() == "")
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("has not closed the connection") }
    }
    await client.send("\r\n\r\n")
    #expect(await client.readToEnd() == "", "now it has")
  }

  @Test("an upgrade that is refused is an answer as any other; after one that is granted, bytes come as they are")
  func upgrades() async throws {
    let opening = "GET /feed HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
    let refusing = try ScriptedServer { peer in
      _ = peer.head()
      peer.send("HTTP/1.1 426 Not Answered\r\nUpgrade: websocket\r\nContent-Length: 2\r\n\r\n{}")
    }
    let refusal = try await RawClient.ask(refusing.port, opening)
    #expect(status(refusal) == 426 && body(refusal) == "{}")
    let granting = try ScriptedServer { peer in
      _ = peer.head()
      peer.send(Array("HTTP/1.1 101 OK\r\n\r\n".utf8) + [0x82, 0x02, 0xff, 0xd8])
    }
    let client = try RawClient(port: granting.port)
    await client.send(opening)
    #expect(await client.read { _ in false }.suffix(4) == [0x82, 0x02, 0xff, 0xd8])
  }

  @Test("a server that has gone takes no more, and where there is none, there is no connection")
  func gone() async throws {
    let server = try ScriptedServer { $0.resetAtEnd() }
    let client = try RawClient(port: server.port)
    #expect(await client.read().isEmpty)
    #expect(await client.send([UInt8](repeating: 0, count: 64 << 20)) < 64 << 20)
    let error = #expect(throws: RawClient.ClientError.self) { try RawClient(port: server.port) }
    #expect(error?.description == "no connection: Connection refused")
  }
}
