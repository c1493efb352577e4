import Glibc

/// The names in a bundle.
enum FixtureBundle {
  static let footage = "footage.mov"
  static let manifest = "manifest.json"
  static let journal = "manifest.partial.jsonl"

  /// Makes a bundle's folder, which must not exist.
  /// - Throws: ``FixtureError`` with `.exists` or `.unwritable`.
  static func make(_ path: String) throws(FixtureError) {
    guard mkdir(path, 0o755) == 0 else { throw failure(path, "the folder cannot be made") }
  }

  /// Makes sure that there is nothing of that name yet.
  /// - Throws: ``FixtureError`` with `.exists`.
  static func checkFree(_ path: String) throws(FixtureError) {
    var status = stat()
    guard lstat(path, &status) != 0 else { throw existing(path) }
  }

  /// What the system said against a call about a file, which is looked up now.
  static func failure(_ path: String, _ what: String) -> FixtureError {
    let number = errno
    if number == EEXIST { return existing(path) }
    let (code, advice): (FixtureError.Code, String) =
      switch number {
      case ENOSPC, EDQUOT: (.diskFull, "the disk is full. What was recorded until then is kept; free some space")
      case ENOENT: (.unwritable, "a folder on the way to it does not exist. Create it first")
      case ENOTDIR: (.unwritable, "a part of this path is a file, not a folder. Choose another name")
      case EFBIG:
        (.unwritable, "it would be larger than this user's files may be. What was recorded until then is kept")
      case EACCES, EPERM, EROFS: (.unwritable, "this folder cannot be written to. Choose another")
      case ENAMETOOLONG: (.unwritable, "the name is too long. Choose a shorter one")
      default: (.unwritable, String(cString: strerror(number)))
      }
    return FixtureError(code, file: path, errno: number, message: "\(what): \(advice).")
  }

  private static func existing(_ path: String) -> FixtureError {
    FixtureError(
      .exists, file: path, errno: EEXIST,
      message: "something of this name exists already and was left as it is. Choose another name.")
  }
}
