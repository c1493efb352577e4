extension Error {
  /// Returns the error's text as the cause of a message that begins with `name`, a file's or a device's: without that
  /// name.
  package func text(behind name: String) -> String {
    let text = (self as? DecodingError)?.context?.debugDescription ?? "\(self)"  // without a dump of Foundation's
    let start = "\(name): "
    return !name.isEmpty && text.hasPrefix(start) ? String(text.dropFirst(start.count)) : text
  }
}

extension DecodingError {
  /// The context of the error, whatever its kind: what is wrong and where.
  package var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}
