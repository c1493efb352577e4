public import MediaCore

/// The address of a broker, with the account that is used there: `mqtt[s]://[USER[:PASSWORD]@]HOST[:PORT]`.
public struct BrokerAddress: Sendable, Hashable, CustomStringConvertible {
  /// The broker's host: a name, or an IP address without brackets.
  public let host: String
  /// The port: 1883, or 8883 with TLS, unless the address names one.
  public let port: UInt16
  /// A Boolean value that indicates whether the connection is encrypted.
  public let isEncrypted: Bool
  /// The name of the account; `nil` for none.
  public let user: String?
  /// The password of the account.
  public var password: String?

  /// Creates the address that a text names.
  /// - Throws: ``BrokerError`` with `.invalidSetting` for what is no address.
  public init(_ text: String) throws(BrokerError) {
    func refused(_ reason: String) -> BrokerError {
      // What stands before the @ is a secret.
      let shown = text.lastIndex(of: "@").map { String(text[text.index(after: $0)...]) } ?? text
      return BrokerError(
        .invalidSetting, context: shown, message: "\(reason) Name a broker such as mqtt://192.168.1.5:1883.")
    }
    let rest: Substring
    if text.hasPrefix("mqtt://") {
      (isEncrypted, rest) = (false, text.dropFirst("mqtt://".count))
    } else if text.hasPrefix("mqtts://") {
      (isEncrypted, rest) = (true, text.dropFirst("mqtts://".count))
    } else {
      throw refused("a broker's address begins with mqtt:// or mqtts://.")
    }
    // A password may have an @ in it, a host may not.
    var authority = rest.hasSuffix("/") ? rest.dropLast() : rest
    if let end = authority.lastIndex(of: "@") {
      let account = authority[..<end].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      authority = authority[authority.index(after: end)...]
      guard let name = Self.decoded(account[0]), !name.isEmpty,
        let secret = account.count == 2 ? Self.decoded(account[1]) : ""
      else { throw refused("the user or the password is not a text with %-escapes.") }
      (user, password) = (name, account.count == 2 ? secret : nil)
    } else {
      (user, password) = (nil, nil)
    }
    var number = isEncrypted ? "8883" : "1883"
    if authority.hasPrefix("["), let end = authority.lastIndex(of: "]") {
      host = String(authority[authority.index(after: authority.startIndex)..<end])
      let tail = authority[authority.index(after: end)...]
      guard tail.isEmpty || tail.hasPrefix(":") else { throw refused("after ] stands a port, or nothing.") }
      if !tail.isEmpty { number = String(tail.dropFirst()) }
    } else {
      let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count <= 2 else { throw refused("an IPv6 address stands in [brackets].") }
      host = String(parts[0])
      if parts.count == 2 { number = String(parts[1]) }
    }
    guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != 0x2f }) else {
      throw refused("it names no host.")
    }
    guard let port = UInt16(number), port > 0 else { throw refused("a port is 1 to 65535.") }
    self.port = port
  }

  /// The address without the account.
  public var description: String {
    "\(isEncrypted ? "mqtts" : "mqtt")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }

  /// The text that %-escapes stand for; `nil` for what is no text.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == 0x25 else {
        bytes.append(byte)
        continue
      }
      guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2,
        value != 0
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
