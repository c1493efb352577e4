/// The files below a folder.
package enum FolderTree {
  /// A file or a folder that is left whole.
  package struct Entry: Sendable, Hashable {
    /// Its path, beginning with the folder's own.
    package let path: String
    /// Whether it is a folder that was not entered.
    package let isFolder: Bool

    /// An entry from its parts.
    package init(path: String, isFolder: Bool) {
      self.path = path
      self.isFolder = isFolder
    }
  }

  /// How deep folders are entered, so that links in a circle come to an end.
  private static let maximumDepth = 32

  /// Everything below a folder, sorted by path; names that begin with a dot are left out, links are followed.
  ///
  /// Folders for which `isLeaf` holds, by their path, are listed and not entered.
  /// - Throws: ``FileStoreError`` when the folder itself cannot be read.
  package static func entries(
    in folder: String, of files: any FileSource, isLeaf: (String) -> Bool
  ) throws(FileStoreError) -> [Entry] {
    var entries: [Entry] = []
    var waiting = [(path: folder, depth: 0)]
    while let (path, depth) = waiting.popLast() {
      let names: [String]
      do throws(FileStoreError) { names = try files.names(in: path) } catch {
        // A folder further down may be somebody else's; what can be read is found all the same.
        if depth > 0 { continue }
        throw error
      }
      for name in names where !name.hasPrefix(".") {
        let child = path.hasSuffix("/") ? path + name : path + "/" + name
        guard let kind = try? files.kind(of: child) else { continue }  // a link to nowhere is no file
        switch kind {
        case .file: entries.append(Entry(path: child, isFolder: false))
        case .folder where isLeaf(child): entries.append(Entry(path: child, isFolder: true))
        case .folder where depth < maximumDepth: waiting.append((child, depth + 1))
        default: break
        }
      }
    }
    return entries.sorted { $0.path < $1.path }
  }
}
