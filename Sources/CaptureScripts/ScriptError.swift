public import MediaCore

/// Why a script cannot be read or carried out.
public struct ScriptError: Error, Sendable, CustomStringConvertible {
  /// The kinds of mistakes; more may be added.
  public typealias Code = ErrorCode<ScriptError>

  /// The kind of mistake.
  public let code: Code
  /// The script's file.
  public let file: String
  /// The line, from 1, where it is known.
  public let line: Int?
  /// The column, from 1, where it is known.
  public let column: Int?
  /// The key it is about, with those it lies in: `steps[2].press.kind`; empty for the file as a whole.
  public let key: String
  /// What is wrong, and what to do about it.
  public let message: String
  /// The error that led to this one.
  public let underlying: (any Error)?

  /// An error from its parts.
  public init(
    _ code: Code, file: String, line: Int? = nil, column: Int? = nil, key: String = "", message: String,
    underlying: (any Error)? = nil
  ) {
    self.code = code
    self.file = file
    self.line = line
    self.column = column
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

extension ErrorCode<ScriptError> {
  /// The file is neither YAML nor JSON, or nothing that could be a script.
  public static var unreadable: Self { Self("unreadable") }
  /// A key is unknown, missing, or has a value that makes no sense.
  public static var invalidValue: Self { Self("invalidValue") }
  /// Keys that make sense by themselves do not fit together.
  public static var inconsistent: Self { Self("inconsistent") }
  /// The script asks for what is not here, such as a codec, or a fixture or movie that cannot be opened.
  public static var unavailable: Self { Self("unavailable") }
}
