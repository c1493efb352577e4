import Glibc
import SystemCalls

extension DiskFiles: FileTree {
  /// Makes a folder with all that it lies in.
  /// - Throws: ``FileStoreError`` when one of them cannot be made.
  public func makeFolder(_ path: String) throws(FileStoreError) {
    var made: [String] = []
    try Folder.make(path, made: &made)
    for folder in made { try syncFolder(Folder.containing(folder)) }
  }

  /// Writes a new file.
  /// - Throws: ``FileStoreError`` when it exists or cannot be written, or what `body` throws.
  public func write(
    _ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    let file = try about(path, try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL))
    do {
      try body { try file.write($0) }
      try file.sync()
    } catch let error as SystemError {
      throw FileStoreError(path, error)
    }
  }

  /// Gives a file a second name.
  /// - Throws: ``FileStoreError`` when it cannot be made; a file system without second names is no error.
  public func link(_ path: String, to newPath: String) throws(FileStoreError) -> Bool {
    try about(path, try Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).sync())
    if Glibc.link(path.systemPath, newPath.systemPath) == 0 { return true }
    // File systems without links refuse with EPERM; copying works there, too.
    let error = SystemError("link")
    guard [EXDEV, EPERM, ENOTSUP].contains(error.number) else { throw FileStoreError(newPath, error) }
    return false
  }

  /// Gives a file another name.
  /// - Throws: ``FileStoreError`` when the system refuses.
  public func rename(_ path: String, to newPath: String) throws(FileStoreError) {
    try about(newPath, try Folder.rename(path, to: newPath))
  }

  /// Makes sure that a folder's names last.
  /// - Throws: ``FileStoreError`` when the disk fails.
  public func syncFolder(_ path: String) throws(FileStoreError) { try about(path, try Folder.sync(path)) }

  /// Removes a file.
  /// - Throws: ``FileStoreError`` when it is not there or cannot be removed.
  public func remove(_ path: String) throws(FileStoreError) { try about(path, try Folder.remove(path)) }

  /// Removes an empty folder.
  /// - Throws: ``FileStoreError`` when it cannot be removed; one that is not empty, or not there, is no error.
  public func removeFolder(_ path: String) throws(FileStoreError) {
    guard rmdir(path.systemPath) == 0 || [ENOENT, ENOTEMPTY, EEXIST].contains(errno) else {
      throw FileStoreError(path, SystemError("rmdir"))
    }
  }

  /// Returns what is known of a file.
  public func attributes(of path: String) -> FileAttributes? { FileAttributes(of: path) }

  /// Gives a file or a folder its date of last change.
  /// - Throws: ``FileStoreError`` when the system refuses.
  public func setDate(of path: String, nanoseconds: Int64) throws(FileStoreError) {
    let file = try about(path, try Descriptor(opening: path, O_RDONLY | O_NOFOLLOW))
    try StagedFile.setDate(of: file.number, at: path, nanoseconds: nanoseconds)
  }

  /// Takes a folder.
  /// - Throws: ``FileStoreError`` when it cannot be opened; one that is not there is no error.
  public func lockFolder(_ path: String) throws(FileStoreError) -> (any FolderLock)? {
    do throws(SystemError) {
      let folder = try LockedFile(path, O_RDONLY | O_DIRECTORY)
      // Without locks nobody can tell whose it is, so that nobody may sweep it.
      return folder.outcome == .held ? folder : nil
    } catch {
      if error.number == ENOENT { return nil }
      throw FileStoreError(path, error)
    }
  }

  /// Takes a name.
  /// - Throws: ``FileStoreError`` when the folder cannot be written.
  public func reserve(_ path: String) throws(FileStoreError) -> (any NameReservation)? { try NameLock(path) }

  /// Tells whether a living process has reserved a name.
  public func isReserved(_ path: String) -> Bool {
    // Asked once more, since whoever had it may have given it up in between: then it could not be opened.
    exists(path) && !Folder.isAbandoned(path) && exists(path)
  }

  /// Removes what a process that died has left of its reservation.
  public func releaseAbandoned(_ path: String) { _ = Folder.removeIfAbandoned(path) }
}

extension LockedFile: FolderLock {}
