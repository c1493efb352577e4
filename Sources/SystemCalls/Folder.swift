import CLinux
package import Glibc

/// Names in folders: what there is, and how names are given, taken and made to last.
package enum Folder {
  /// The path of what a file lies in.
  package static func containing(_ path: String) -> String {
    // By code points: a mark at the beginning of a name makes one character with the slash before it.
    guard let slash = path.unicodeScalars.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path.unicodeScalars[..<slash])
  }

  /// The last part of a path.
  package static func name(of path: String) -> String {
    let scalars = path.unicodeScalars
    return scalars.lastIndex(of: "/").map { String(scalars[scalars.index(after: $0)...]) } ?? path
  }

  /// Tells whether anything exists under that name, even if it is a link to nowhere.
  package static func holds(_ path: String) -> Bool {
    var status = stat()
    return lstat(path.systemPath, &status) == 0
  }

  /// The path from the root on, without links, "." and ".."; `nil` if there is nothing, and the system says why.
  package static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path.systemPath, nil) else { return nil }
    defer { free(resolved) }
    return String(systemPath: resolved)
  }

  /// Returns the system's status of the file or folder that a path leads to, links followed.
  /// - Throws: ``SystemError``.
  package static func status(of path: String) throws(SystemError) -> stat {
    var status = stat()
    try SystemError.check("stat", stat(path.systemPath, &status))
    return status
  }

  /// The names of everything in a folder, in no order.
  /// - Throws: ``SystemError`` when it cannot be read.
  package static func names(in folder: String) throws(SystemError) -> [String] {
    guard let stream = opendir(folder.systemPath) else { throw SystemError("opendir") }
    defer { closedir(stream) }
    // An entry is only as long as its name needs: reading the field as the array it is declared as would run past it.
    let offset = MemoryLayout<dirent>.offset(of: \.d_name)!  // a stored field always has one
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = String(systemPath: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Makes sure that names given or taken in a folder last.
  /// - Throws: ``SystemError``.
  package static func sync(_ folder: String) throws(SystemError) {
    let descriptor = try Descriptor(opening: folder, O_RDONLY | O_DIRECTORY)
    // Some file systems cannot sync a folder; the names have been given all the same.
    do throws(SystemError) { try descriptor.sync() } catch { if error.number != EINVAL { throw error } }
  }

  /// Gives a file another name on the same disk, which nothing else may have.
  /// - Throws: ``SystemError``, with `EEXIST` when the name is taken.
  package static func rename(_ path: String, to newPath: String) throws(SystemError) {
    if clinux_rename_exclusively(path.systemPath, newPath.systemPath) == 0 { return }
    guard errno == EINVAL || errno == ENOSYS else { throw SystemError("rename") }
    // A file system that cannot rename exclusively can still link exclusively.
    try SystemError.check("rename", link(path.systemPath, newPath.systemPath))
    unlink(path.systemPath)
  }

  /// Removes a file; no error if it is gone.
  /// - Throws: ``SystemError``.
  package static func remove(_ path: String) throws(SystemError) {
    guard unlink(path.systemPath) == 0 || errno == ENOENT || errno == ENOTDIR else { throw SystemError("unlink") }
  }

  /// Tells whether a file can be locked, which means that no living process holds it.
  package static func isAbandoned(_ path: String) -> Bool { whileAbandoned(path) { true } }

  /// Removes a file that no living process has. Returns whether it did.
  package static func removeIfAbandoned(_ path: String) -> Bool {
    whileAbandoned(path) { unlink(path.systemPath) == 0 }
  }

  /// Does something with a file under its lock; `false` if it cannot be opened or another process has it.
  private static func whileAbandoned(_ path: String, _ body: () -> Bool) -> Bool {
    // Why it cannot be opened is not asked: it stays as it is.
    guard let descriptor = try? Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else { return false }
    return descriptor.lock(named: path) == .held && body()
  }
}
