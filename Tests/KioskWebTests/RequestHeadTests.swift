import MediaCore
import Testing

@testable import KioskWeb

/// Heads of requests are read strictly.
@Suite struct RequestHeadTests {
  private func read(_ text: String) throws(WebFailure) -> WebRequest { try RequestHead(Array(text.utf8)).request }

  private func status(_ text: String) -> Int {
    do throws(WebFailure) { _ = try read(text) } catch { return error.status }
    return 200
  }

  @Test("parts of a path, what follows the question mark, headers and cookies are decoded")
  func usual() throws {
    let request = try read(
      "GET /api/assets/a%20b~1/still?v=1&name=%C3%A4+b HTTP/1.1\r\nHost: x\r\nCookie: a=1; livecam=abc\r\nACCEPT: b")
    #expect(request.method == .get && request.path == ["api", "assets", "a b~1", "still"])
    #expect(request.query == ["v": "1", "name": "ä b"])
    #expect(request.headers["accept"] == "b" && request.cookie("livecam") == "abc" && request.cookie("b") == nil)
    #expect(request.isPersistent && request.bodyCount == 0)
    #expect(try !read("GET / HTTP/1.1\r\nHost: x\r\nConnection: Close").isPersistent)
    #expect(try !read("GET / HTTP/1.0\r\nHost: x").isPersistent)
    #expect(try read("GET / HTTP/1.1\r\nHost: x").path == [])
    #expect(try read("GET /gallery/ HTTP/1.1\r\nHost: x").path == ["gallery"])
  }

  @Test(
    "paths that lead elsewhere are refused",
    arguments: [
      "/../etc/passwd", "/static/../../etc/passwd", "/static/%2e%2e/x", "/static/..%2fx", "/static/%2e%2e%2f%2e%2e",
      "/static//x", "/static/./x", "/static/a%00.js", "/static/a%5cb", "/static/a%0ab", "//evil.example/", "http://x/",
      "*", "/%", "/%zz", "/%+1", "/%-1", "/%c3", "/a\u{7f}", "/ä",
    ])
  func traversal(_ target: String) {
    #expect(status("GET \(target) HTTP/1.1\r\nHost: x") == 400, "\(target)")
  }

  @Test("what two programs could read differently is refused")
  func smuggling() {
    let cases: [(String, Int)] = [
      ("Content-Length: 4\r\nContent-Length: 5", 400), ("Content-Length: 4\r\nTransfer-Encoding: chunked", 501),
      ("Transfer-Encoding: chunked", 501), ("Transfer-Encoding: identity", 501), ("Content-Length: +4", 400),
      ("Content-Length: 4, 4", 400), ("Content-Length: 0x4", 400), ("Content-Length: -1", 400),
      ("Content-Length: 99999999999999999999", 400), ("Content-Length:", 400), ("Host: y", 400), ("a : b", 400),
      (" folded", 400), ("nocolon", 400), (": empty", 400), ("Origin: a\r\nOrigin: b", 400), ("a: b\nc: d", 400),
      ("a: b\rc: d", 400), ("a: \u{0}", 400),
    ]
    for (header, wanted) in cases {
      #expect(status("POST / HTTP/1.1\r\nHost: x\r\n\(header)") == wanted, "\(header)")
    }
    #expect(status("GET / HTTP/1.1") == 400, "no host")
    #expect(status("GET / HTTP/1.1\r\nHost: x\r\nAccept: a\r\nAccept: b") == 200)
  }

  @Test("methods, versions and lines that are not known are refused")
  func lines() {
    for method in ["PUT", "OPTIONS", "TRACE", "CONNECT", "get", "PATCH", "G\u{e9}T"] {
      #expect(status("\(method) / HTTP/1.1\r\nHost: x") == 501, "\(method)")
    }
    #expect(status("GET / HTTP/2.0\r\nHost: x") == 505)
    #expect(status("GET  / HTTP/1.1\r\nHost: x") == 400)
    #expect(status("GET /\r\nHost: x") == 400)
    #expect(status("") == 400)
    #expect(status("GET /\(String(repeating: "a", count: 3000)) HTTP/1.1\r\nHost: x") == 414)
    let many = (0..<100).map { "h\($0): 1" }.joined(separator: "\r\n")
    #expect(status("GET / HTTP/1.1\r\nHost: x\r\n" + many) == 431)
  }

  @Test("no bytes make the reader fail in another way")
  func noise() {
    var random = SeededRandom(seed: 17)
    let seed = Array("POST /a/b?c=d HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nCookie: a=b".utf8)
    for _ in 0..<20_000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
        }
      }
      guard let request = try? RequestHead(bytes).request else { continue }
      #expect(!request.path.contains("..") && !request.path.contains { $0.contains("/") || $0.isEmpty })
      #expect(request.headers["host"] != nil && request.bodyCount >= 0)
    }
  }
}
