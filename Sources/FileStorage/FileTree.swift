/// The files that a library keeps, one step at a time, so that a test can stop after any of them.
///
/// A library survives that: whatever step is its process's last, what it finds when it is opened again is either as
/// before the change or as after it.
public protocol FileTree: FileSource {
  /// Makes a folder with all that it lies in, and sees to it that it lasts; no error if it is there.
  /// - Throws: ``FileStoreError``: `existing` or `notFound` where a file is in the way, `accessDenied`, `full`.
  func makeFolder(_ path: String) throws(FileStoreError)
  /// Writes a new file: `body` passes on the bytes, piece by piece. When this returns, they are on the disk.
  /// - Throws: ``FileStoreError``, or what `body` throws; a part of the file may be left.
  func write(_ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws
  /// Gives a file a second name on the same disk, after its bytes have reached it; `false` if that is another disk.
  /// - Throws: ``FileStoreError``: `existing` when the name is taken, `notFound`, `accessDenied`, `full`.
  func link(_ path: String, to newPath: String) throws(FileStoreError) -> Bool
  /// Gives a file another name on the same disk, which must be free.
  /// - Throws: ``FileStoreError``: `existing` when the name is taken, `notFound`, `accessDenied`, `full`.
  func rename(_ path: String, to newPath: String) throws(FileStoreError)
  /// Makes sure that names given or taken in a folder last.
  /// - Throws: ``FileStoreError`` when the disk reports a failure: then nothing is known of the names.
  func syncFolder(_ path: String) throws(FileStoreError)
  /// Removes a file; no error if it is gone.
  /// - Throws: ``FileStoreError``, such as `accessDenied`.
  func remove(_ path: String) throws(FileStoreError)
  /// Removes an empty folder; no error if it is gone or holds anything.
  /// - Throws: ``FileStoreError``, such as `accessDenied`.
  func removeFolder(_ path: String) throws(FileStoreError)
  /// Returns the attributes of a file, a link not followed; `nil` if there is none.
  func attributes(of path: String) -> FileAttributes?
  /// Gives a file or a folder its date of last change, in nanoseconds since 1970 UTC.
  /// - Throws: ``FileStoreError``, such as `notFound`.
  func setDate(of path: String, nanoseconds: Int64) throws(FileStoreError)
  /// Takes a folder for this process until the result is released or the process ends; `nil` if another has it, or the
  /// file system has no locks.
  /// - Throws: ``FileStoreError`` when the folder cannot be opened.
  func lockFolder(_ path: String) throws(FileStoreError) -> (any FolderLock)?
  /// Makes sure that the folder of a file is there, is one, and may be written to by this process.
  /// - Throws: ``FileStoreError``: `notFound` where there is no folder, `accessDenied`.
  func checkFolder(of path: String) throws(FileStoreError)
  /// Reserves a name with an empty file, for this process until it is released or the process ends; returns `nil` if
  /// another process has it.
  /// - Throws: ``FileStoreError``, as for a new file.
  func reserve(_ path: String) throws(FileStoreError) -> (any NameReservation)?
  /// Tells whether a living process has reserved a name.
  func isReserved(_ path: String) -> Bool
  /// Removes what a process that died has left of its reservation of a name; no error if there is no such thing.
  func releaseAbandoned(_ path: String)
}

extension FileTree {
  /// Does nothing: a tree need not keep dates.
  /// - Throws: nothing.
  public func setDate(of path: String, nanoseconds: Int64) throws(FileStoreError) {}

  /// Writes a new file that holds these bytes.
  /// - Throws: as ``write(_:_:)``.
  public func write(_ path: String, _ bytes: [UInt8]) throws {
    try write(path) { write in try bytes.withUnsafeBytes(write) }
  }
}
