import FileStorage
import MediaCore

/// Files that were told of, by where they lie: lists may name one several times, and a pair's halves far from each
/// other.
///
/// Steps and findings share it. Each file is a number: an archive has very many.
final class ToldFiles {
  private let files: any FileSource
  private var numbers: Set<Int> = []
  /// The folder that was asked for last, as it was named and where it is: lists go on in one folder for long.
  private var latest: (named: String, place: String)?

  init(of files: any FileSource) { self.files = files }

  /// Returns the path of a file with the links to its folder followed. A link is a file of its own.
  func place(of path: String) -> String {
    let folder = FileNames.folder(of: path)
    if latest.map({ !$0.named.utf8.elementsEqual(folder.utf8) }) ?? true {
      latest = (folder, files.place(of: folder)?.path ?? folder)
    }
    return FileNames.path(latest?.place ?? folder, FileNames.name(of: path))
  }

  func contains(_ path: String) -> Bool { numbers.contains(Self.number(of: place(of: path))) }

  /// Notes a file; `false` if it was noted before.
  @discardableResult
  func note(_ path: String) -> Bool { numbers.insert(Self.number(of: place(of: path))).inserted }

  /// Returns a number for a path's bytes: paths that differ only in the composition of their characters are equal as
  /// texts.
  static func number(of path: String) -> Int {
    var hasher = Hasher()
    for byte in path.utf8 { hasher.combine(byte) }
    return hasher.finalize()
  }
}
