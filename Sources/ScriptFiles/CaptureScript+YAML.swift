public import CaptureScripts

extension CaptureScript {
  /// The most bytes that a script may have.
  package static let largestFile = 1 << 20

  private static func tooLarge(_ file: String) -> ScriptError {
    ScriptError(.unreadable, file: file, message: "a script has at most \(largestFile) bytes; this is something else")
  }

  /// Reads a script in YAML, or in JSON, which is a subset of YAML. `file` is what it is called in messages.
  ///
  /// Paths of its world are relative to the folder that `file` lies in. `bundle` is the fixture beside whose manifest
  /// the script lies: its world, unless the script names another.
  /// - Throws: ``/CaptureScripts/ScriptError`` for the first key or value that makes no sense.
  public init(_ text: String, file: String, bundle: String? = nil) throws(ScriptError) {
    do throws(ScriptError) { try self.init(reading: text, file: file, bundle: bundle) } catch {
      throw error.marked(in: text)
    }
  }

  private init(reading text: String, file: String, bundle: String?) throws(ScriptError) {
    guard text.utf8.count <= Self.largestFile else { throw Self.tooLarge(file) }
    let root: ScriptValue?
    do {
      root = try YAMLReader.read(text)
    } catch {
      let place = error.mark.map { " (column \($0.column))" } ?? ""
      throw ScriptError(
        .unreadable, file: file, line: error.mark?.line, column: error.mark?.column,
        message: (error.isSyntax ? "this is neither YAML nor JSON: " : "") + error.reason + place)
    }
    guard let root else {
      throw ScriptError(.unreadable, file: file, message: "the file is empty; a script begins with \"version: 1\"")
    }
    try self.init(root, file: file, bundle: bundle)
  }

  /// Reads a script from a file's bytes, which are to be UTF-8.
  /// - Throws: ``/CaptureScripts/ScriptError`` for the first line that is none, or as ``init(_:file:bundle:)``.
  public init(utf8 bytes: [UInt8], file: String, bundle: String? = nil) throws(ScriptError) {
    guard bytes.count <= Self.largestFile else { throw Self.tooLarge(file) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      // Feeds end lines only: no other character of UTF-8 has their byte in it.
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let place = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
      throw ScriptError(
        .unreadable, file: file, line: place.map { $0 + 1 },
        message: "this line is no UTF-8; save the script as UTF-8, or leave out what is binary")
    }
    try self.init(text, file: file, bundle: bundle)
  }
}
