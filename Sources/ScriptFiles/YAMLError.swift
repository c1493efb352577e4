import CaptureScripts

/// The reason why a file is not read as YAML.
struct YAMLError: Error {
  /// Indicates whether the file is not valid YAML, rather than YAML that is not supported here.
  var isSyntax = false
  let mark: ScriptPlace?
  let reason: String
}
