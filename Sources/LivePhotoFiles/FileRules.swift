import MediaCore

/// Checks what can be told without reading the movie: rules 9 to 11, whether the still decodes, and names.
struct FileRules {
  let stillPath: String
  let still: StillFacts
  /// The still's grid, or why there is none.
  let stillGrid: Result<LumaGrid, any Error>
  let moviePath: String

  /// The rules' outcomes.
  var results: [RuleResult] { [stillExtension, movieExtension, exif, makerNote, stillDecodes, names] }

  private var stillExtension: RuleResult {
    let name = FileNames.fileExtension(of: stillPath)
    let fits = still.kind.extensions.contains(name) && [.jpeg, .heic].contains(still.kind)
    return RuleResult(.stillExtension, fits ? .pass : .failure, "\(still.kind.rawValue) named .\(name)")
  }

  private var movieExtension: RuleResult {
    let name = FileNames.fileExtension(of: moviePath)
    return RuleResult(.movieExtension, name == "mov" ? .pass : .failure, "named .\(name)")
  }

  private var exif: RuleResult {
    RuleResult(.exif, still.hasExif ? .pass : .failure, still.hasExif ? "there" : "no Exif that can be read")
  }

  private var makerNote: RuleResult {
    if let problem = still.makerNoteProblem { return RuleResult(.makerNote, .failure, problem) }
    guard let text = still.identifier else { return RuleResult(.makerNote, .failure, "no identifier") }
    guard PairIdentifier(uuidString: text) != nil else {
      return RuleResult(.makerNote, .failure, "'\(text.prefix(64))' is no UUID of 36 characters")
    }
    return RuleResult(.makerNote, .pass, text)
  }

  private var stillDecodes: RuleResult {
    switch stillGrid {
    case .success: return RuleResult(.stillDecodes, .pass, "whole")
    case .failure(let error):
      // Debian's libheif refuses HEICs that phones write and everybody shows.
      let isUnknown = (error as? CodingError)?.code == .unsupported
      let isSure = !isUnknown && [.jpeg, .png, .webp].contains(still.kind)
      let cause = (error as? CodingError)?.underlying ?? error
      return RuleResult(.stillDecodes, isSure ? .failure : .notChecked, "\(cause)")
    }
  }

  private var names: RuleResult {
    let (left, right) = (FileNames.stem(of: stillPath), FileNames.stem(of: moviePath))
    return RuleResult(.names, left == right ? .pass : .warning, "\(left) and \(right)")
  }
}
