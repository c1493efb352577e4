import Glibc

/// The numeric address that a client comes from.
struct ClientAddress: Sendable, Hashable {
  /// The address as text; the IPv4 address if an IPv6 address contains one.
  let text: String

  init(_ text: String) {
    let mark = "::ffff:"
    self.text = text.lowercased().hasPrefix(mark) && text.contains(".") ? String(text.dropFirst(mark.count)) : text
  }

  /// Indicates whether the address is a loopback address of this machine.
  var isLoopback: Bool { text.hasPrefix("127.") || text == "::1" }

  /// The key by which limits count clients: an IPv4 address, or the network of 64 bits of an IPv6 address, since each
  /// household has a whole one.
  var group: String {
    var bytes = in6_addr()
    guard text.contains(":"), inet_pton(AF_INET6, text, &bytes) == 1 else { return text }
    return withUnsafeBytes(of: &bytes) { bytes in
      bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
    }
  }

  /// Returns the client that a connection from `peer` speaks for: the one that a trusted proxy names, or the peer
  /// itself. Of several proxies in a row the nearest that is not trusted is the client: what it says of others may be
  /// made up.
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
  /// Indicates whether the client calls the site by a name that a machine has for itself.
  var isOfOwnHost: Bool {
    let host = HostName.host(of: headers["host"] ?? "")
    return host == "localhost" || host == "0.0.0.0" || ClientAddress(host).isLoopback
  }

  /// Indicates whether the request comes from this machine and has passed no proxy.
  var isLocal: Bool {
    // A proxy of this machine that nobody has named speaks for others all the same.
    let marks = ["x-forwarded-for", "forwarded", "x-real-ip", "via"]
    return ClientAddress(peer).isLoopback && !marks.contains { headers[$0] != nil }
  }
}
