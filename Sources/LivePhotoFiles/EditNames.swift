/// The names of what is made from a Live Photo.
enum EditNames {
  /// `IMG_0001` becomes `IMG_E0001`, as phones name an edited photo; other names get `_edited` at their end.
  static func edited(_ stem: String) -> String {
    let parts = stem.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy({ $0.isASCII && $0.isUppercase }), !parts[1].isEmpty,
      parts[1].allSatisfy({ $0.isASCII && $0.isNumber })
    else { return stem + "_edited" }
    return "\(parts[0])_E\(parts[1])"
  }

  /// The old name with what was done to it: `IMG_0001_loop`, `IMG_0001_sheet`, or as it is.
  static func exported(_ stem: String, effect: MovieEffect?, format: ExportFormat) -> String {
    stem + (effect.map { "_" + $0.rawValue } ?? "") + (format == .sheet ? "_sheet" : "")
  }
}
