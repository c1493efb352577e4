import Glibc

/// Folders that were made for files, so that they can go again when the files don't come.
struct MadeFolders {
  private var made: [String] = []

  /// Makes a folder with all that it lies in, unless it is there.
  mutating func make(_ folder: String) throws {
    var missing: [String] = []
    var path = folder
    while true {
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
        errno = ENOTDIR
        throw StagedFile.failure(path, "stat")
      }
      if stat(path, &status) == 0 || path == "." || path == "/" { break }
      missing.append(path)
      path = StagedFile.folder(of: path)
    }
    for path in missing.reversed() {
      guard mkdir(path, 0o755) == 0 else {
        // Another process was faster; or a doubled slash names the same folder twice.
        if errno == EEXIST { continue }
        throw StagedFile.failure(path, "mkdir")
      }
      made.append(path)
    }
  }

  /// Removes those that are empty.
  func remove() { for path in made.reversed() { rmdir(path) } }
}
