public import ByteCoding
public import FileStorage

/// A store of whole objects under names, on a server: where a library's originals may be instead of in its folder.
///
/// An object appears whole or not at all. Names are made of letters, digits, hyphens, dots and slashes. Errors are
/// `FileStoreError`s that name the object; `.unreachable` says that the server is away and may come back, `.notFound`
/// that it has no such object.
public protocol ObjectStore: Sendable {
  /// The name of the store in messages.
  var name: String { get }

  /// Keeps the bytes of `source`, in place of an object of that name.
  ///
  /// Before the first byte is sent, `remember` gets a note, which whoever calls this once more after a cut passes on as
  /// `note`: what has arrived is not sent again.
  /// - Throws: `FileStoreError`, or what `remember` throws.
  func put(
    _ source: any ByteSource, as key: String, sha256: String, resuming note: String?, remember: (String) throws -> Void
  ) throws

  /// Passes on an object's bytes in order; returns the SHA-256 that they had when they were kept, if that is known.
  /// - Throws: `FileStoreError`, or what `body` throws.
  func get(_ key: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws -> String?

  /// The number of an object's bytes; `nil` if there is none of that name.
  /// - Throws: `FileStoreError` with `.unreachable` when the server is away, or when it refuses.
  func size(of key: String) throws(FileStoreError) -> Int64?

  /// Removes an object, and gives up an upload of that name which `note` tells of; no error if there is neither.
  /// - Throws: `FileStoreError` with `.unreachable` when the server is away, or when it refuses.
  func remove(_ key: String, abandoning note: String?) throws(FileStoreError)

  /// The names of all objects that begin with `prefix`.
  /// - Throws: `FileStoreError` with `.unreachable` when the server is away, or when it refuses.
  func keys(beginningWith prefix: String) throws(FileStoreError) -> [String]
}
