package import ByteCoding
import FileStorage
import Hashing

/// Holds a library's rows, files and hashes against each other.
public struct LibraryCheck: Sendable {
  /// The thoroughness of a check.
  public enum Effort: Sendable, Hashable {
    /// The check looks whether each file is there with its length.
    case sizes
    /// All bytes of all files.
    case hashes
    /// The pictures of stills and movies besides, which are decoded: a file may have been damaged before it came.
    case pictures
  }

  /// Something that is not as it should be.
  public struct Finding: Sendable, Hashable {
    /// The kinds of findings.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A file of an asset is not there.
      case missingFile
      /// A file of an asset is not what was added: its length or hash differs.
      case damagedFile
      /// A still or a movie has the bytes that it came with, and they do not make whole pictures.
      case damagedPicture
      /// An original is on this machine alone: the store that is to have it, too, has lost it.
      case unsentFile
      /// A file was added before hashes were kept, and has none to be held against.
      case unhashedFile
      /// A file in the place of an original belongs to no asset.
      case orphanedFile
      /// A file or folder in the library's folder is none of the library's parts.
      case strayFile
      /// An asset has no files at all.
      case emptyAsset
      /// The database's own structure is damaged.
      case damagedDatabase
    }

    /// The kind of problem.
    public let kind: Kind
    /// The file's path, or what else it is about.
    public let subject: String
    /// The asset's local identifier; `nil` where there is none.
    public let asset: String?
    /// The problem, in a sentence or two.
    public let message: String
    /// The repair that was made; `nil` when there was none.
    public internal(set) var repair: String?
    /// A Boolean value that indicates whether something is lost that only a backup brings back.
    public internal(set) var isLoss = false
  }

  /// The outcome of a check.
  public struct Report: Sendable, Hashable {
    /// The number of files of assets that were looked at.
    public internal(set) var fileCount = 0
    /// The number of bytes that were read.
    public internal(set) var byteCount: Int64 = 0
    /// The problems that were found.
    public internal(set) var findings: [Finding] = []

    /// The number of findings of something that only a backup brings back, whatever was repaired.
    public var lossCount: Int { findings.count { $0.isLoss } }

    /// A Boolean value that indicates whether nothing is wrong, or all of it has been repaired and nothing is lost.
    public var isClean: Bool { findings.allSatisfy { $0.repair != nil && !$0.isLoss } }
  }

  /// Files in the library's folder that other modules know to belong to no asset, with a sentence on each.
  package var orphans: [(path: String, message: String)] = []
  /// Decodes a movie, and returns what is wrong with its pictures, in words behind a colon. Only other modules can.
  package var damageOfMovie: @Sendable (_ movie: any ByteSource) throws -> String? = { _ in nil }
  private let library: PhotoLibrary
  private let effort: Effort
  private let repairs: Bool
  private var report = Report()
  /// Files of assets that are lost, in the order in which they were looked at.
  private var losses: [Loss] = []
  private var folder: LibraryFolder { library.folder }

  /// Creates a check of a library. Repairs keep every byte: what belongs to no asset goes to the folder `recovered`,
  /// and so does what is left of an edited form, which its asset is without from then on; a damaged original stays
  /// where it is, and its asset's ``Asset/remark`` tells of it.
  public init(of library: PhotoLibrary, effort: Effort = .hashes, repairs: Bool = false) {
    (self.library, self.effort, self.repairs) = (library, effort, repairs)
  }

  /// Looks at everything. `progress` gets the fraction of files that have been looked at, and may throw to end the
  /// check.
  /// - Throws: ``PhotosError`` when the library cannot be read, or changed where it is to be repaired, 3169 when its
  ///   store cannot be reached; what `progress` throws.
  public mutating func run(progress: (Double) throws -> Void = { _ in }) throws -> Report {
    (report, losses) = (Report(), [])
    if repairs, library.isReadOnly { throw PhotosError.readOnly(library) }
    // Whatever is told of another library's objects would be wrong.
    try library.originals.checkStore()
    do {
      try lookAtAll(progress)
    } catch let error as CatalogError {
      guard error.code == .damaged else { throw PhotosError(of: error, context: library.path) }
      note(damage: "\(error)")
    } catch let error as PhotosError where (error.cause as? CatalogError)?.code == .damaged {
      note(damage: error.message)
    }
    return report
  }

  private mutating func lookAtAll(_ progress: (Double) throws -> Void) throws {
    for text in try library.catalog.integrityFindings() { note(damage: text) }
    // Files before rows: what a living process adds meanwhile has rows by then, or a mark.
    let inventory = try LibraryInventory(of: library)
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
        if !inventory.remote.contains(resource.fileName) { try lookForObject(of: resource) }
        try progress(Double(report.fileCount) / Double(max(1, total)))
      }
    }
    try noteLosses()
    let unknown = inventory.originals.subtracting(known).subtracting(inventory.marks).sorted()
    for name in try FileOwners(in: library).nobodys(among: unknown) {
      guard let path = folder.path(of: name) else { continue }
      // Which of the machines is to remove an object is known there alone.
      let isRemote = library.spool.map { !$0.disk.exists(path) } ?? false
      let advice =
        isRemote ? " Another machine may have to remove it yet: run 'livecam library upload' there first." : ""
      note(.orphanedFile, path, "\(name) belongs to no asset." + advice)
    }
    for orphan in orphans { note(.orphanedFile, orphan.path, orphan.message) }
    for path in inventory.strays { note(.strayFile, path, "\(path) is no part of the library.") }
    try findEmptyAssets()
  }

  private mutating func note(_ finding: Finding) { report.findings.append(finding) }

  private mutating func note(damage text: String) {
    note(Finding(kind: .damagedDatabase, subject: library.path, asset: nil, message: text, isLoss: true))
  }

  // MARK: Files of assets

  private struct Row {
    let id: Int64
    let type: ResourceType?
    let fileName: String
    let originalFilename: String
    let byteCount: Int64
    let sha256: String?
    let asset: String
    let contentType: ContentType?

    /// The file's part of the asset and its name, in words.
    var words: String { (type.map(\.words) ?? "the file") + " " + originalFilename }

    /// What takes the place of a lost record of the library's own edits: without one, another program would seem to
    /// have made what is shown.
    var newRecord: ResourceDraft? {
      guard type == .adjustmentData, !EditedFormRows.areOfOtherProgram(describedBy: originalFilename) else {
        return nil
      }
      var options = AssetResourceCreationOptions()
      options.originalFilename = originalFilename
      return ResourceDraft(
        type: .adjustmentData, source: .data(Array("edits whose record was lost\n".utf8)), options: options)
    }
  }

  private struct Loss {
    let row: Row
    let kind: Finding.Kind
    let what: String
  }

  private func rows(_ condition: SQL) throws -> [Row] {
    try library.read { db in
      try db.rows(
        of: """
          SELECT resource.id, resource.type, resource.fileName, resource.originalFilename, resource.byteCount,
            resource.sha256, asset.localIdentifier, resource.uniformTypeIdentifier
          FROM resource JOIN asset ON asset.id = resource.assetID WHERE \(condition) ORDER BY resource.id LIMIT 500
          """
      ) { row in
        Row(
          id: try row.integer(0), type: ResourceType(rawValue: Int(clamping: try row.integer(1))),
          fileName: try row.text(2), originalFilename: try row.text(3), byteCount: try row.integer(4),
          sha256: try row.optionalText(5), asset: try row.text(6), contentType: ContentType(rawValue: try row.text(7)))
      }
    }
  }

  private func resources(after last: Int64) throws -> [Row] { try rows("resource.id > \(last)") }

  private mutating func look(at row: Row) throws {
    report.fileCount += 1
    guard let path = folder.path(of: row.fileName), let found = try attributes(of: path, row), found.isRegular else {
      guard let store = library.spool?.store.name else {
        return losses.append(Loss(row: row, kind: .missingFile, what: "is not there"))
      }
      guard try isThere(row) else { return }
      // Nothing tells which of the two it is: it is left as it is.
      return note(
        Finding(
          kind: .missingFile, subject: subject(of: row), asset: row.asset,
          message: "\(row.originalFilename) is neither here nor in \(store). Another machine has not sent it yet: run "
            + "'livecam library upload' there. Otherwise it is lost: \(Self.advice)"))
    }
    guard Int64(found.size) == row.byteCount else {
      let what = "has \(found.size) bytes and had \(row.byteCount)"
      return losses.append(Loss(row: row, kind: .damagedFile, what: what))
    }
    guard effort != .sizes else { return }
    let hash: String
    do { hash = try self.hash(path) } catch {
      if (error as? FileStoreError)?.code == .unreachable { throw PhotosError(of: error, context: row.fileName) }
      return losses.append(Loss(row: row, kind: .damagedFile, what: "cannot be read (\(error))"))
    }
    report.byteCount += row.byteCount
    if row.sha256 == nil { try addHash(hash, row) }
    guard hash != row.sha256 ?? hash else { return try lookAtPicture(of: row, path) }
    losses.append(Loss(row: row, kind: .damagedFile, what: "has other bytes than it had (SHA-256)"))
  }

  /// Tells of an original that is here, and that the store has lost.
  private mutating func lookForObject(of row: Row) throws {
    guard let spool = library.spool, let path = folder.path(of: row.fileName), spool.disk.exists(path),
      !spool.isWaiting(row.fileName),
      // Sent by another process meanwhile.
      try fileAccess(spool.store.name, { try spool.store.size(of: spool.key(of: row.fileName)) }) == nil,
      !losses.contains(where: { $0.row.id == row.id })
    else { return }
    var finding = Finding(
      kind: .unsentFile, subject: path, asset: row.asset,
      message: "\(row.words) is here, and \(spool.store.name) does not have it any more.".capitalizedBeginning
        + (repairs ? "" : " 'livecam library check --repair' sends it once more."))
    if repairs {
      try fileAccess(path) {
        try spool.note(row.fileName, at: path)
        try spool.sync()
      }
      finding.repair = "It is sent once more."
    }
    note(finding)
  }

  /// Returns the attributes of an original, here or in the store; `nil` when it is in neither.
  /// - Throws: ``PhotosError`` when the store cannot be reached: nothing is known of the file then.
  private func attributes(of path: String, _ row: Row) throws(PhotosError) -> FileAttributes? {
    guard let spool = library.spool else { return folder.files.attributes(of: path) }
    if let found = spool.disk.attributes(of: path) { return found }
    return try fileAccess(spool.store.name) {
      try spool.store.size(of: spool.key(of: row.fileName)).map { FileAttributes(remoteFileOf: $0) }
    }
  }

  /// Returns whether the asset still has the file: somebody may have deleted it, or reverted an edit.
  private func isThere(_ row: Row) throws -> Bool {
    try !FileOwners(in: library).ofAssets(among: [row.fileName]).isEmpty
  }

  private func subject(of row: Row) -> String { folder.path(of: row.fileName) ?? row.fileName }

  private func hash(_ path: String) throws -> String {
    var hash = SHA256()
    try ByteRope(folder.files.open(path)).write { hash.update($0) }
    return hash.finish()
  }

  private mutating func addHash(_ hash: String, _ row: Row) throws {
    var finding = Finding(
      kind: .unhashedFile, subject: subject(of: row), asset: row.asset,
      message: "\(row.originalFilename) was added before hashes were kept.")
    if repairs {
      _ = try library.catalog.write(token: nil) {
        try $0.execute("UPDATE resource SET sha256 = \(hash) WHERE id = \(row.id)")
      }
      finding.repair = "Its present hash was noted."
    }
    note(finding)
  }

  /// Tells of a still or a movie whose pictures are damaged, though its bytes are those that came. An asset that
  /// tells of it already keeps its remark.
  private mutating func lookAtPicture(of row: Row, _ path: String) throws {
    guard effort == .pictures, let kind = row.contentType else { return }
    let file: FileBytes
    do { file = try folder.files.open(path) } catch {
      guard try isThere(row) else { return }
      throw error
    }
    let isMovie = kind.isMovie
    let damage =
      isMovie ? try damageOfMovie(file) : StillDamage.kinds.contains(kind) ? StillDamage.sentence(on: file) : nil
    guard let damage else { return }
    var finding = Finding(
      kind: .damagedPicture, subject: path, asset: row.asset,
      message: "\(row.words) came damaged".capitalizedSentence + " " + (isMovie ? damage.capitalizedSentence : damage))
    if repairs {
      let known = try remark(of: row.asset)
      if known?.contains(row.originalFilename) != true {
        let words = [known, "\(row.originalFilename) is damaged: \(damage)"].compactMap { $0 }.joined(separator: " ")
        try repair(row.asset, [], nil, remark: words)
      }
      finding.repair = "The asset's remark tells of it."
    }
    note(finding)
  }

  // MARK: What is lost

  /// Tells of the files that are lost, an asset at a time: what is lost of it, and what remains.
  private mutating func noteLosses() throws {
    let there = try FileOwners(in: library).ofAssets(among: losses.map(\.row.fileName))
    losses.removeAll { !there.contains($0.row.fileName) }
    let lost = Dictionary(grouping: losses) { $0.row.asset }
    var told: Set<String> = []
    for asset in losses.map(\.row.asset) where told.insert(asset).inserted { try note(lost[asset] ?? [], of: asset) }
    losses = []
  }

  /// What brings an original back.
  private static let advice =
    "import another copy of what came ('livecam library import'), which puts it back, or restore it from a backup."

  private mutating func note(_ lost: [Loss], of asset: String) throws {
    let gone = Set(lost.map(\.row.id))
    let rest = try rows("asset.localIdentifier = \(asset)").filter { !gone.contains($0.id) }
    let words = rest.map(\.words).joined(separator: ", ")
    let remains = rest.isEmpty ? "Nothing else of the asset remains." : "What remains: \(words)."
    let edits = lost.filter { $0.row.type?.isEdit == true }
    let originals = lost.filter { $0.row.type?.isEdit != true }
    if repairs {
      let remark = originals.map { "\($0.row.words) \($0.what)" }.joined(separator: "; ")
      let record = rest.contains { $0.type?.isEdit == true } ? edits.lazy.compactMap(\.row.newRecord).first : nil
      try repair(
        asset, edits.compactMap(\.row.type), record, remark: originals.isEmpty ? nil : remark.capitalizedSentence)
    }
    for loss in lost {
      let isEdit = loss.row.type?.isEdit == true
      var finding = Finding(
        kind: loss.kind, subject: subject(of: loss.row), asset: asset,
        message: "\(loss.row.words) \(loss.what)".capitalizedSentence + " "
          + (isEdit ? "Make the edit again, or restore the file from a backup." : Self.advice.capitalizedBeginning)
          + " "
          + remains, isLoss: true)
      if repairs {
        let place = isEdit && loss.kind == .damagedFile ? recovered(subject(of: loss.row)) : nil
        finding.repair =
          isEdit
          ? "The asset is without it from now on" + (place.map { "; its damaged bytes are \($0)." } ?? ".")
          : "The asset's remark tells of it."
      }
      note(finding)
    }
  }

  /// Removes edited forms from an asset, and sets the remark that says which of its originals are lost.
  private func repair(
    _ asset: String, _ edits: [ResourceType], _ record: ResourceDraft?, remark: String?
  ) throws {
    var operations: [ChangeOperation] = edits.isEmpty ? [] : [.giveUp(asset, edits, record: record)]
    if let remark, try self.remark(of: asset) != remark {
      var changes = AssetChanges()
      changes.remark = remark
      operations.append(.change(asset, changes))
    }
    if !operations.isEmpty { try ChangeApplication(to: library, isLimited: false).apply(operations) }
  }

  private func remark(of asset: String) throws -> String? {
    try library.read { db in
      try db.firstRow(of: "SELECT remark FROM asset WHERE localIdentifier = \(asset)")?.optionalText(0)
    }
  }

  // MARK: What belongs to nobody

  private mutating func note(_ kind: Finding.Kind, _ path: String, _ message: String) {
    // What lies elsewhere may be somebody else's: originals can be on another disk, beside other things.
    let isElsewhere = liesBehindLink(path)
    let advice = isElsewhere ? " It lies behind a link, and is left where it is: remove it by hand." : ""
    var finding = Finding(kind: kind, subject: path, asset: nil, message: message + advice)
    if repairs, !isElsewhere { finding.repair = recovered(path).map { "It was moved to \($0)." } }
    note(finding)
  }

  /// Returns whether a folder between the library's and a path is a link.
  private func liesBehindLink(_ path: String) -> Bool {
    let disk = library.spool?.disk ?? folder.files
    var parent = Substring(path)
    while let slash = parent.utf8.lastIndex(of: UInt8(ascii: "/")) {
      parent = parent[..<slash]
      guard parent.utf8.count > folder.path.utf8.count else { break }
      if disk.isLink(String(parent)) { return true }
    }
    return false
  }

  /// Moves a file or folder to the folder `recovered`, under a name that is free; `nil` if it stays where it is.
  private func recovered(_ path: String) -> String? {
    let place = folder.path + "/recovered"
    let name = String(path.split(separator: "/").last ?? "file")
    do throws(FileStoreError) { try folder.files.makeFolder(place) } catch { return nil }  // it stays a finding
    for number in 0..<100 {
      let newPath = place + "/" + name + (number == 0 ? "" : ".\(number)")
      do throws(FileStoreError) { try folder.files.rename(path, to: newPath) } catch {
        if error.code == .existing { continue }
        return nil  // it stays a finding without a repair
      }
      return newPath
    }
    return nil
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
        try ChangeApplication(to: library, isLimited: false).apply([.delete([identifier])])
        finding.repair = "The asset was deleted."
      }
      note(finding)
    }
  }
}

extension ResourceType {
  /// The part of the asset, in words.
  fileprivate var words: String {
    switch self {
    case .photo: "the photo"
    case .video: "the movie"
    case .audio: "the sound"
    case .alternatePhoto: "the photo's other form"
    case .fullSizePhoto: "the edited still"
    case .fullSizeVideo, .fullSizePairedVideo: "the edited movie"
    case .adjustmentData: "the record of its edits"
    case .adjustmentBasePhoto: "the still before the edits of another program"
    case .pairedVideo: "the Live Photo's movie"
    case .adjustmentBasePairedVideo, .adjustmentBaseVideo: "the movie before the edits of another program"
    case .photoProxy: "the proxy"
    case .importedFile: "the file that it was taken out of"
    case .importedPhoto: "the still as it came"
    case .importedPairedVideo: "the movie as it came"
    case .importedFullSizePhoto: "the still as another program had edited it"
    case .importedFullSizeVideo, .importedFullSizePairedVideo: "the movie as another program had edited it"
    case .importedAdjustmentData: "another program's record of its edits"
    case .originalAdjustmentData: "the record of what its camera did to it"
    case .fileBeside: "the file with both halves that came besides them"
    case .bundleData: "the list of the bundle that it came in"
    }
  }
}

extension String {
  /// The text as a sentence: with a capital letter and a full stop.
  fileprivate var capitalizedSentence: String { capitalizedBeginning + "." }

  fileprivate var capitalizedBeginning: String { prefix(1).uppercased() + dropFirst() }
}
