import FlyingSocks
import Glibc

/// The numeric address and the port that a server listens at.
public struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
  /// The address, such as `127.0.0.1` or `::1`.
  public let host: String
  /// The port; 0 takes any that is free.
  public let port: UInt16

  /// The loopback address with any free port, which only this machine reaches.
  public static let anyOfLoopback = ListenAddress(host: "127.0.0.1", port: 0)

  init(host: String, port: UInt16) { (self.host, self.port) = (host, port) }

  /// Returns the same port at another address.
  public func at(_ host: String) -> ListenAddress { ListenAddress(host: host, port: port) }

  /// Creates an address from its text: `8080`, `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, `0.0.0.0:8080`.
  public init?(_ text: String) {
    let (name, digits): (Substring, Substring)
    if let colon = text.lastIndex(of: ":") {
      (name, digits) = (text[..<colon], text[text.index(after: colon)...])
    } else {
      (name, digits) = ("127.0.0.1", text[...])
    }
    guard let port = UInt16(digits) else { return nil }
    var host = String(name)
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    if host == "localhost" { host = "127.0.0.1" }
    guard HostName.isNumeric(host) else { return nil }
    (self.host, self.port) = (host, port)
  }

  /// Tells whether a text is a numeric address.
  public static func isNumeric(_ text: String) -> Bool { HostName.isNumeric(text) }

  /// A Boolean value that indicates whether only this machine reaches the address.
  public var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

  /// A Boolean value that indicates whether the address means every address of the machine.
  public var isAny: Bool { host == "0.0.0.0" || host == "::" }

  /// The address as a part of a URL.
  public var description: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

  /// Returns the address with the port that the system has chosen.
  func at(_ socket: Socket) throws -> ListenAddress {
    switch try socket.sockname() {
    case .ip4(_, let port), .ip6(_, let port): ListenAddress(host: host, port: port)
    case .unix: self
    }
  }

  /// A socket that listens there.
  func listeningSocket() throws -> Socket {
    func listening(_ address: some SocketAddress) throws -> Socket {
      let socket = try Socket(domain: Int32(type(of: address).family))
      CloseOnExec.set(socket)
      do {
        try socket.setValue(true, for: .localAddressReuse)
        try socket.bind(to: address)
      } catch {
        try? socket.close()  // the error tells all
        throw error
      }
      try socket.listen()
      return socket
    }
    return host.contains(":")
      ? try listening(.inet6(ip6: host, port: port)) : try listening(.inet(ip4: host, port: port))
  }
}
