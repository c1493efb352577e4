package import FileStorage
import LivePhotoFiles
import PhotoLibrary

/// Folders that files of a library are written or linked into.
package enum OutsideFolder {
  /// Makes sure that a folder, which need not be there yet, is none of the library's own.
  /// - Throws: `PhotosError` for the library's folder, and whatever lies in it by any path.
  static func check(_ path: String, outside library: PhotoLibrary, _ files: any FileSource) throws(PhotosError) {
    guard let own = files.place(of: library.path) else { return }
    let lies = ancestry(of: path, in: files).contains { ancestor in
      files.place(of: ancestor).map { $0.device == own.device && $0.inode == own.inode } ?? false
    }
    guard !lies else {
      throw PhotosError(
        .internalError, context: path,
        message: "This folder is the library's own, or lies in it. Name one outside of \(library.path).")
    }
  }

  /// Returns the folders that a path leads through, without links, from the first one that is there up to the root.
  package static func ancestry(of path: String, in files: any FileSource) -> [String] {
    var known = path
    while files.place(of: known) == nil, FileNames.folder(of: known) != known { known = FileNames.folder(of: known) }
    guard let place = files.place(of: known)?.path else { return [] }
    var folders = [place]
    while let last = folders.last, case let next = FileNames.folder(of: last), next != last { folders.append(next) }
    return folders
  }
}
