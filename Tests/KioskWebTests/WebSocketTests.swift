import Foundation
import Synchronization
import Testing

@testable import KioskWeb

/// The states of a conversation: idle, sending, closed.
@Suite struct WebSocketTests {
  /// A connection that takes so many bytes of a message at once.
  private final class Connection: Sendable {
    let bytes = Mutex("")
    let atOnce: Int

    init(atOnce: Int) { self.atOnce = atOnce }

    func webSocket() -> WebSocket {
      WebSocket { data in
        self.take(data)
      } atOnce: { data in
        self.take(data.prefix(self.atOnce))
        return min(self.atOnce, data.count)
      }
    }

    private func take(_ data: Data) { bytes.withLock { $0 += String(decoding: data, as: UTF8.self) } }
  }

  @Test("a message that the connection takes at once leaves the conversation idle")
  func atOnce() async {
    let connection = Connection(atOnce: 9)
    let webSocket = connection.webSocket()
    #expect(webSocket.begin(Data("one".utf8)) == nil && webSocket.begin(Data("two".utf8)) == nil)
    #expect(await webSocket.send(Data("six".utf8)))
    #expect(connection.bytes.withLock(\.self) == "onetwosix")
  }

  @Test("while a message is being sent no other begins, and those that are given follow it")
  func sending() async throws {
    let connection = Connection(atOnce: 1)
    let webSocket = connection.webSocket()
    let (rest, hasBegun) = try #require(webSocket.begin(Data("one".utf8)))
    #expect(hasBegun && rest == Data("ne".utf8))
    let other = try #require(webSocket.begin(Data("two".utf8)))
    #expect(!other.hasBegun && other.rest == Data("two".utf8))
    async let isSent = webSocket.send(other.rest)
    #expect(await webSocket.finish(rest))
    #expect(await isSent)
    #expect(connection.bytes.withLock(\.self) == "onetwo")
  }

  @Test("whose message waits when the conversation ends hears that the client has gone")
  func waiting() async throws {
    let connection = Connection(atOnce: 1)
    let webSocket = connection.webSocket()
    _ = try #require(webSocket.begin(Data("one".utf8)))
    async let isSent = webSocket.send(Data("two".utf8))
    webSocket.close()
    #expect(await !isSent)
    #expect(connection.bytes.withLock(\.self) == "o")
  }

  @Test("a conversation that has ended sends nothing, hears nobody, and says so once to each listener")
  func closed() async throws {
    let connection = Connection(atOnce: 9)
    let webSocket = connection.webSocket()
    let heard = Mutex<[String]>([])
    func listen(_ name: String) {
      webSocket.listen { text in
        heard.withLock { $0.append("\(name): \(text)") }
      } closing: {
        heard.withLock { $0.append("\(name) ends") }
      }
    }
    listen("first")
    webSocket.receive("1")
    webSocket.close()
    webSocket.close()
    webSocket.receive("2")
    listen("second")
    #expect(heard.withLock(\.self) == ["first: 1", "first ends", "second ends"])
    let refused = try #require(webSocket.begin(Data("one".utf8)))
    #expect(!refused.hasBegun && refused.rest == Data("one".utf8))
    #expect(await !webSocket.send(Data("two".utf8)))
    #expect(connection.bytes.withLock(\.self) == "")
  }
}
