public import KioskWeb
import Synchronization
import SystemCalls

/// How others in the network reach a server.
final class Reach: Sendable {
  private let address = Mutex<ListenAddress?>(nil)

  /// The server listens there from now on.
  func listens(at address: ListenAddress) { self.address.withLock { $0 = address } }

  /// What the addresses of its pages begin with; `nil` where this machine alone reaches them. Networks come and go: it is
  /// looked up whenever somebody asks.
  var url: String? { address.withLock { $0 }?.reachable.first.map { "http://\($0.address)" } }
}

extension ListenAddress {
  /// By which addresses others reach what listens here, the most likely one first; none where this machine alone does.
  public var reachable: [(address: ListenAddress, interface: String?)] {
    if isLoopback { return [] }
    guard isAny else { return [(self, nil)] }
    let isIPv4 = !host.contains(":")
    // What listens at every IPv6 address listens at those of IPv4, too.
    return NetworkAddress.ofThisMachine().filter { !isIPv4 || !$0.isIPv6 }.map { (at($0.text), $0.interface) }
  }
}
