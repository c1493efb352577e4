import Glibc

/// An address by which other machines of a network reach this one.
package struct NetworkAddress: Sendable, Hashable {
  /// The network's interface, such as `eth0`.
  package let interface: String
  /// The address in digits.
  package let text: String

  package init(interface: String, text: String) { (self.interface, self.text) = (interface, text) }

  /// Indicates whether the address is one of IPv6.
  package var isIPv6: Bool { text.contains(":") }

  /// The addresses of all networks that are up, those first by which a telephone beside the machine is likely to reach
  /// it.
  package static func ofThisMachine() -> [NetworkAddress] {
    var list: UnsafeMutablePointer<ifaddrs>?
    // Who is not told has no network.
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var found: [NetworkAddress] = []
    var next = list
    while let entry = next?.pointee {
      next = entry.ifa_next
      let isOfOthers = entry.ifa_flags & UInt32(IFF_UP) != 0 && entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0
      guard isOfOthers, let address = entry.ifa_addr, let text = digits(address) else { continue }
      found.append(NetworkAddress(interface: String(cString: entry.ifa_name), text: text))
    }
    return sorted(found)
  }

  private static func digits(_ address: UnsafeMutablePointer<sockaddr>) -> String? {
    let family = Int32(address.pointee.sa_family)
    guard family == AF_INET || family == AF_INET6 else { return nil }
    let length = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
    var buffer = [CChar](repeating: 0, count: 64)
    guard getnameinfo(address, socklen_t(length), &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST) == 0 else {
      return nil
    }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Addresses with the most useful first, else in their order. Those that are good on their own wire alone are left
  /// out.
  package static func sorted(_ addresses: [NetworkAddress]) -> [NetworkAddress] {
    let useful = addresses.filter { !$0.text.lowercased().hasPrefix("fe80:") && !$0.text.hasPrefix("169.254.") }
    return useful.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
  }

  // Networks of cables and radio are those of people; those of containers and tunnels lead elsewhere.
  private static let usual = ["en", "eth", "wl", "usb", "br0", "ap"]
  private static let virtual = ["docker", "veth", "br-", "virbr", "lxc", "lxd", "tun", "tap", "wg", "tailscale", "zt"]

  private var rank: Int {
    let isVirtual = Self.virtual.contains { interface.hasPrefix($0) }
    let isUsual = Self.usual.contains { interface.hasPrefix($0) }
    return (isIPv6 ? 1 : 0) + (isVirtual ? 4 : isUsual ? 0 : 2)
  }
}
