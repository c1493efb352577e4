/// A file that is to be written: its name, its bytes and its date.
public struct FileDraft: Sendable {
  /// The path of the new file. Folders that are missing are made.
  public let path: String
  /// The date of last change that it gets, in nanoseconds since 1970 UTC; `nil` for that of its writing.
  public let modificationNanoseconds: Int64?
  /// Passes on the file's bytes, piece by piece; called once.
  public let body: @Sendable (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void

  /// Creates a draft whose bytes `body` passes on.
  public init(
    _ path: String, modificationNanoseconds: Int64? = nil,
    body: @escaping @Sendable (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) {
    self.path = path
    self.modificationNanoseconds = modificationNanoseconds
    self.body = body
  }
}
