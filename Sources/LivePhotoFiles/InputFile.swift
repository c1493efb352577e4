import ByteCoding
import FileStorage

/// A file that was named to an operation.
struct InputFile {
  let path: String
  let bytes: FileBytes
  /// What it is by its first bytes.
  let kind: FileKind

  /// Opens a file and looks at its first bytes.
  /// - Throws: ``LivePhotoError`` with `.unreadable`.
  init(_ path: String) throws(LivePhotoError) {
    self.path = path
    do { bytes = try FileBytes(path) } catch {
      throw LivePhotoError(.unreadable, file: path, message: "\(error.message).")
    }
    do { kind = try FileKind(of: bytes) } catch {
      throw LivePhotoError(.unreadable, file: path, message: "It cannot be read; try again.", underlying: error)
    }
  }

  /// Whether the name's extension is that of the contents.
  var hasFittingExtension: Bool {
    kind.extensions.contains(FileNames.fileExtension(of: path)) || kind.extensions.isEmpty
  }
}
