extension FileKind {
  /// Extensions of pictures and movies of kinds that are not read, in lower case.
  private static let unreadExtensions: Set<String> = [
    "3fr", "arw", "bmp", "cr2", "cr3", "crw", "dcr", "erf", "flv", "heics", "heifs", "insp", "insv", "j2k", "jp2",
    "jxl", "lrv", "mef", "mos", "mrw", "mxf", "nef", "nrw", "ogv", "orf", "pef", "ppm", "psd", "raf", "raw", "rw2",
    "rwl", "sr2", "srf", "srw", "vob", "wmv", "x3f",
    // Also those of other things altogether, such as program text.
    "ts", "mts",
  ]

  private static let readExtensions = Set(allCases.flatMap(\.extensions)).subtracting(unreadExtensions)
    .union(["3gp", "3g2", "avifs", "jfif", "mpo", "pvt"])

  /// Tells whether a name is that of a picture, a movie or an archive, including kinds that are not read.
  static func isMediaName(_ path: String) -> Bool {
    if unfinishedExtensions.contains(FileNames.fileExtension(of: path)) {
      // A movie whose download broke off is still to be told as one.
      let whole = FileNames.stem(of: path)
      return isReadName(whole) || isUnreadName(whole)
    }
    return isReadName(path) || isUnreadName(path) || isArchiveName(path)
  }

  /// Tells whether a name is that of an archive that is not looked into, or of a picture or movie that was compressed
  /// by itself.
  static func isArchiveName(_ path: String) -> Bool {
    let name = FileNames.fileExtension(of: path)
    if archiveExtensions.contains(name) { return true }
    guard packedExtensions.contains(name) else { return false }
    let inner = FileNames.stem(of: path)
    return archiveExtensions.contains(FileNames.fileExtension(of: inner)) || isReadName(inner) || isUnreadName(inner)
  }

  private static let archiveExtensions: Set<String> = [
    "7z", "cpio", "rar", "sit", "sitx", "tar", "taz", "tbz", "tbz2", "tgz", "tlz", "txz", "tzst",
  ]

  /// The extensions that compression programs append to the names of single files.
  private static let packedExtensions: Set<String> = ["br", "bz2", "gz", "lz", "lz4", "lzma", "xz", "z", "zst"]

  /// The extensions that programs append to the names of unfinished files and of copies.
  private static let unfinishedExtensions: Set<String> = [
    "bak", "crdownload", "download", "filepart", "opdownload", "part", "partial", "tmp",
  ]

  /// Tells whether a name's extension belongs to a kind of file that can be read.
  static func isReadName(_ path: String) -> Bool { readExtensions.contains(FileNames.fileExtension(of: path)) }

  /// Returns `true` if a name promises a still, `false` if it promises a movie, and `nil` if it promises neither.
  static func promise(of path: String) -> Bool? {
    let name = FileNames.fileExtension(of: path)
    guard let kind = allCases.first(where: { $0.extensions.contains(name) }), kind.isHalf else { return nil }
    return kind.isStill
  }

  /// Indicates whether files of the kind are pictures or movies.
  var isHalf: Bool { ![.zip, .unknown].contains(self) }

  static func isUnreadName(_ path: String) -> Bool { unreadExtensions.contains(FileNames.fileExtension(of: path)) }
}
