/// One value of a YAML file, with its place.
///
/// Scalars are kept as they are written: what they mean is for the reader of the key to say.
struct YAMLNode: Sendable {
  /// What the value is made of.
  enum Content: Sendable {
    case scalar(String)
    case sequence([YAMLNode])
    /// Keys and values in the file's order, no key twice.
    case mapping([Entry])
  }

  /// A key with its value.
  struct Entry: Sendable {
    let key: YAMLNode
    let value: YAMLNode
  }

  let content: Content
  let mark: YAMLMark
  /// How many values it is, itself and all within it, those behind aliases counted as often as they are named.
  let weight: Int

  var scalar: String? {
    guard case .scalar(let text) = content else { return nil }
    return text
  }

  var sequence: [YAMLNode]? {
    guard case .sequence(let values) = content else { return nil }
    return values
  }

  var mapping: [Entry]? {
    guard case .mapping(let entries) = content else { return nil }
    return entries
  }
}

/// A place in a YAML file; both count from 1.
struct YAMLMark: Sendable, Hashable {
  let line: Int
  let column: Int
}

/// Why a file is not read as YAML.
struct YAMLError: Error, Sendable {
  /// What is wrong.
  enum Kind: Sendable {
    /// It is no YAML.
    case syntax
    /// It may be YAML, but none that is taken here.
    case content
  }

  let kind: Kind
  /// Where the reader stopped, as far as it is known.
  let mark: YAMLMark?
  /// What is wrong there, and what the reader was at.
  let reason: String

  init(_ kind: Kind, mark: YAMLMark?, reason: String) {
    self.kind = kind
    self.mark = mark
    self.reason = reason
  }
}
