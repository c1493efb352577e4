import Glibc

/// The numeric address that a client comes from.
struct ClientAddress: Sendable, Hashable {
  /// As it is written; of an IPv4 address in an IPv6 one, the IPv4 address.
  let text: String

  init(_ text: String) {
    let mark = "::ffff:"
    self.text = text.lowercased().hasPrefix(mark) && text.contains(".") ? String(text.dropFirst(mark.count)) : text
  }

  /// Whether it is this machine's own.
  var isLoopback: Bool { text.hasPrefix("127.") || text == "::1" }

  /// What limits count as one: an address, or the network of an IPv6 address, of which each household has one whole.
  var group: String {
    var bytes = in6_addr()
    guard text.contains(":"), inet_pton(AF_INET6, text, &bytes) == 1 else { return text }
    return withUnsafeBytes(of: &bytes) { bytes in
      bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
    }
  }

  /// Whom a connection from `peer` speaks for: whom a trusted proxy names, or the peer itself. Of several proxies in a row
  /// the nearest that is not trusted is the client: what it says of others may be made up.
  static func client(of request: WebRequest, from peer: ClientAddress, trusting proxies: Set<String>) -> ClientAddress {
    guard proxies.contains(peer.text), let forwarded = request.headers["x-forwarded-for"] else { return peer }
    for part in forwarded.split(separator: ",").reversed() {
      let address = ClientAddress(String(part.filter { $0 != " " }))
      guard HostName.isNumeric(address.text) else { return peer }
      if !proxies.contains(address.text) { return address }
    }
    return peer
  }
}

extension WebRequest {
  /// Whether it comes from this machine, and by no proxy.
  var isLocal: Bool {
    // A proxy of this machine that nobody has named speaks for others all the same.
    let marks = ["x-forwarded-for", "forwarded", "x-real-ip", "via"]
    return ClientAddress(peer).isLoopback && !marks.contains { headers[$0] != nil }
  }
}
