import ByteCoding
import FileStorage
import MediaCore

struct InputFile {
  let path: String
  let bytes: FileBytes
  let kind: FileKind

  /// Opens a file and looks at its first bytes.
  /// - Throws: ``LivePhotoError`` with `.unreadable`.
  init(_ path: String, of files: any FileSource) throws(LivePhotoError) {
    self.path = path
    do { bytes = try files.open(path) } catch {
      throw LivePhotoError(.unreadable, context: path, message: "\(error.message).", underlying: error)
    }
    do { kind = try FileKind(of: bytes) } catch {
      throw LivePhotoError(.unreadable, context: path, message: "It cannot be read; try again.", underlying: error)
    }
  }

  /// When it was last changed, in nanoseconds since 1970 UTC.
  var modified: Int64 { bytes.modificationNanoseconds }
}
