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
    try FixtureError.about(path, "the folder cannot be made", try SystemError.check("mkdir", mkdir(path, 0o755)))
  }
}

extension FixtureError {
  /// What the system refused, of which `what` says in words what it was for.
  init(_ path: String, _ what: String, errno number: Int32) {
    let advice = SystemError(what, number).advice
    let code: Code = number == EEXIST ? .exists : SystemError(what, number).isLackOfRoom ? .diskFull : .unwritable
    let isPartKept = [ENOSPC, EDQUOT, EFBIG].contains(number)
    self.init(
      code, context: path, status: Int(number),
      message: (number == EEXIST ? "" : "\(what): ") + advice
        + (isPartKept ? ". What was recorded until then is kept." : "."))
  }

  /// Asks the system for something about a bundle's file.
  /// - Throws: ``FixtureError`` with `.exists`, `.diskFull` or `.unwritable`.
  @discardableResult
  static func about<Value: ~Copyable>(
    _ path: String, _ what: String, _ ask: @autoclosure () throws(SystemError) -> Value
  ) throws(FixtureError) -> Value {
    do throws(SystemError) { return try ask() } catch { throw FixtureError(path, what, errno: error.number) }
  }
}
