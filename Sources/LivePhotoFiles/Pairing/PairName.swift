/// The parts of a file's name that identify the shot that it belongs to, without the marks that programs add.
struct PairName: Hashable {
  /// The degree of likeness of two names.
  enum Likeness: Int, Comparable {
    case none, loose, exact

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  /// Folder and stem in lower case, without what is always added to a movie or the still of a Motion Photo.
  let exact: String
  /// The same without numbers of copies and marks of edits, and as long as exports leave names.
  let loose: String
  /// Indicates whether the name is that of an edited version.
  let isEdited: Bool
  /// Indicates whether the name has the number of a copy.
  let isNumbered: Bool

  /// Exports cut names to 46 letters and more, of which extensions are a part.
  private static let longest = 42

  init(_ path: String) {
    let folder = FileNames.folder(of: path)
    let stem = Self.withoutKind(FileNames.stem(of: path).lowercased())
    var core = stem
    var (isEdited, isNumbered) = (false, false)
    // Programs add to what others have added: a handful of rounds takes all of it away.
    for _ in 0..<6 {
      let before = core
      core = Self.withoutNumber(core)
      if core != before { isNumbered = true }
      if let original = Self.withoutEdit(core) { (core, isEdited) = (original, true) }
      core = Self.withoutKind(core)
      if core == before { break }
    }
    exact = folder + "/" + stem
    // Most are what they were, and share the memory.
    let cut = core.prefix(Self.longest)
    loose = cut == stem ? exact : folder + "/" + cut
    (self.isEdited, self.isNumbered) = (isEdited, isNumbered)
  }

  func likeness(to other: PairName) -> Likeness {
    exact == other.exact ? .exact : loose == other.loose ? .loose : .none
  }

  /// A stem without the mark of an edit in any of the languages of exports; `nil` if it has none.
  static func withoutEdit(_ stem: String) -> String? {
    original(ofEdited: stem) ?? original(of: stem, without: versionMarks)
  }

  /// The stem of the original of an edited version in any of the languages of exports; `nil` if it is none.
  static func original(ofEdited stem: String) -> String? {
    // Phones write IMG_E1234 for an edited IMG_1234.
    original(of: stem, without: editMarks) ?? original(of: stem, lettered: "img_e")
  }

  /// The stem of the photo that words on its original are of: IMG_O1234 for IMG_1234.
  static func original(ofWords stem: String) -> String? { original(of: stem, lettered: "img_o") }

  private static func original(of stem: String, without marks: [String]) -> String? {
    let lower = stem.lowercased()
    return marks.first { lower.hasSuffix($0) && lower.count > $0.count }.map { String(stem.dropLast($0.count)) }
  }

  private static func original(of stem: String, lettered start: String) -> String? {
    let lower = stem.lowercased()
    guard lower.hasPrefix(start), lower.count > 5, lower.dropFirst(5).prefix(4).allSatisfy(\.isNumber) else {
      return nil
    }
    return String(stem.prefix(4)) + stem.dropFirst(5)
  }

  private static let editMarks = [
    "-edited", "_edited", "-bearbeitet", "-modifié", "-editado", "-ha editado", "-modificato", "-bewerkt", "-edytowane",
    "-düzenlendi", "-redigerad", "-redigeret", "-redigert", "-muokattu", "-измененный", "-編集済み", "-已修改", "-편집됨",
    "-adjusted", "_adjusted",
  ]

  /// The marks at the end of the names of other versions, which may be the originals of the files without a mark.
  private static let versionMarks = ["-original", "_original"]

  /// A stem in lower case without what tells a movie or a Motion Photo's still from others.
  private static func withoutKind(_ stem: String) -> String {
    // A library of Photos keeps UUID_3.mov, and exports of its edits UUID_1_201_a.heic with UUID_2_100_a.mov.
    if let match = stem.firstMatch(of: #/(.)_[0-9]_[0-9]{3}_[a-z]$/#) {
      return String(stem[..<match.output.1.endIndex])
    }
    return PairFinder.stem(stem, without: kindMarks)
  }

  private static let kindMarks = PairFinder.movieMarks + [".mp", ".mv", ".cover"]

  /// A stem without the number of a copy: `(1)`, `~2`, ` 2`, ` copy`, or a download's size behind names that all have.
  private static func withoutNumber(_ stem: String) -> String {
    let pattern = #/(.)(?:[\x20]?\([0-9]{1,6}\)|~[0-9]{1,3}|[\x20]copy(?:[\x20][0-9]{1,3})?|[\x20][0-9]{1,2})$/#
    if let match = stem.firstMatch(of: pattern) { return String(stem[..<match.output.1.endIndex]) }
    if let match = stem.wholeMatch(of: #/(.+_hevc|fullsizerender)-[0-9]{4,12}/#) { return String(match.output.1) }
    return stem
  }
}
