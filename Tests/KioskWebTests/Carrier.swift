import ByteCoding
import TestSupport
import Testing

@testable import KioskWeb

/// How the requests of a test come to its site: the site's own work needs no connection, which takes most of the time.
enum Carrier: CaseIterable {
  case memory, socket
}

extension SiteBench {
  /// Has the site answer a request without a connection; returns the answer, and the text of its head.
  func respond(to head: String, body: String) async -> (head: String, body: WebResponse.Body) {
    let response: WebResponse
    do throws(WebFailure) {
      var request = try RequestHead(Array(head.utf8)).request
      (request.body, request.peer) = (Array(body.utf8), "127.0.0.1")
      response = await site.respond(to: request)
    } catch {
      response = KioskAnswer.failure(error)
    }
    let lines = ["HTTP/1.1 \(response.status) In Memory"] + response.headers.map { "\($0.name): \($0.value)" }
    return (lines.map { $0 + "\r\n" }.joined(), response.body)
  }

  /// The answer to a request without a connection, as one would carry it.
  func answer(to head: String, body: String) async throws -> String {
    let (answer, content) = await respond(to: head, body: body)
    let bytes: [UInt8]
    switch content {
    case .bytes(let all): bytes = all
    case .source(let source, let range): bytes = try source.bytes(range)
    case .stream, .socket: return answer + "\r\n"
    }
    let length = status(answer) == 304 ? "" : "Content-Length: \(bytes.count)\r\n"
    return answer + length + "\r\n" + (head.hasPrefix("HEAD ") ? "" : String(decoding: bytes, as: UTF8.self))
  }

  /// Asks for an answer that comes as things happen.
  func follow(_ path: String, headers: [String] = []) async throws -> FollowedPage {
    let head = (["GET \(path) HTTP/1.1", "Host: localhost"] + headers).joined(separator: "\r\n")
    guard carrier == .memory else {
      let client = try RawClient(port: port)
      await client.send(head + "\r\n\r\n")
      return FollowedPage("") {
        let bytes = await client.read()
        return bytes.isEmpty ? nil : bytes
      }
    }
    let (answer, content) = await respond(to: head, body: "")
    guard case .stream(let next) = content else { return FollowedPage(answer) { nil } }
    return FollowedPage(answer + "\r\n", next)
  }
}

/// An answer that comes as things happen.
final class FollowedPage {
  private var pending: String
  private let next: @Sendable () async -> [UInt8]?

  init(_ begin: String, _ next: @escaping @Sendable () async -> [UInt8]?) { (pending, self.next) = (begin, next) }

  /// What has come since the last time, until some text is there or nothing more comes.
  func read(until text: String) async -> String {
    var all = pending
    pending = ""
    while !all.contains(text), let more = await next() { all += String(decoding: more, as: UTF8.self) }
    return all
  }
}
