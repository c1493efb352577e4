/// Where finished files go. A file appears complete under its name, or not at all.
public protocol FileStore: Sendable {
  /// Whether there is anything under that name.
  func exists(_ path: String) -> Bool

  /// Whether a file of that name could be written as far as can be told without writing it: its folder is there and
  /// may be written to. Whether the name is free is another question.
  func canCreate(_ path: String) -> Bool

  /// Writes a new file: `body` is called once and passes on the bytes, piece by piece.
  ///
  /// When this returns, the file is complete and durable; when it throws, nothing is left.
  /// - Throws: ``FileStoreError``, `.exists` when there is a file of that name already; or what `body` throws.
  func create(_ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws

  /// Writes several new files that belong together: all of them, or none.
  ///
  /// Bodies are called one after the other, in the order of the drafts, and only when no name is taken. When this
  /// returns, all files are complete and durable under their names; when it throws, none is there, and folders that
  /// were made for them are gone.
  /// - Throws: ``FileStoreError``, or what a body throws.
  func createAll(_ drafts: [FileDraft]) throws
}

extension FileStore {
  /// It could: a store without folders takes any name.
  public func canCreate(_ path: String) -> Bool { true }
}

/// Why a file could not be written.
public struct FileStoreError: Error, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// The system call that failed.
  public let operation: String
  /// The system's error number.
  public let errno: Int32
  /// Whether the cause is that a file of that name was there already.
  public let isExisting: Bool
  /// What is wrong and what to do.
  public let message: String

  /// An error from its parts.
  public init(path: String, operation: String, errno: Int32, isExisting: Bool = false, message: String) {
    self.path = path
    self.operation = operation
    self.errno = errno
    self.isExisting = isExisting
    self.message = message
  }

  /// File, message, call and number.
  public var description: String { "\(path): \(message) [\(operation): errno \(errno)]" }
}
