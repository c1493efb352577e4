package import FileStorage

extension PhotoLibrary {
  /// Opens the file of a resource.
  /// - Throws: `FileStoreError` with the code `notFound` where there is none, or a link in its place.
  package func open(_ resource: AssetResource) throws(FileStoreError) -> FileBytes {
    try environment.files.openOwn(resource.path)
  }
}

extension FileTree {
  /// Opens a file of a library's own. A link in its place leads to something that the library never took.
  /// - Throws: `FileStoreError` with the code `notFound` where there is none, or a link in its place.
  package func openOwn(_ path: String) throws(FileStoreError) -> FileBytes {
    let file = try open(path)
    // Looked at afterwards: what was opened is what lies there. What lies on no disk has no number.
    guard let found = attributes(of: path), found.isRegular, [found.inode, 0].contains(file.inode) || found.inode == 0
    else {
      throw FileStoreError(
        .notFound, path: path, operation: "open", message: "there is a link in the place of a file; remove it")
    }
    return file
  }
}
