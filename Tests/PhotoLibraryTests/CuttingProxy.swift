import Foundation
import Glibc
import Synchronization
import TestSupport

/// Stands between a client and a server's socket, and cuts the connection on which the word `COMMIT` comes by, as often
/// as it was told to.
final class CuttingProxy: Sendable {
  enum Cut: CaseIterable, Sendable {
    /// The server never gets it.
    case before
    /// The server carries it out, and nobody hears of that.
    case after
  }

  private let scratch: TemporaryFolder
  private let listener: Int32
  private let server: String
  private let cuts = Mutex<[Cut]>([])
  /// How many connections were cut.
  let count = Mutex(0)

  /// Listens in a folder of its own for clients of the server whose socket is in another.
  init(to server: String) throws {
    scratch = try TemporaryFolder()
    self.server = server
    listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard Self.with(scratch.path(Self.socketName), { bind(listener, $0, $1) }) == 0, listen(listener, 50) == 0 else {
      throw POSIXError(.EADDRNOTAVAIL)
    }
    let thread = Thread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        Thread { [self] in relay(client) }.start()
      }
    }
    thread.start()
  }

  static let socketName = ".s.PGSQL.5432"

  /// The URL of the database behind it.
  func url(for url: String) -> String {
    func encoded(_ path: String) -> String { path.split(separator: "/").map { "%2F" + $0 }.joined() }
    return url.replacingOccurrences(of: encoded(server), with: encoded(scratch.path))
  }

  func cut(_ cuts: [Cut]) { self.cuts.withLock { $0 += cuts } }

  /// Ends it; connections that are open stay.
  func close() {
    shutdown(listener, Int32(SHUT_RDWR))
    Glibc.close(listener)
  }

  /// Lends the address of a socket to a call that wants one.
  static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }

  private func relay(_ client: Int32) {
    let back = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer {
      Glibc.close(client)
      Glibc.close(back)
    }
    guard Self.with(server + "/" + Self.socketName, { connect(back, $0, $1) }) == 0 else { return }
    var waiting = [client, back].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while poll(&waiting, 2, -1) >= 0 {
      for (index, target) in [back, client].enumerated() where waiting[index].revents != 0 {
        let count = read(waiting[index].fd, &buffer, buffer.count)
        guard count > 0 else { return }
        if index == 0, buffer[..<count].contains(Array("COMMIT\0".utf8)),
          let cut = cuts.withLock({ $0.isEmpty ? nil : $0.removeFirst() })
        {
          self.count.withLock { $0 += 1 }
          guard cut == .after else { return }
          send(back, buffer, count, Int32(MSG_NOSIGNAL))
          // Its answer tells that it is done.
          _ = read(back, &buffer, buffer.count)
          return
        }
        send(target, buffer, count, Int32(MSG_NOSIGNAL))
      }
    }
  }
}
