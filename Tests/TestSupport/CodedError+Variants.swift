public import MediaCore

extension CodedError {
  /// What errors of a domain say: without operation and status, with one, with the other and with both; then the same
  /// four with `underlying` behind them, or with an error that begins with the same context.
  public static func descriptions(_ code: Code, underlying: (any Error)? = nil) -> [String] {
    [nil, underlying ?? ErrorBehind()].flatMap { cause -> [String] in
      [(nil, nil), ("ioctl", nil), (nil, 5), ("ioctl", 5)].map { operation, status in
        "\(Self(code, context: "x", operation: operation, status: status, message: "Mend it.", underlying: cause))"
      }
    }
  }
}

private struct ErrorBehind: Error, CustomStringConvertible {
  var description: String { "x: gone" }
}
