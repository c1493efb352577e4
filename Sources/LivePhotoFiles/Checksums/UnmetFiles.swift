import SystemCalls

/// The files that a list of checksums names, and that a run has not met: those below the folders that it has gone
/// through, one after another, and the number of all others.
struct UnmetFiles {
  /// Files that do not lie below the folders.
  private(set) var elsewhere = 0
  private let list: ChecksumList
  private var lines: SourceLines
  /// Whether the file of a line was met, by the place of the file's first line among all.
  private var isMet: [Bool]
  /// The folders as they were named, by the numbers of their paths.
  private var folders: [Int: String] = [:]
  private var goesDeeper = true

  init(of list: ChecksumList) {
    self.list = list
    lines = list.lines
    isMet = Array(repeating: false, count: list.count)
  }

  /// Notes that a file was met.
  mutating func meet(_ path: String) { meet(list.whole.form(of: path.systemBytes)) }

  @discardableResult
  private mutating func meet(_ form: [UInt8]) -> Bool {
    guard let place = list.indices(of: form).first, !isMet[place] else { return false }
    isMet[place] = true
    return true
  }

  /// Looks for files below folders, or only for those that lie in them.
  mutating func enter(_ folders: [String], goesDeeper: Bool) {
    self.goesDeeper = goesDeeper
    for folder in folders { self.folders[WholePath.number(of: list.whole.form(of: folder.systemBytes)[...])] = folder }
  }

  /// The path of the next file, beginning with that of its folder; `nil` at the end.
  /// - Throws: ``LivePhotoError`` if the list can no longer be read; `CancellationError`.
  mutating func next() throws -> String? {
    while let (line, _) = try ChecksumList.next(in: &lines) {
      try Task.checkCancellation()
      let form = list.whole.form(of: line.name)
      guard meet(form) else { continue }
      if let path = path(of: form) { return path }
      elsewhere += 1
    }
    return nil
  }

  /// Returns the path that a walk through the folders would have for a file; `nil` for one that lies in none of them.
  private func path(of form: [UInt8]) -> String? {
    var end = form.endIndex
    while let slash = form[..<end].lastIndex(of: UInt8(ascii: "/")) {
      end = slash
      if let folder = folders[WholePath.number(of: form[..<slash])] {
        let name = String(systemPath: form[(slash + 1)...])
        return folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
      }
      // Bundles belong to the folder that they lie in.
      if !goesDeeper, !PairFolder.hasName(String(systemPath: form[..<slash])) { return nil }
    }
    return nil
  }
}
