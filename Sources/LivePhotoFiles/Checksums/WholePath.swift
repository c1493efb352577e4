/// Paths in the one form in which paths that lead to the same file by the same folders are equal.
struct WholePath {
  private let folder: ArraySlice<UInt8>

  /// A form in which relative paths are those from a folder, whose own path begins at the root and has no links.
  init(from folder: [UInt8]) {
    self.folder = folder == [UInt8(ascii: "/")] ? [] : folder[...]
  }

  /// Returns a path from the root on, without names that lead nowhere else. A `..` behind another name stays: that
  /// name may be a link's.
  func form(of path: some Collection<UInt8>) -> [UInt8] {
    let isRelative = path.first != UInt8(ascii: "/")
    var whole = isRelative ? folder : []
    var isAtStart = isRelative
    for name in path.split(separator: UInt8(ascii: "/")) where !name.elementsEqual(".".utf8) {
      if isAtStart, name.elementsEqual("..".utf8) {
        whole = whole.prefix(upTo: whole.lastIndex(of: UInt8(ascii: "/")) ?? whole.startIndex)
        continue
      }
      isAtStart = false
      whole.append(UInt8(ascii: "/"))
      whole.append(contentsOf: name)
    }
    return Array(whole)
  }

  /// Returns a number that stands for a path in this form, or for the beginning of one.
  static func number(of form: ArraySlice<UInt8>) -> Int {
    var hasher = Hasher()
    form.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
