public import KioskWeb
import Synchronization
import SystemCalls

/// The address by which others in the network reach a server.
final class Reach: Sendable {
  private let address = Mutex<ListenAddress?>(nil)

  /// The server listens there from now on.
  func listens(at address: ListenAddress) { self.address.withLock { $0 = address } }

  /// The beginning of the addresses of the server's pages; `nil` where this machine alone reaches them. Each access
  /// looks the networks of the machine up again, since they come and go.
  var url: String? { address.withLock { $0 }?.reachable.first.map { "http://\($0.address)" } }
}

extension ListenAddress {
  /// The addresses by which others reach a server that listens at this one, the most likely one first; empty where this
  /// machine alone reaches it.
  public var reachable: [(address: ListenAddress, interface: String?)] {
    if isLoopback { return [] }
    guard isAny else { return [(self, nil)] }
    let isIPv4 = !host.contains(":")
    // What listens at every IPv6 address listens at those of IPv4, too.
    return NetworkAddress.ofThisMachine().filter { !isIPv4 || !$0.isIPv6 }.map { (at($0.text), $0.interface) }
  }
}
