import FileStorage
import LivePhotoFiles
import PhotoLibrary

/// Folders that files of a library are written or linked into.
enum OutsideFolder {
  /// Makes sure that a folder, which need not be there yet, is none of the library's own.
  /// - Throws: `PhotosError` for the library's folder, and whatever lies in it by any path.
  static func check(_ path: String, outside library: PhotoLibrary, _ files: any FileSource) throws(PhotosError) {
    guard let own = files.place(of: library.path) else { return }
    var known = path
    while files.place(of: known) == nil, FileNames.folder(of: known) != known { known = FileNames.folder(of: known) }
    guard var ancestor = files.place(of: known)?.path else { return }
    while true {
      if let place = files.place(of: ancestor), place.device == own.device, place.inode == own.inode {
        throw PhotosError(
          .internalError, context: path,
          message: "This folder is the library's own, or lies in it. Name one outside of \(library.path).")
      }
      let next = FileNames.folder(of: ancestor)
      guard next != ancestor else { return }
      ancestor = next
    }
  }
}
