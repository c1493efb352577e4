import Dispatch
import Glibc
import Testing

/// A client that sends what it is told, byte by byte, whether it makes sense or not.
public final class RawClient: Sendable {
  private let descriptor: Int32
  private let patience: Duration

  /// Connects to a port of this machine. That nothing comes for as long as its patience lasts is an issue of the test.
  /// - Throws: ``ClientError``.
  public init(port: UInt16, patience: Duration = .seconds(120)) throws {
    self.patience = patience
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let (seconds, rest) = patience.components
    var time = timeval(tv_sec: Int(seconds), tv_usec: Int(rest / 1_000_000_000_000))
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    let descriptor = descriptor
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw ClientError(description: "no connection: \(String(cString: strerror(errno)))") }
  }

  deinit { close(descriptor) }

  /// Why there is no connection, or no whole answer.
  public struct ClientError: Error, CustomStringConvertible {
    /// What was not there.
    public let description: String
  }

  // The threads that the server runs on must not wait for the client.
  private static let queue = DispatchQueue(label: "RawClient", attributes: .concurrent)

  private static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: body()) } }
  }

  /// Sends bytes; returns how many were taken before the server had enough.
  @discardableResult
  public func send(_ bytes: [UInt8]) async -> Int {
    await Self.run { [descriptor] in
      var sent = 0
      while sent < bytes.count {
        let count = bytes.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { break }
        sent += count
      }
      return sent
    }
  }

  /// Sends text; returns how many bytes were taken.
  @discardableResult
  public func send(_ text: String) async -> Int { await send(Array(text.utf8)) }

  /// The next bytes; none at the end, whichever way the server has gone.
  public func read() async -> [UInt8] {
    let (bytes, hasWaited) = await Self.run { [descriptor] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      return (Array(buffer.prefix(max(0, count))), count < 0 && errno == EAGAIN)
    }
    // Who tests that the server closes must not take silence for it.
    if hasWaited { Issue.record("The server has sent nothing for \(patience), and has not closed the connection.") }
    return bytes
  }

  /// Reads until `isEnough`, or the end.
  public func read(until isEnough: @Sendable ([UInt8]) -> Bool) async -> [UInt8] {
    var all: [UInt8] = []
    while !isEnough(all) {
      let more = await read()
      guard !more.isEmpty else { break }
      all += more
    }
    return all
  }

  /// Everything until the server closes.
  public func readToEnd() async -> String {
    String(decoding: await read { _ in false }, as: UTF8.self)
  }

  /// Sends one request on a connection of its own; returns the whole answer.
  /// - Throws: ``ClientError``, also for an answer without the end of its head, or of another length than it tells.
  public static func ask(_ port: UInt16, _ request: String) async throws -> String {
    let client = try RawClient(port: port)
    await client.send(request)
    let bytes = await client.read { _ in false }
    let answer = String(decoding: bytes, as: UTF8.self)
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
      throw ClientError(description: "no whole head: \(answer)")
    }
    // Of what a client only asks about, or has already, there is a length and nothing else.
    guard !request.hasPrefix("HEAD "), status(answer) != 304 else { return answer }
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    let lengths = head.split(separator: "\r\n").compactMap { line in
      line.lowercased().hasPrefix("content-length:") ? Int(line.dropFirst(15).filter { $0 != " " }) : nil
    }
    let count = bytes.count - end.upperBound
    guard lengths.allSatisfy({ $0 == count }) else {
      throw ClientError(description: "a body of \(count) bytes where \(lengths) were told of: \(answer.prefix(2000))")
    }
    return answer
  }
}
