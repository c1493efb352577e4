extension Error {
  /// What the error says as the cause of one that begins with `name`, a file's or a device's: without that name.
  package func text(behind name: String) -> String {
    let text = "\(self)"
    let start = "\(name): "
    return !name.isEmpty && text.hasPrefix(start) ? String(text.dropFirst(start.count)) : text
  }
}
