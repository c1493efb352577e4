import Dispatch
import Glibc

/// A client that sends what it is told, byte by byte, whether it makes sense or not.
public final class RawClient: Sendable {
  private let descriptor: Int32

  /// Connects to a port of this machine; gives up reading after so many seconds.
  public init(port: UInt16, patience: Int = 20) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var time = timeval(tv_sec: patience, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    let descriptor = descriptor
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw ClientError(what: "connect", number: errno) }
  }

  deinit { close(descriptor) }

  /// Why there is no connection.
  public struct ClientError: Error {
    let what: String
    let number: Int32
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

  /// The next bytes; none at the end.
  public func read() async -> [UInt8] {
    await Self.run { [descriptor] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      return Array(buffer.prefix(max(0, count)))
    }
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
  public static func ask(_ port: UInt16, _ request: String) async throws -> String {
    let client = try RawClient(port: port)
    await client.send(request)
    return await client.readToEnd()
  }
}
