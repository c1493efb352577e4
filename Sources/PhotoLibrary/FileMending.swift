import ByteCoding
import FileStorage
import MediaCore

/// Puts files of assets back that are gone or damaged, when the same bytes have come once more.
///
/// Damaged files are kept, in the library's folder `recovered`. What a store of originals has lost, or has damaged, is
/// put back here, and sent there like all that is new.
struct FileMending {
  private struct Row {
    let id: Int64
    let fileName: String
    let originalFilename: String
    let sha256: String
    /// Indicates whether a check has found fault with the file.
    let isDoubted: Bool
  }

  private let library: PhotoLibrary
  private var folder: LibraryFolder { library.folder }

  init(_ library: PhotoLibrary) { self.library = library }

  /// Looks at the files of an asset of which there are spares, under lasting names of their own; returns the names of
  /// those that were put back.
  func mend(_ asset: String, from spares: [StagedResource]) -> [String] {
    do {
      let rows = try library.read { db in
        try db.rows(
          of: """
            SELECT resource.id, fileName, originalFilename, sha256, remark FROM resource
            JOIN asset ON asset.id = resource.assetID WHERE localIdentifier = \(asset) AND sha256 IS NOT NULL
            """
        ) {
          Row(
            id: try $0.integer(0), fileName: try $0.text(1), originalFilename: try $0.text(2), sha256: try $0.text(3),
            isDoubted: try $0.optionalText(4)?.contains(try $0.text(2)) == true)
        }
      }
      var mended: [String] = []
      for row in rows {
        guard let spare = spares.first(where: { $0.sha256 == row.sha256 }), isLost(row, spare),
          try replace(row, of: asset, by: spare)
        else { continue }
        mended.append(row.originalFilename)
      }
      return mended
    } catch {
      // The change that this comes after has been made; what is still amiss is found by a check, and mended the next
      // time.
      return []
    }
  }

  /// Returns whether a file is gone, or has other bytes than it had.
  private func isLost(_ row: Row, _ spare: StagedResource) -> Bool {
    row.fileName != spare.fileName && folder.path(of: row.fileName) != nil
      && !folder.holds(
        row.fileName, byteCount: spare.byteCount, sha256: row.sha256, isDoubted: row.isDoubted)
  }

  /// Gives a spare the name of a file that was lost; `false` if somebody has deleted the asset meanwhile.
  private func replace(_ row: Row, of asset: String, by spare: StagedResource) throws -> Bool {
    guard let place = folder.path(of: row.fileName), let source = folder.path(of: spare.fileName) else { return false }
    // No change waits for the network.
    try setAsideObject(of: row.fileName)
    let environment = library.environment
    let token = environment.makeIdentifier()
    return try library.catalog.write(token: token) { db in
      guard try db.integer("SELECT count(*) FROM resource WHERE id = \(row.id) AND fileName = \(row.fileName)") == 1
      else {
        return false
      }
      // It may be carried out twice, when the answer of a server was lost.
      if folder.files.exists(source) {
        try setAside(place, named: row.fileName)
        try folder.files.makeFolder(folder.folder(of: row.fileName))
        try folder.files.rename(source, to: place)
        try folder.files.syncFolder(folder.folder(of: row.fileName))
      }
      try forget(row.originalFilename, of: asset, in: db)
      try History.append(
        [HistoryEntry(kind: .asset, action: .updated, localIdentifier: asset)], token: token,
        program: environment.program, seconds: environment.now.secondsSince1970, to: db)
      return true
    }
  }

  /// Removes what a check has said of a file from the asset's remark, whose parts name a file each.
  private func forget(_ name: String, of asset: String, in db: any CatalogConnection) throws {
    let known = try db.firstRow(of: "SELECT remark FROM asset WHERE localIdentifier = \(asset)")?.optionalText(0)
    guard let parts = known?.split(separator: "; "), parts.contains(where: { $0.contains(name) }) else { return }
    let rest = parts.filter { !$0.contains(name) }.joined(separator: "; ")
    let remark: String? = rest.isEmpty ? nil : rest
    try db.execute("UPDATE asset SET remark = \(remark) WHERE localIdentifier = \(asset)")
  }

  /// The disk itself: by the names of originals on it, the spool would remove them from the store.
  private var disk: any FileTree { library.spool?.disk ?? folder.files }

  private func setAside(_ path: String, named name: String) throws {
    if disk.attributes(of: path) != nil { try disk.rename(path, to: placeAside(for: name)) }
  }

  private func placeAside(for name: String) throws(FileStoreError) -> String {
    let place = folder.path + "/recovered/" + name
    try disk.makeFolder(folder.path + "/recovered")
    return disk.exists(place) ? place + "-" + library.environment.makeIdentifier() : place
  }

  /// Keeps a damaged object that only the store has: it goes when the spare is sent in its place.
  private func setAsideObject(of name: String) throws {
    guard let spool = library.spool, let path = folder.path(of: name), disk.attributes(of: path) == nil,
      try spool.store.size(of: spool.key(of: name)) != nil
    else { return }
    let place = try placeAside(for: name)
    do {
      try disk.write(place) { write in _ = try spool.store.get(spool.key(of: name)) { try write($0) } }
    } catch {
      // A part of it is of no use.
      try? disk.remove(place)
      throw error
    }
  }
}
