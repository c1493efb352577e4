public import FileStorage

/// What is known of a file without opening it.
public struct FileAttributes: Sendable, Hashable {
  /// The number of bytes.
  public var size: Int64
  /// The disk that it lies on.
  public var device: UInt64
  /// Its number on the disk, whatever its name.
  public var inode: UInt64
  /// How many names it has.
  public var linkCount: UInt64
  /// When it was last changed, in nanoseconds since 1970 UTC.
  public var modificationNanoseconds: Int64
  /// Whether it is an ordinary file: no folder, no link, no device.
  public var isRegular: Bool

  /// Attributes from their parts.
  public init(
    size: Int64, device: UInt64, inode: UInt64, linkCount: UInt64, modificationNanoseconds: Int64, isRegular: Bool
  ) {
    self.size = size
    self.device = device
    self.inode = inode
    self.linkCount = linkCount
    self.modificationNanoseconds = modificationNanoseconds
    self.isRegular = isRegular
  }
}

/// The file system as a library uses it, one step at a time, so that a test can stop after any of them.
///
/// A library survives that: whatever step is its process's last, what it finds when it is opened again is either as
/// before the change or as after it.
public protocol ResourceFileStore: Sendable {
  /// Makes a folder with all that it lies in, and sees to it that it lasts; no error if it is there.
  func makeFolder(_ path: String) throws(FileStoreError)
  /// Writes a new file: `body` passes on the bytes, piece by piece. When this returns, they are on the disk.
  /// - Throws: ``FileStorage/FileStoreError``, or what `body` throws; a part of the file may be left.
  func write(_ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws
  /// Gives a file a second name on the same disk, after its bytes have reached it; `false` if that is another disk.
  func link(_ path: String, to newPath: String) throws(FileStoreError) -> Bool
  /// Gives a file another name on the same disk, which must be free.
  func rename(_ path: String, to newPath: String) throws(FileStoreError)
  /// Makes sure that names given or taken in a folder last.
  func syncFolder(_ path: String) throws(FileStoreError)
  /// Removes a file; no error if it is gone.
  func remove(_ path: String) throws(FileStoreError)
  /// Removes an empty folder; no error if it is gone or holds anything.
  func removeFolder(_ path: String) throws(FileStoreError)
  /// The names in a folder, in no order; none if it cannot be read.
  func names(in folder: String) -> [String]
  /// What is known of a file, a link not followed; `nil` if there is none.
  func attributes(of path: String) -> FileAttributes?
  /// Takes a folder for this process until the result is released or the process ends; `nil` if another has it.
  func lockFolder(_ path: String) throws(FileStoreError) -> (any FolderLock)?
}

/// A folder that is taken for as long as this is held.
public protocol FolderLock: AnyObject, Sendable {}
