import FoundationEssentials
import Glibc
import SystemCalls

/// Tells systemd, if it has started the program, how it is: by datagrams to the socket that `NOTIFY_SOCKET` names, as
/// `sd_notify` sends them.
enum ServiceManager {
  static func tell(_ message: String) {
    guard let path = ProcessInfo.processInfo.environment["NOTIFY_SOCKET"], let first = path.utf8.first,
      first == UInt8(ascii: "/") || first == UInt8(ascii: "@")
    else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(path.utf8)
    // An @ stands for the zero of a name that is in no folder.
    if first == UInt8(ascii: "@") { name[0] = 0 }
    guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    // Without a descriptor for it the manager misses it, too.
    guard let descriptor = try? Descriptor(socket(AF_UNIX, kind, 0), from: "socket") else { return }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    let bytes = Array(message.utf8)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        // A manager that does not listen misses it, as with sd_notify.
        _ = sendto(descriptor.number, bytes, bytes.count, Int32(MSG_NOSIGNAL), address, length)
      }
    }
  }
}
