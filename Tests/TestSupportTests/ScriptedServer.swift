import Dispatch
import Glibc

/// A server of one connection, on a port of this machine, that does what a script says.
struct ScriptedServer {
  let port: UInt16

  /// The server's end of the connection.
  struct Peer {
    fileprivate let descriptor: Int32

    /// The bytes up to the end of a head; fewer when the client has gone.
    func head() -> String {
      var (bytes, byte) = ([UInt8](), UInt8(0))
      while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8), recv(descriptor, &byte, 1, 0) == 1 { bytes.append(byte) }
      return String(decoding: bytes, as: UTF8.self)
    }

    func send(_ bytes: [UInt8]) { _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
    func send(_ text: String) { send(Array(text.utf8)) }

    /// Has the connection end by a reset, not in order.
    func resetAtEnd() {
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
  }

  private struct NoPort: Error { let number: Int32 }

  /// A server whose connection is closed when the script is over.
  init(_ script: @escaping @Sendable (Peer) -> Void) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isReady = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 1) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isReady else { throw NoPort(number: errno) }
    port = UInt16(bigEndian: address.sin_port)
    DispatchQueue(label: "ScriptedServer").async {
      let descriptor = accept(listener, nil, nil)
      // Nobody else gets in.
      close(listener)
      script(Peer(descriptor: descriptor))
      close(descriptor)
    }
  }
}
