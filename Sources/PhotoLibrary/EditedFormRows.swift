/// The resources of an asset in the database, and what its other forms are to those of an asset that is to be added.
struct EditedFormRows {
  struct Row {
    let id: Int64
    let type: ResourceType
    let fileName: String
    let originalFilename: String
    let sha256: String?
  }

  /// What an asset is to another with the same original files.
  enum Fit {
    /// It has the other's edited forms and raw photo, or that has none.
    case hasEdits
    /// It can have the other's forms besides what it has.
    case hasRoom
    /// It has edited forms of another program, or a raw photo, and they are not the other's.
    case hasOtherEdits
  }

  private let rows: [Row]

  init(of asset: Int64, in db: any CatalogConnection) throws {
    rows = try db.rows(
      of: "SELECT id, type, fileName, originalFilename, sha256 FROM resource WHERE assetID = \(asset) ORDER BY id"
    ) { row -> Row? in
      guard let type = ResourceType(rawValue: Int(clamping: try row.integer(1))) else { return nil }
      return Row(
        id: try row.integer(0), type: type, fileName: try row.text(2), originalFilename: try row.text(3),
        sha256: try row.optionalText(4))
    }.compactMap { $0 }
  }

  var types: [ResourceType] { rows.map(\.type) }

  var hashes: Set<String> { Set(rows.compactMap(\.sha256)) }

  /// The edited forms that are shown, with the data that describes them.
  var edits: [Row] { rows.filter(\.type.isEdit) }

  /// The edited forms that came with the asset and are not shown.
  var setAside: [Row] { rows.filter { $0.type.shownAgain != nil } }

  /// Indicates whether the forms that are shown came with the asset: the library describes each edit of its own, and
  /// phones do so in files of their own kind.
  var cameWithAsset: Bool {
    !edits.isEmpty
      && Self.areOfOtherProgram(describedBy: edits.first { $0.type == .adjustmentData }?.originalFilename)
  }

  static func areOfOtherProgram(describedBy name: String?) -> Bool {
    name.map { $0.lowercased().hasSuffix(".aae") } ?? true
  }

  /// Returns what the asset is to another with the same original files, whose other forms are `forms`, each with the
  /// hashes of its files. An asset that has some of these forms, and no others, has room for the rest. `besides` are
  /// resources that it is to have by then.
  func fit(_ forms: [ResourceType: Set<String>], besides: [ResourceType] = [], canBeChanged: Bool) -> Fit {
    let lacking = lacking(forms)
    if lacking.isEmpty { return .hasEdits }
    let given = forms.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    let ofOthers = setAside + (cameWithAsset ? edits : [])
    let hasRoom = !lacking.contains(where: \.isEdit) || ofOthers.allSatisfy { $0.sha256.map(given.contains) ?? false }
    let types = lacking.map { isShowingOwn ? $0.setAside ?? $0 : $0 }
    return canBeChanged && hasRoom && ResourceType.isAsset(self.types + besides + types)
      ? .hasRoom : .hasOtherEdits
  }

  /// Returns the types of those forms that the asset lacks. A form of which it has the file as it came, and no longer
  /// what was made of that to be shown, is one of them. Of lists and records of the original the first stays.
  func lacking(_ forms: [ResourceType: Set<String>]) -> Set<ResourceType> {
    let known = hashes
    return Set(
      forms.filter { type, hashes in
        if type.isDescription, type.accompaniesOriginal { return !types.contains(type) }
        return hashes.isDisjoint(with: known) || type.isEdit && !isShowingOwn && !edits.contains { $0.type == type }
      }.keys)
  }

  /// Indicates whether forms of another program are to be set aside: an edit of the library's is shown, or a revert has
  /// brought the original back.
  var isShowingOwn: Bool { !cameWithAsset && !(edits.isEmpty && setAside.isEmpty) }
}

extension [AssetResource] {
  /// The edited forms of another program that came with the asset, with the data that describes them, shown or not.
  package var editedFormsThatCame: [AssetResource] {
    let setAside = filter { $0.type.shownAgain != nil }
    let edits = filter { $0.type.isEdit && $0.type.setAside != nil }
    let words = edits.first { $0.type == .adjustmentData }?.originalFilename
    guard EditedFormRows.areOfOtherProgram(describedBy: words) else { return setAside }
    return setAside + edits.filter { edit in !setAside.contains { $0.type == edit.type.setAside } }
  }
}
