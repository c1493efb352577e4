import FileStorage

/// A file that iCloud leaves in a folder of a Mac in place of one that is not downloaded: `.IMG_1234.MOV.icloud`, a
/// property list of a few hundred bytes.
struct CloudPlaceholder {
  /// The path of the placeholder.
  let path: String
  /// The sentence for people: what is missing, whose half it is, and what to do.
  let problem: String

  /// The placeholders of pictures and movies in a folder that was looked into, sorted. No file is opened.
  static func all(in folder: FolderWalk.Folder, of files: any FileSource) -> [CloudPlaceholder] {
    // The walk counts such names only. That the folder can be listed is known.
    guard folder.hiddenCount > 0, let names = try? files.names(in: folder.path) else { return [] }
    let placeholders = names.compactMap { name in original(of: name).map { (name: name, original: $0) } }
    guard !placeholders.isEmpty else { return [] }
    let present = Dictionary(grouping: folder.entries.map(\.path)) { PairFinder.key(of: $0) }
    return placeholders.sorted { $0.name < $1.name }.map { name, original in
      let promise = FileKind.promise(of: original)
      let others = present[PairFinder.key(of: FileNames.path(folder.path, original))] ?? []
      let half = others.first { other in FileKind.promise(of: other).map { $0 != promise } ?? false }
      let whose = half.map { ", the other half of \(FileNames.name(of: $0)) by its name," } ?? ""
      return CloudPlaceholder(
        path: FileNames.path(folder.path, name),
        problem: "\(original)\(whose) is still in iCloud, and this stands in its place. Download it on the Mac, by "
          + "Download Now in the Finder or 'brctl download', and copy the folder again.")
    }
  }

  private static let mark = ".icloud"

  /// Returns the name of the picture or movie that a placeholder is of by its name; `nil` for other names.
  private static func original(of name: String) -> String? {
    guard name.utf8.first == UInt8(ascii: "."), name.utf8.count > mark.utf8.count + 1, name.hasSuffix(mark) else {
      return nil
    }
    let original = String(name.unicodeScalars.dropFirst().dropLast(mark.unicodeScalars.count))
    return FileKind.isMediaName(original) ? original : nil
  }
}
