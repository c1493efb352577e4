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

  /// Whether a name is that of a picture, a movie or an archive, be it of a kind that is not read.
  static func isMediaName(_ path: String) -> Bool {
    if unfinishedExtensions.contains(FileNames.fileExtension(of: path)) {
      // A movie whose download broke off is still to be told as one.
      let whole = FileNames.stem(of: path)
      return isReadName(whole) || isUnreadName(whole)
    }
    return isReadName(path) || isUnreadName(path) || isArchiveName(path)
  }

  /// Whether a name is that of an archive which is not looked into, or of a picture or movie that was packed by itself.
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

  /// What programs end the names of single files with that they have packed.
  private static let packedExtensions: Set<String> = ["br", "bz2", "gz", "lz", "lz4", "lzma", "xz", "z", "zst"]

  /// What programs end the names of files with that they have not finished, or that are copies.
  private static let unfinishedExtensions: Set<String> = [
    "bak", "crdownload", "download", "opdownload", "part", "partial", "tmp",
  ]

  /// Whether a name promises content of a kind that is known here.
  static func isReadName(_ path: String) -> Bool { readExtensions.contains(FileNames.fileExtension(of: path)) }

  /// Whether a name promises a still, `true`, or a movie, `false`; `nil` where it does neither.
  static func promise(of path: String) -> Bool? {
    let name = FileNames.fileExtension(of: path)
    guard let kind = allCases.first(where: { $0.extensions.contains(name) }), kind.isHalf else { return nil }
    return kind.isStill
  }

  /// Whether files of the kind are pictures or movies.
  var isHalf: Bool { ![.zip, .unknown].contains(self) }

  static func isUnreadName(_ path: String) -> Bool { unreadExtensions.contains(FileNames.fileExtension(of: path)) }
}
