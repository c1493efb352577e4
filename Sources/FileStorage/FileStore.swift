import Glibc
import SystemCalls

/// A place for finished files. A file appears complete under its name, or not at all.
public protocol FileStore: Sendable {
  /// Tells whether anything exists under that name.
  func exists(_ path: String) -> Bool

  /// Tells whether a file of that name could be written as far as can be told without writing it: its folder is there
  /// and may be written to. Whether the name is free is another question.
  func canCreate(_ path: String) -> Bool

  /// Writes a new file: `body` is called once and passes on the bytes, piece by piece.
  ///
  /// When this returns, the file is complete and durable; when it throws, nothing is left.
  /// - Throws: ``FileStoreError``, `.existing` when there is a file of that name already; or what `body` throws.
  func create(_ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws

  /// Writes several new files that belong together: all of them, or none.
  ///
  /// Bodies are called one after the other, in the order of the drafts, and only when no name is taken. When this
  /// returns, all files are complete and durable under their names; when it throws, none is there, and folders that
  /// were made for them are gone.
  /// - Throws: ``FileStoreError``, or what a body throws.
  func createAll(_ drafts: [FileDraft]) throws

  /// Gives a file another name, which must be free, in a folder of the same disk. The file is there under one name or
  /// the other at any instant.
  /// - Throws: ``FileStoreError``, `.existing` when the name is taken.
  func move(_ path: String, to newPath: String) throws

  /// Removes a file; no error if there is none.
  /// - Throws: ``FileStoreError``.
  func remove(_ path: String) throws

  /// Removes what an earlier process left half written in a folder; returns the names.
  @discardableResult
  func sweep(_ folder: String) -> [String]
}

extension FileStore {
  /// Writes a new file that holds these bytes.
  /// - Throws: as ``create(_:_:)``.
  public func create(_ path: String, _ bytes: [UInt8]) throws {
    try create(path) { write in try bytes.withUnsafeBytes(write) }
  }

  /// Returns `true`: a store without folders takes any name.
  public func canCreate(_ path: String) -> Bool { true }

  /// Throws an error: a store that only takes new files cannot move any.
  /// - Throws: ``FileStoreError`` with `ENOTSUP`.
  public func move(_ path: String, to newPath: String) throws {
    throw FileStoreError(path, SystemError("rename", ENOTSUP))
  }

  /// Throws an error: a store that only takes new files cannot remove any.
  /// - Throws: ``FileStoreError`` with `ENOTSUP`.
  public func remove(_ path: String) throws { throw FileStoreError(path, SystemError("unlink", ENOTSUP)) }

  /// Returns nothing: a store that is no disk leaves nothing half written.
  @discardableResult
  public func sweep(_ folder: String) -> [String] { [] }
}
