/// The files of an export that are other forms of files, by their names: `IMG_E1234.HEIC` edited of `IMG_1234.HEIC`,
/// `IMG_1234-edited.jpg` of `IMG_1234.jpg`, `IMG_1234.AAE`, in which phones keep the edits, `IMG_O1234.AAE`, in which
/// they keep what the camera did to the original, and the raw `IMG_1234.DNG`.
///
/// Names alone would join photos of different phones: what tells two dates was taken twice, and stays apart.
struct EditedForms {
  /// The kind of a file, or a pair, that can be a form of another.
  private enum Shape: Int {
    case pair, still, movie, words, originalWords, raw, bundleList
  }

  private struct Name {
    /// Folder and stem in lower case, as the original has them.
    let key: String
    /// 0 for an original; otherwise what is taken first where several are forms of one.
    let rank: Int
  }

  /// Exif cuts dates to whole seconds, and zones that are not told are worth 14 hours.
  private static let (slack, zones) = (2.0, 50_400.0)

  private var tasks: [PairingTask]
  private var shapes: [Shape?]
  private var names: [Name]
  /// Tasks of edited forms by those of their originals.
  private var forms: [Int: [Int]] = [:]
  private var originalOf: [Int: Int] = [:]

  /// Tasks in which each edited form comes behind its original, and knows it; others stay in their order.
  static func ordered(_ tasks: [PairingTask]) -> [PairingTask] {
    var forms = EditedForms(tasks)
    forms.join()
    return tasks.indices.flatMap { index -> [PairingTask] in
      guard forms.originalOf[index] == nil else { return [] }
      return [forms.tasks[index]] + (forms.forms[index] ?? []).map { forms.tasks[$0] }
    }
  }

  private init(_ tasks: [PairingTask]) {
    self.tasks = tasks
    shapes = tasks.map(Self.shape)
    names = tasks.map { Self.name(of: $0.paths[0]) }
    noteRawPhotos()
    noteBundleLists()
  }

  /// Makes the lists of `.pvt` bundles forms of the pairs beside them.
  private mutating func noteBundleLists() {
    let lists = tasks.indices.filter { shapes[$0] == .bundleList }
    guard !lists.isEmpty else { return }
    let pairs = Dictionary(grouping: tasks.indices.filter { shapes[$0] == .pair }) {
      FileNames.folder(of: tasks[$0].paths[0])
    }
    for list in lists {
      guard let pair = pairs[FileNames.folder(of: tasks[list].paths[0])]?.first else { continue }
      names[list] = Name(key: names[pair].key, rank: 4)
    }
  }

  /// Makes raw photos forms of the pictures that cameras make beside them; one without a picture stays an original.
  private mutating func noteRawPhotos() {
    func isRaw(_ index: Int) -> Bool { FileNames.fileExtension(of: tasks[index].paths[0]) == "dng" }
    let pictures = Set(
      tasks.indices.filter { [.pair, .still].contains(shapes[$0]) && names[$0].rank == 0 && !isRaw($0) }.map {
        names[$0].key
      })
    for index in tasks.indices where shapes[index] == .still && names[index].rank == 0 && isRaw(index) {
      guard pictures.contains(names[index].key) else { continue }
      (shapes[index], names[index]) = (.raw, Name(key: names[index].key, rank: 1))
    }
  }

  private static func shape(of task: PairingTask) -> Shape? {
    let file = task.decision.files[0]
    switch task.decision.kind {
    case .pair, .motionPhoto: return .pair
    case .copy, .broken: return nil
    case .kept, .doubt: break
    }
    switch file.role {
    case .still: return .still
    case .movie: return .movie
    case .other where FileNames.isBundleList(file.path): return .bundleList
    case .other where FileNames.isDescriptionOfOriginal(file.path): return .originalWords
    case .other where FileNames.fileExtension(of: file.path) == "aae": return .words
    case .other where file.innerVideo != nil: return .pair
    case .other where file.kind.isStill || ["dng", "tif", "tiff"].contains(FileNames.fileExtension(of: file.path)):
      return .still
    case .other, .sidecar, .broken: return nil
    }
  }

  private static func name(of path: String) -> Name {
    // A copy's number stays: the edited form of IMG_1(2).jpg is IMG_1-edited(2).jpg.
    let (stem, number) = TakeoutNames.split(FileNames.stem(of: path).lowercased())
    let isWords = FileNames.fileExtension(of: path) == "aae"
    func name(_ stem: String, _ rank: Int) -> Name {
      Name(key: "\(FileNames.folder(of: path))/\(stem)\(number)", rank: rank)
    }
    if let original = PairName.original(ofEdited: stem) { return name(original, 2) }
    if isWords, let original = PairName.original(ofWords: stem) { return name(original, 3) }
    return name(stem, isWords ? 1 : 0)
  }

  private mutating func join() {
    let originals = Dictionary(grouping: tasks.indices.filter { shapes[$0] != nil && names[$0].rank == 0 }) {
      names[$0].key
    }
    let edits = tasks.indices.filter { shapes[$0] != nil && names[$0].rank > 0 }.sorted { one, other in
      if names[one].rank != names[other].rank { return names[one].rank < names[other].rank }
      return (shapes[one]?.rawValue ?? 0, one) < (shapes[other]?.rawValue ?? 0, other)
    }
    // Of each form there is one: others are assets of their own.
    var taken: [Int: Set<Shape>] = [:]
    for edit in edits {
      guard let shape = shapes[edit] else { continue }
      let fitting = (originals[names[edit].key] ?? []).filter { original in
        fits(edit, shape, to: original) && taken[original, default: []].isDisjoint(with: Self.parts(of: shape))
      }
      guard let original = fitting.min(by: { rank($0, for: edit) < rank($1, for: edit) }) else { continue }
      guard areOfOneTime(edit, original) else {
        tasks[edit].decision.reason +=
          "; named as a form of \(FileNames.name(of: tasks[original].paths[0])), and taken at another time"
        continue
      }
      taken[original, default: []].formUnion(Self.parts(of: shape))
      tasks[edit].editOf = tasks[original].paths[0]
      originalOf[edit] = original
      forms[original, default: []].append(edit)
    }
  }

  private static func parts(of shape: Shape) -> Set<Shape> { shape == .pair ? [.still, .movie] : [shape] }

  /// Tells whether a file that is named as an edited form can be one of that original.
  private func fits(_ edit: Int, _ shape: Shape, to original: Int) -> Bool {
    let files = tasks[edit].decision.files
    switch (shape, shapes[original]) {
    case (.words, .pair), (.words, .still), (.words, .movie), (.originalWords, .pair), (.originalWords, .still),
      (.originalWords, .movie), (.still, .still), (.still, .pair), (.movie, .movie), (.raw, .still), (.raw, .pair),
      (.bundleList, .pair):
      return true
    // A Motion Photo would have to be taken apart first.
    case (.pair, .pair): return files.count == 2 && tasks[edit].decision.kind == .pair
    // It plays behind the original's still, which must be its own.
    case (.movie, .pair):
      return files[0].identifier != nil && files[0].identifier == tasks[original].decision.files[0].identifier
    default: return false
    }
  }

  /// Returns the rank of an original among several of one name, the lowest of which is meant: first those of the same
  /// kind of file, then Live Photos.
  private func rank(_ original: Int, for edit: Int) -> (Int, Int, Int) {
    func suffix(_ index: Int) -> String { FileNames.fileExtension(of: tasks[index].paths[0]) }
    return (suffix(original) == suffix(edit) ? 0 : 1, shapes[original]?.rawValue ?? 0, original)
  }

  private func areOfOneTime(_ one: Int, _ other: Int) -> Bool {
    let moments = [one, other].map { index in
      // What tells no date of its own is taken at its name's word.
      let file = tasks[index].decision.files[0]
      return file.role == .movie ? file.recorded?.begin : file.taken
    }
    guard let first = moments[0], let second = moments[1] else { return true }
    let distance = abs(first.seconds - second.seconds)
    return distance <= Self.slack + (first.isUTC == second.isUTC ? 0 : Self.zones)
  }
}
