extension PlainJSON {
  private static let hidden = "(hidden)"

  /// The value without secrets: those of keys such as `mqttPassword`, and the accounts in addresses.
  package var withoutSecrets: PlainJSON {
    switch self {
    case .null, .bool, .number: self
    case .text(let text): .text(Self.withoutSecrets(text))
    case .list(let list): .list(list.map(\.withoutSecrets))
    case .object(let object):
      .object(
        Dictionary(
          uniqueKeysWithValues: object.map { ($0, Self.isSecret($0) ? .text(Self.hidden) : $1.withoutSecrets) }))
    }
  }

  /// Creates the list of a command's arguments without the value of `--pin` and the accounts in addresses.
  package init(withoutSecretsIn arguments: [String]) {
    self = .list(
      arguments.indices.map { index in
        let argument = arguments[index]
        if index > 0, arguments[index - 1] == "--pin" { return .text(Self.hidden) }
        return .text(argument.hasPrefix("--pin=") ? "--pin=" + Self.hidden : Self.withoutSecrets(argument))
      })
  }

  private static func isSecret(_ name: some StringProtocol) -> Bool {
    let name = name.lowercased()
    return name == "pin" || ["password", "secret", "token", "key"].contains { name.hasSuffix($0) }
  }

  /// Returns an address without its account, and without the values of parameters such as `password`; another text as
  /// it is.
  private static func withoutSecrets(_ text: String) -> String {
    guard let scheme = text.firstRange(of: "://") else { return text }
    var (account, rest) = ("", text[scheme.upperBound...])
    // A password may have an @ in it, a host may not.
    if let end = rest.lastIndex(of: "@") { (account, rest) = (hidden + "@", rest[rest.index(after: end)...]) }
    let parts = rest.split(separator: "&", omittingEmptySubsequences: false).map { part in
      let sides = part.split(separator: "=", maxSplits: 1)
      let name = sides.first?.split(separator: "?").last ?? ""
      return sides.count == 2 && isSecret(name) ? "\(sides[0])=\(hidden)" : String(part)
    }
    return text[..<scheme.upperBound] + account + parts.joined(separator: "&")
  }
}
