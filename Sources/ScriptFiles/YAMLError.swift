import CaptureScripts

/// Why a file is not read as YAML.
struct YAMLError: Error {
  /// Whether it is no YAML, and not merely none that is taken here.
  var isSyntax = false
  /// Where the reader stopped, as far as it is known.
  let mark: ScriptPlace?
  /// What is wrong there, and what the reader was at.
  let reason: String
}
