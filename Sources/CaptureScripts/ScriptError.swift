/// Why a script cannot be read or carried out.
public struct ScriptError: Error, Sendable, CustomStringConvertible {
  /// The script's file.
  public let file: String
  /// The line, from 1, where it is known.
  public let line: Int?
  /// The key it is about, with those it lies in: `steps[2].press.kind`; empty for the file as a whole.
  public let key: String
  /// What is wrong, and what to do about it.
  public let message: String
  /// The error that led to this one.
  public let underlying: (any Error)?

  /// An error from its parts.
  public init(file: String, line: Int? = nil, key: String = "", message: String, underlying: (any Error)? = nil) {
    self.file = file
    self.line = line
    self.key = key
    self.message = message
    self.underlying = underlying
  }

  /// File, line, key, message and cause in one line.
  public var description: String {
    var text = file + (line.map { ":\($0)" } ?? "") + ": " + (key.isEmpty ? "" : "\(key): ") + message
    if let underlying { text += " (\(underlying))" }
    return text
  }
}
