/// One value of a script's file, with its place.
///
/// Scalars are kept as they are written: what they mean is for the reader of the key to say.
package struct ScriptValue: Sendable {
  /// The content of a value.
  package enum Content: Sendable {
    case scalar(String)
    case sequence([ScriptValue])
    /// Keys and values in the file's order, no key twice.
    case mapping([Entry])
  }

  /// A key with its value.
  package typealias Entry = (key: ScriptValue, value: ScriptValue)

  package let content: Content
  package let mark: ScriptPlace
  /// The number of values: this one and all within it, with those behind aliases counted as often as they are named.
  package let weight: Int

  package init(_ content: Content, at mark: ScriptPlace) {
    self.content = content
    self.mark = mark
    weight =
      switch content {
      case .scalar: 1
      case .sequence(let values): values.reduce(1) { $0 + $1.weight }
      case .mapping(let entries): entries.reduce(1) { $0 + $1.key.weight + $1.value.weight }
      }
  }

  package var scalar: String? { if case .scalar(let text) = content { text } else { nil } }
  package var sequence: [ScriptValue]? { if case .sequence(let values) = content { values } else { nil } }
  package var mapping: [Entry]? { if case .mapping(let entries) = content { entries } else { nil } }
}

/// A place in a file; both count from 1.
package struct ScriptPlace: Sendable, Hashable {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
