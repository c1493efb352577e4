public import MediaCore

/// The reason why a script cannot be read or carried out.
public struct ScriptError: Error, Sendable, CustomStringConvertible {
  /// The kinds of mistakes; more may be added.
  public typealias Code = ErrorCode<ScriptError>

  /// The kind of mistake.
  public let code: Code
  /// The path of the script with the mistake.
  public let file: String
  /// The line, from 1, where it is known.
  public let line: Int?
  /// The column, from 1, where it is known.
  public let column: Int?
  /// The key it is about, with those it lies in: `steps[2].press.kind`; empty for the file as a whole.
  public let key: String
  /// A sentence about what is wrong, and what to do about it.
  public let message: String
  /// The error that led to this one.
  public let underlying: (any Error)?
  /// The line of the file that it is about, and a mark below the place; `nil` where they are not known.
  public private(set) var excerpt: String?

  /// Creates an error from its parts.
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

  /// The same error, with an excerpt of the script's text.
  package func marked(in text: String) -> ScriptError {
    guard let line, let column else { return self }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.indices.contains(line - 1), (0...lines[line - 1].count).contains(column - 1) else { return self }
    var error = self
    error.excerpt = Self.excerpt(lines[line - 1], column - 1)
    return error
  }

  /// A line, and a mark below the character behind so many.
  static func excerpt(_ line: Substring, _ count: Int) -> String {
    // A file may be one line of a megabyte.
    let reach = 80
    let shown = line.dropFirst(max(0, count - reach)).prefix(2 * reach)
    // A tab is as wide below the line as in it.
    let indent = shown.prefix(min(count, reach)).map { $0 == "\t" ? $0 : " " }
    return "  \(shown)\n  \(String(indent))^"
  }

  /// File, line, key, message and cause in one line.
  public var description: String {
    var text = file + (line.map { ":\($0)" } ?? "") + ": " + (key.isEmpty ? "" : "\(key): ") + message
    if let underlying { text += " (\(underlying))" }
    return text
  }
}

extension ErrorCode<ScriptError> {
  /// The file is neither YAML nor JSON, or not a script.
  public static var unreadable: Self { Self("unreadable") }
  /// A key is unknown, missing, or has a value that makes no sense.
  public static var invalidValue: Self { Self("invalidValue") }
  /// Keys that are valid by themselves contradict one another.
  public static var inconsistent: Self { Self("inconsistent") }
  /// The script asks for what is not here, such as a codec, or a fixture or movie that cannot be opened.
  public static var unavailable: Self { Self("unavailable") }
}
