import FileStorage
import Glibc
import MediaCore
import SystemCalls

enum FixtureBundle {
  static let footage = "footage.mov"
  static let manifest = "manifest.json"
  static let journal = "manifest.partial.jsonl"

  /// Makes a bundle's folder, which must not exist.
  /// - Throws: ``FixtureError`` with `.exists` or `.unwritable`.
  static func make(_ path: String) throws(FixtureError) {
    try FixtureError.about(
      path, "the folder cannot be made", try SystemError.check("mkdir", mkdir(path.systemPath, 0o755)))
  }
}

extension FixtureError {
  /// Creates an error from what the system refused; `what` says in words what it was for.
  init(_ what: String, _ error: FileStoreError) {
    let exists = error.code == .existing
    let isPartKept = error.code == .full || error.errno == EFBIG
    self.init(
      exists ? .exists : error.code == .full ? .diskFull : .unwritable, context: error.path,
      status: error.errno.map(Int.init),
      message: (exists ? "" : "\(what): ") + error.message
        + (isPartKept ? ". What was recorded until then is kept." : "."), underlying: error)
  }

  /// Asks the system for something about a bundle's file.
  /// - Throws: ``FixtureError`` with `.exists`, `.diskFull` or `.unwritable`.
  @discardableResult
  static func about<Value: ~Copyable>(
    _ path: String, _ what: String, _ ask: @autoclosure () throws(SystemError) -> Value
  ) throws(FixtureError) -> Value {
    do throws(SystemError) { return try ask() } catch { throw FixtureError(what, FileStoreError(path, error)) }
  }
}
