import ByteCoding
import FileStorage

/// Holds a library's rows, files and hashes against each other.
public struct LibraryCheck: Sendable {
  /// How much is looked at.
  public enum Effort: Sendable, Hashable {
    /// Whether each file is there with its length.
    case sizes
    /// All bytes of all files.
    case hashes
  }

  /// Something that is not as it should be.
  public struct Finding: Sendable, Hashable {
    /// The kinds of findings.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A file of an asset is not there.
      case missingFile
      /// A file of an asset is not what was added: its length or hash differs.
      case damagedFile
      /// A file was added before hashes were kept, and has none to be held against.
      case unhashedFile
      /// A file belongs to no asset.
      case orphanedFile
      /// An asset has no files at all.
      case emptyAsset
      /// The database's own structure is damaged.
      case damagedDatabase
    }

    /// What is wrong.
    public let kind: Kind
    /// The file's path, or what else it is about.
    public let subject: String
    /// The asset's local identifier; `nil` where there is none.
    public let asset: String?
    /// What was found, in a sentence.
    public let message: String
    /// What was done about it; `nil` when nothing was.
    public internal(set) var repair: String?
  }

  /// What was looked at.
  public struct Report: Sendable, Hashable {
    /// How many files of assets were looked at.
    public internal(set) var fileCount = 0
    /// How many bytes were read.
    public internal(set) var byteCount: Int64 = 0
    /// What is wrong.
    public internal(set) var findings: [Finding] = []

    /// Whether nothing is wrong, or all of it has been repaired.
    public var isClean: Bool { findings.allSatisfy { $0.repair != nil } }
  }

  private let library: PhotoLibrary
  private let effort: Effort
  private let repairs: Bool
  private var report = Report()
  private var folder: LibraryFolder { library.folder }

  /// A check of a library. Repairs keep every byte: a file of no asset goes to the folder `recovered`, a damaged one stays
  /// where it is, and its asset's ``Asset/remark`` tells of it.
  public init(of library: PhotoLibrary, effort: Effort = .hashes, repairs: Bool = false) {
    (self.library, self.effort, self.repairs) = (library, effort, repairs)
  }

  /// Looks at everything. `progress` gets the fraction of files that have been looked at, and may throw to end the check.
  /// - Throws: ``PhotosError`` when the library cannot be read or changed; what `progress` throws.
  public mutating func run(progress: (Double) throws -> Void = { _ in }) throws -> Report {
    report = Report()
    // Whatever is told of another library's objects would be wrong.
    try library.originals.checkStore()
    for text in try library.catalog.integrityFindings() {
      note(.init(kind: .damagedDatabase, subject: library.path, asset: nil, message: text))
    }
    // Files before rows: what a living process adds meanwhile has rows by then, or a mark.
    let files = storedFiles()
    let marked = markedFiles()
    let total = try library.read { try $0.integer("SELECT count(*) FROM resource") } ?? 0
    var known: Set<String> = []
    var last: Int64 = 0
    while true {
      let page = try resources(after: last)
      guard let end = page.last?.id else { break }
      last = end
      for resource in page {
        known.insert(resource.fileName)
        try look(at: resource)
        try progress(Double(report.fileCount) / Double(max(1, total)))
      }
    }
    for (name, path) in files where !known.contains(name) && !marked.contains(name) { orphan(name, path) }
    try findEmptyAssets()
    return report
  }

  private mutating func note(_ finding: Finding) { report.findings.append(finding) }

  // MARK: What is there

  private func storedFiles() -> [(name: String, path: String)] {
    folder.names(in: folder.resources).flatMap { part in
      folder.names(in: folder.resources + "/" + part).map { ($0, folder.resources + "/" + part + "/" + $0) }
    }
  }

  private func markedFiles() -> Set<String> {
    let incoming = folder.path + "/incoming"
    return Set(folder.names(in: incoming).flatMap { folder.names(in: incoming + "/" + $0) })
  }

  private struct Row {
    let id: Int64
    let assetID: Int64
    let type: Int
    let fileName: String
    let originalFilename: String
    let byteCount: Int64
    let sha256: String?
    let asset: String
  }

  private func resources(after last: Int64) throws -> [Row] {
    try library.read { db in
      try db.rows(
        of: """
          SELECT resource.id, resource.assetID, resource.type, resource.fileName, resource.originalFilename,
            resource.byteCount, resource.sha256, asset.localIdentifier
          FROM resource JOIN asset ON asset.id = resource.assetID WHERE resource.id > \(last)
          ORDER BY resource.id LIMIT 500
          """
      ) { row in
        Row(
          id: try row.integer(0), assetID: try row.integer(1), type: Int(clamping: try row.integer(2)),
          fileName: try row.text(3), originalFilename: try row.text(4), byteCount: try row.integer(5),
          sha256: try row.optionalText(6), asset: try row.text(7))
      }
    }
  }

  private mutating func look(at row: Row) throws {
    report.fileCount += 1
    guard let path = folder.path(of: row.fileName), let found = folder.files.attributes(of: path), found.isRegular
    else {
      try requireStore(folder.path(of: row.fileName))
      if let store = library.spool?.store.name {
        // Nothing tells which of the two it is: it is left as it is.
        return note(
          .init(
            kind: .missingFile, subject: folder.path(of: row.fileName) ?? row.fileName, asset: row.asset,
            message:
              "\(row.originalFilename) is neither here nor in \(store). Another machine has not sent it yet: run "
              + "'livecam library upload' there. Otherwise it is lost: restore it from a backup."))
      }
      return try damage(row, .missingFile, "\(row.originalFilename) is not there. Restore it from a backup.")
    }
    guard Int64(found.size) == row.byteCount else {
      return try damage(
        row, .damagedFile,
        "\(row.originalFilename) has \(found.size) bytes and had \(row.byteCount). Restore it from a backup.")
    }
    guard effort == .hashes else { return }
    let hash: String
    do { hash = try self.hash(path) } catch {
      if (error as? FileStoreError)?.code == .unreachable { throw PhotosError(of: error, context: row.fileName) }
      return try damage(row, .damagedFile, "\(row.originalFilename) cannot be read: \(error)")
    }
    report.byteCount += row.byteCount
    guard let wanted = row.sha256 else { return try addHash(hash, row) }
    if hash != wanted {
      try damage(
        row, .damagedFile, "\(row.originalFilename) has other bytes than it had (SHA-256). Restore it from a backup.")
    }
  }

  /// Ends the check when a file seems to be missing because its store is away: nothing is known of it then.
  private func requireStore(_ path: String?) throws(PhotosError) {
    guard let path else { return }
    do throws(FileStoreError) { _ = try folder.files.open(path) } catch {
      guard error.code == .notFound else { throw PhotosError(of: error, context: path) }
    }
  }

  private func hash(_ path: String) throws -> String {
    var hash = SHA256()
    try ByteRope(folder.files.open(path)).write { hash.update($0) }
    return hash.finish()
  }

  // MARK: Repairs

  private mutating func addHash(_ hash: String, _ row: Row) throws {
    var finding = Finding(
      kind: .unhashedFile, subject: folder.path(of: row.fileName) ?? row.fileName, asset: row.asset,
      message: "\(row.originalFilename) was added before hashes were kept.")
    if repairs {
      _ = try library.catalog.write(token: nil) {
        try $0.execute("UPDATE resource SET sha256 = \(hash) WHERE id = \(row.id)")
      }
      finding.repair = "Its present hash was noted."
    }
    note(finding)
  }

  private mutating func damage(_ row: Row, _ kind: Finding.Kind, _ message: String) throws {
    var finding = Finding(
      kind: kind, subject: folder.path(of: row.fileName) ?? row.fileName, asset: row.asset, message: message)
    if repairs {
      // An edited form can be made anew; an original cannot, and its row says what was lost.
      let isEdit = ResourceType(rawValue: row.type)?.isEdit == true
      try library.catalog.write(token: nil) { db in
        if isEdit { try db.execute("DELETE FROM resource WHERE id = \(row.id)") }
        try db.execute("UPDATE asset SET remark = \(message) WHERE id = \(row.assetID) AND \(isEdit) = 0")
      }
      finding.repair = isEdit ? "The asset shows its original again." : "The asset's remark tells of it."
    }
    note(finding)
  }

  private mutating func orphan(_ name: String, _ path: String) {
    var finding = Finding(
      kind: .orphanedFile, subject: path, asset: nil, message: "\(name) belongs to no asset.")
    if repairs {
      let recovered = folder.path + "/recovered"
      do throws(FileStoreError) {
        try folder.files.makeFolder(recovered)
        try folder.files.rename(path, to: recovered + "/" + name)
        finding.repair = "It was moved to \(recovered)/\(name)."
      } catch {
        // It stays a finding without a repair.
      }
    }
    note(finding)
  }

  private mutating func findEmptyAssets() throws {
    let empty = try library.read { db in
      try db.rows(
        of: "SELECT localIdentifier FROM asset WHERE id NOT IN (SELECT assetID FROM resource) ORDER BY id"
      ) { try $0.text(0) }
    }
    for identifier in empty {
      var finding = Finding(
        kind: .emptyAsset, subject: identifier, asset: identifier, message: "The asset has no files at all.")
      if repairs {
        _ = try library.catalog.write(token: nil) {
          try $0.execute("DELETE FROM asset WHERE localIdentifier = \(identifier)")
        }
        finding.repair = "The asset was deleted."
      }
      note(finding)
    }
  }
}
