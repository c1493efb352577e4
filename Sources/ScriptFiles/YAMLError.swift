import CaptureScripts

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
  let mark: ScriptPlace?
  /// What is wrong there, and what the reader was at.
  let reason: String

  init(_ kind: Kind, mark: ScriptPlace?, reason: String) {
    self.kind = kind
    self.mark = mark
    self.reason = reason
  }
}
