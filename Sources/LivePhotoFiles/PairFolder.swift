import ByteCoding
import FileStorage
import MediaCore
import StillCoding

/// The folder form of a Live Photo, `NAME.pvt`.
package enum PairFolder {
  /// Tells whether a path has the name of such a folder.
  package static func hasName(_ path: String) -> Bool { FileNames.fileExtension(of: path) == "pvt" }

  /// The still and the movie in the folder, or `nil` when it is none that can be read. Its list of properties says
  /// nothing.
  static func members(of path: String, in files: any FileSource) -> [String]? {
    // What is no folder, or cannot be listed, is opened, which says why.
    hasName(path) ? try? members(in: path, of: files) : nil
  }

  static func members(in folder: String, of files: any FileSource) throws(FileStoreError) -> [String] {
    try files.names(in: folder).filter { !$0.hasPrefix(".") && FileNames.fileExtension(of: $0) != "plist" }.sorted()
      .map { FileNames.path(folder, $0) }
      .filter { (try? files.kind(of: $0)) == .file }  // folders, and links to nowhere, are no members
  }

  /// No list of a bundle is larger.
  private static let longestList = 1 << 20

  /// The lists of properties in the folder that are none, and why.
  static func brokenLists(
    in folder: String, of files: any FileSource
  ) throws(FileStoreError) -> [(path: String, why: String)] {
    let lists = try files.names(in: folder).filter {
      !$0.hasPrefix(".") && FileNames.fileExtension(of: $0) == "plist"
    }
    return lists.sorted().map { FileNames.path(folder, $0) }.compactMap { path in
      // Folders of such a name are told of as folders.
      guard (try? files.kind(of: path)) == .file else { return nil }
      do {
        let file = try files.open(path)
        let bytes = try file.bytes(0..<min(longestList, file.count))
        guard PropertyListLocation.isPropertyList(bytes) else {
          return (path, "It is no property list, as a bundle's is. Get another copy of the bundle.")
        }
        _ = try PropertyListLocation.tellsPlace(bytes, kind: "com.apple.quicktime.metadata")
      } catch let error as CodingError {
        // Of lists that tell what is not known here nothing is said.
        return error.code == .malformed ? (path, "\(error.message). Get another copy of the bundle.") : nil
      } catch {
        // Whatever the disk says, a second look may find it gone.
        return (path, "It cannot be read; try again.")
      }
      return nil
    }
  }
}
