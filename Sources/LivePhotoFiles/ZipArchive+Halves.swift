extension ZipArchive {
  /// The stills and movies in an archive, and the raw photos beside them, with the first bytes of each.
  struct Halves {
    typealias Half = (member: Member, start: [UInt8])

    private(set) var stills: [Half] = []
    private(set) var movies: [Half] = []
    private(set) var raws: [Half] = []

    /// Finds them by their first bytes, whatever their names.
    /// - Throws: `CodingError` for one that cannot be unpacked.
    init(of archive: ZipArchive) throws {
      for member in archive.members {
        // Finder's own leftovers have the same extensions.
        let name = FileNames.name(of: member.name)
        guard !name.hasPrefix("."), !member.name.hasPrefix("__MACOSX/"), member.size > 0 else { continue }
        let start = try archive.firstBytes(of: member, count: 64)
        let kind = FileKind(firstBytes: start)
        if kind == .tiff, FileNames.fileExtension(of: name) == "dng" {
          raws.append((member, start))
        } else if kind.isStill {
          stills.append((member, start))
        }
        if kind == .movie { movies.append((member, start)) }
      }
      // Alone it is the still.
      if stills.isEmpty { (stills, raws) = (raws, []) }
    }

    /// Indicates whether the halves are one Live Photo.
    var isPair: Bool { stills.count == 1 && movies.count == 1 }
  }
}
