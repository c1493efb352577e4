import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// What stands between a catalogue and its server must cut where it is told to, and nowhere else.
@Suite struct CuttingProxyTests {
  /// A server that answers everything by what it was sent, with a mark before it.
  private final class Echo: Sendable {
    let folder: TemporaryFolder
    let heard = Log<String>()
    private let listener: Int32

    init() throws {
      folder = try TemporaryFolder()
      listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      let path = folder.path(CuttingProxy.socketName)
      try #require(CuttingProxy.with(path, { bind(listener, $0, $1) }) == 0 && listen(listener, 5) == 0)
      Thread { [self] in
        while case let client = accept(listener, nil, nil), client >= 0 {
          while let text = Self.read(client) {
            heard.add(text)
            Self.send("+" + text, client)
          }
          Glibc.close(client)
        }
      }.start()
    }

    func close() {
      shutdown(listener, Int32(SHUT_RDWR))
      Glibc.close(listener)
    }

    static func send(_ text: String, _ socket: Int32) {
      _ = Array(text.utf8).withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    static func read(_ socket: Int32) -> String? {
      var buffer = [UInt8](repeating: 0, count: 1000)
      let count = Glibc.read(socket, &buffer, buffer.count)
      return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
  }

  /// What a client of the proxy is answered, until the connection ends; each text is sent after the answer before.
  private func answers(_ proxy: CuttingProxy, of server: Echo, to texts: [String]) throws -> [String?] {
    let url = proxy.url(for: "postgres:///d?host=" + Self.encoded(server.folder.path))
    let folder = try #require(url.split(separator: "=").last?.removingPercentEncoding)
    let client = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(client) }
    try #require(CuttingProxy.with(folder + "/" + CuttingProxy.socketName) { connect(client, $0, $1) } == 0)
    return texts.map { text in
      Echo.send(text, client)
      return Echo.read(client)
    }
  }

  private static func encoded(_ path: String) -> String {
    path.split(separator: "/").map { "%2F" + $0 }.joined()
  }

  @Test("it passes on all that comes, and cuts at the word, before the server or behind it, as often as it was told to")
  func cuts() throws {
    let server = try Echo()
    let proxy = try CuttingProxy(to: server.folder.path)
    defer {
      proxy.close()
      server.close()
    }
    let commit = "COMMIT\0"
    #expect(try answers(proxy, of: server, to: ["one", commit, "two"]) == ["+one", "+" + commit, "+two"])
    proxy.cut([.before, .after])
    #expect(try answers(proxy, of: server, to: ["three", commit]) == ["+three", nil])
    #expect(try answers(proxy, of: server, to: ["COMMIT", commit]) == ["+COMMIT", nil])
    #expect(try answers(proxy, of: server, to: [commit]) == ["+" + commit])
    #expect(server.heard.all == ["one", commit, "two", "three", "COMMIT", commit, commit])
    #expect(proxy.count.withLock { $0 } == 2)
  }

  @Test("without a server behind it the connection ends")
  func noServer() throws {
    let server = try Echo()
    let proxy = try CuttingProxy(to: server.folder.path)
    defer { proxy.close() }
    server.close()
    #expect(unlink(server.folder.path(CuttingProxy.socketName)) == 0)
    #expect(try answers(proxy, of: server, to: ["one"]) == [nil])
  }
}
