import ByteCoding
import FileStorage
import MediaCore

struct InputFile {
  let path: String
  let bytes: any ByteSource
  /// The time when the file was last changed, in nanoseconds since 1970 UTC.
  let modified: Int64
  let kind: FileKind

  /// Opens a file and looks at its first bytes.
  /// - Throws: ``LivePhotoError`` with `.unreadable`, or `.empty`.
  init(_ path: String, of files: any FileSource) throws(LivePhotoError) {
    let file: FileBytes
    do { file = try files.open(path) } catch {
      throw LivePhotoError(.unreadable, context: path, message: "\(error.message).", underlying: error)
    }
    guard file.count > 0 else {
      throw LivePhotoError(.empty, context: path, message: "The file is empty: it has 0 bytes. Get another copy.")
    }
    try self.init(path, file, modified: file.modificationNanoseconds)
  }

  /// Looks at the first bytes of a file that is open, or about to be written.
  /// - Throws: ``LivePhotoError`` with `.unreadable`.
  init(_ path: String, _ bytes: some ByteSource, modified: Int64) throws(LivePhotoError) {
    (self.path, self.bytes, self.modified) = (path, bytes, modified)
    do { kind = try FileKind(of: bytes) } catch {
      throw LivePhotoError(.unreadable, context: path, message: "It cannot be read; try again.", underlying: error)
    }
  }
}
