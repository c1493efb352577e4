import Glibc

/// The names in a folder.
enum FolderListing {
  /// Every name in the folder, in no order; none if it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) { names.append(name(of: entry)) }
    return names
  }

  // An entry is only as long as its name needs: reading the field as the array it is declared as would run past it.
  private static func name(of entry: UnsafePointer<dirent>) -> String {
    let offset = MemoryLayout<dirent>.offset(of: \.d_name)!  // a stored field always has one
    return String(cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
  }
}
