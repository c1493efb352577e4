extension Error {
  /// What the error says as the cause of another one that begins with `name`, a file's or a device's: without that name in
  /// front, which would only be said twice.
  package func text(behind name: String) -> String {
    let text = "\(self)"
    let start = "\(name): "
    return !name.isEmpty && text.hasPrefix(start) ? String(text.dropFirst(start.count)) : text
  }
}
