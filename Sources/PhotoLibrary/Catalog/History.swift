/// One thing that a change has done.
struct HistoryEntry: Sendable, Hashable {
  enum Kind: Int, Sendable { case asset = 1, album = 2 }
  enum Action: Int, Sendable { case inserted = 1, updated = 2, deleted = 3 }

  let kind: Kind
  let action: Action
  let localIdentifier: String
}

/// The changes of a library in their order, kept so that a reader who was away catches up.
enum History {
  /// The number of changes that are kept; readers who were away for longer fetch everything again.
  static let length: Int64 = 10_000

  /// Notes what a change has done.
  static func append(
    _ entries: [HistoryEntry], token: String, program: String, seconds: Int64, to db: any CatalogConnection
  ) throws {
    // Without gaps, which a server's own numbers have after a change that came to nothing: they would look like changes
    // that are no longer kept. Writers take turns.
    let id = try db.integer(
      """
      INSERT INTO changeSet (id, token, program, seconds)
      VALUES ((SELECT coalesce(max(id), 0) + 1 FROM changeSet), \(token), \(program), \(seconds)) RETURNING id
      """)
    guard let id else { throw CatalogError(.failed, message: "A new row has no number.") }
    for entry in entries {
      try db.execute(
        """
        INSERT INTO changeEntry (changeSetID, kind, action, localIdentifier)
        VALUES (\(id), \(entry.kind.rawValue), \(entry.action.rawValue), \(entry.localIdentifier))
        """)
    }
    try db.execute("DELETE FROM changeSet WHERE id <= \(id - length)")
  }

  /// The number of the last change; 0 before the first.
  static func latest(_ db: any CatalogConnection) throws -> Int64 {
    try db.integer("SELECT max(id) FROM changeSet") ?? 0
  }

  /// The changes after a number, oldest first; `nil` when some of them are no longer kept.
  static func changes(after number: Int64, _ db: any CatalogConnection) throws -> [LibraryHistory.Change]? {
    let oldest = try db.integer("SELECT min(id) FROM changeSet") ?? number + 1
    guard number >= oldest - 1 else { return nil }
    var changes: [LibraryHistory.Change] = []
    try db.forEachRow(
      of: """
        SELECT changeSet.id, changeSet.program, changeSet.seconds, changeEntry.kind, changeEntry.action,
          changeEntry.localIdentifier
        FROM changeSet LEFT JOIN changeEntry ON changeEntry.changeSetID = changeSet.id
        WHERE changeSet.id > \(number) ORDER BY changeSet.id, changeEntry.id
        """
    ) { row in
      let id = try row.integer(0)
      if changes.last?.token.number != id {
        changes.append(
          LibraryHistory.Change(
            token: PersistentChangeToken(number: id), program: try row.text(1), secondsSince1970: try row.integer(2)))
      }
      guard let kind = try row.optionalInteger(3).flatMap({ HistoryEntry.Kind(rawValue: Int(clamping: $0)) }),
        let action = try row.optionalInteger(4).flatMap({ HistoryEntry.Action(rawValue: Int(clamping: $0)) })
      else { return }
      changes[changes.count - 1].add(
        HistoryEntry(kind: kind, action: action, localIdentifier: try row.text(5)))
    }
    return changes
  }
}
