import Glibc
import SystemCalls

/// The kernel's own uevents, from a netlink socket.
///
/// A message counts only if the kernel has sent it to everybody: its sender has port 0, which no process can have, and
/// the group is the kernel's (1; udev's, with messages of its own, is 2). Anybody may send to a socket whose port they
/// guess; such messages are dropped, as udev does.
final class UEventSocket: Sendable {
  // `NETLINK_KOBJECT_UEVENT` and `struct sockaddr_nl`, which Swift's Glibc module leaves out.
  private static let protocolNumber: Int32 = 15
  private struct Address {
    var family = UInt16(AF_NETLINK)
    var padding: UInt16 = 0
    var port: UInt32 = 0
    var groups: UInt32 = 0
  }
  private static let kernelsGroup: UInt32 = 1
  // A machine that plugs a hub in has some hundred messages at once.
  private static let receiveBytes: Int32 = 1 << 20
  private static let messageBytes = 16_384
  private static let mostMessages = 256

  private let socket: Descriptor
  /// Readable when something has come; open as long as this object lives.
  var descriptor: Int32 { socket.number }

  /// Creates a socket that hears from now on; some containers allow none.
  init() throws(SystemError) {
    let kind = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let socket = try Descriptor(Glibc.socket(AF_NETLINK, kind, Self.protocolNumber), from: "socket")
    // Without, there is less room, and messages are lost the sooner.
    var bytes = Self.receiveBytes
    _ = setsockopt(socket.number, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
    var address = Address(groups: Self.kernelsGroup)
    let size = socklen_t(MemoryLayout<Address>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket.number, $0, size) }
    }
    try SystemError.check("bind", result)
    self.socket = socket
  }

  /// Returns the signals that have come since; a failure when the socket is of no more use.
  func arrivals() -> Result<[DeviceSignals.Signal], SystemError> {
    var arrivals: [DeviceSignals.Signal] = []
    return withUnsafeTemporaryAllocation(byteCount: Self.messageBytes, alignment: 16) { buffer in
      for _ in 0..<Self.mostMessages {
        var sender = Address(family: 0)
        var size = socklen_t(MemoryLayout<Address>.size)
        let count = withUnsafeMutablePointer(to: &sender) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            // With the flag, the result is the message's whole length, also of one that was cut.
            recvfrom(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_TRUNC), $0, &size)
          }
        }
        if count < 0 {
          switch errno {
          case EINTR: continue
          // Messages came faster than they were read, and some are lost.
          case ENOBUFS: arrivals.append(.change(.everywhere))
          case EAGAIN: return .success(arrivals)
          default: return .failure(SystemError("recvfrom"))
          }
        } else if size == MemoryLayout<Address>.size, sender.family == UInt16(AF_NETLINK), sender.port == 0,
          sender.groups == Self.kernelsGroup, count <= buffer.count, let event = UEvent(buffer.prefix(count))
        {
          arrivals.append(.event(event))
        }
      }
      return .success(arrivals)
    }
  }
}
