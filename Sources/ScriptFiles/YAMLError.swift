import CaptureScripts

/// Why a file is not read as YAML.
struct YAMLError: Error {
  /// Whether it is no YAML, and not merely none that is taken here.
  var isSyntax = false
  let mark: ScriptPlace?
  let reason: String
}
