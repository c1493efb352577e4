import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import LibraryPostgreSQL
@testable import PhotoLibrary

/// What every database of a catalogue does, whichever it is.
@Suite struct CatalogConformanceTests {
  /// A database with a library's tables, which any number of connections open.
  private final class Bench: Sendable {
    private let folder: TemporaryFolder
    private let schema: PostgreSQLSchema?

    init(_ kind: CatalogKind) throws {
      folder = try TemporaryFolder()
      schema = kind == .postgreSQL ? try PostgreSQLSchema() : nil
    }

    func open() throws -> any CatalogDatabase {
      let catalog: any CatalogDatabase =
        try schema.map { try PostgreSQLCatalog($0.url, patience: .usual) }
        ?? SQLiteCatalog(folder.path("library.sqlite"))
      try Schema.migrate(catalog)
      return catalog
    }
  }

  /// Databases last as long as the test.
  private let benches = Log<Bench>()

  private func makeBench(_ kind: CatalogKind) throws -> Bench {
    let bench = try Bench(kind)
    benches.add(bench)
    return bench
  }

  private struct Refusal: Error {}

  private func add(_ title: String, _ catalog: any CatalogDatabase) throws {
    try catalog.write(token: nil) { db in
      try db.execute("INSERT INTO album (localIdentifier, title) VALUES (\(title), \(title))")
    }
  }

  private func titles(_ db: any CatalogConnection) throws -> [String] {
    try db.rows(of: "SELECT title FROM album ORDER BY id") { try $0.text(0) }
  }

  @Test(
    "PostgreSQL is among the databases that are tried: where this is skipped, its cases are cancelled", .needsPostgreSQL
  )
  func server() throws { #expect(try makeBench(.postgreSQL).open().name.hasPrefix("postgres://")) }

  @Test(
    "tables are made once, whoever comes first, and nothing is lost by coming again", arguments: CatalogKind.allCases)
  func migration(_ kind: CatalogKind) async throws {
    let bench = try makeBench(kind)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 { group.addTask { try add("\(number)", try bench.open()) } }
      try await group.waitForAll()
    }
    let catalog = try bench.open()
    try Schema.migrate(catalog)
    #expect(try Set(catalog.read(titles)) == ["0", "1", "2", "3"])
    #expect(try catalog.read { try $0.integer("SELECT count(*) FROM schemaVersion") } == 1)
    #expect(try catalog.read { (try $0.hasTable("schemaVersion"), try $0.hasTable("albums")) } == (true, false))
    #expect(try catalog.integrityFindings().isEmpty)
    #expect(!catalog.name.contains("secret"))
  }

  @Test("who has waited for another's change knows the tables that it has made", .needsPostgreSQL)
  func tableOfAnother() throws {
    let bench = try makeBench(.postgreSQL)
    let (first, second) = (try bench.open(), try bench.open())
    #expect(try !second.read { try $0.hasTable("late") })
    let isSeen = Mutex<Bool?>(nil)
    let end = DispatchSemaphore(value: 0)
    try first.write(token: nil) { db in
      try db.execute("CREATE TABLE late (id INTEGER)")
      Thread {
        // What fails is no answer.
        let answer = try? second.write(token: nil) { try $0.hasTable("late") }
        isSeen.withLock { $0 = answer }
        end.signal()
      }.start()
      // The second one has begun, and waits for the lock.
      let waiting: SQL = """
        SELECT count(*) FROM pg_locks
        WHERE locktype = 'advisory' AND NOT granted AND objid = hashtext(current_schema())::bit(32)::bigint::oid
        """
      while try db.integer(waiting) == 0 {}
    }
    end.wait()
    #expect(isSeen.withLock { $0 } == true)
  }

  @Test("a change whose body throws has not happened, and the next one does", arguments: CatalogKind.allCases)
  func undone(_ kind: CatalogKind) throws {
    let catalog = try makeBench(kind).open()
    #expect(throws: Refusal.self) {
      try catalog.write(token: nil) { db in
        try db.execute("INSERT INTO album (localIdentifier, title) VALUES ('a', 'a')")
        throw Refusal()
      }
    }
    let failure = #expect(throws: CatalogError.self) {
      try catalog.write(token: nil) { db in
        try db.execute("INSERT INTO album (localIdentifier, title) VALUES ('a', 'a')")
        try db.execute("INSERT INTO album (localIdentifier, title) VALUES ('a', 'b')")
      }
    }
    #expect(failure?.code == .failed)
    // Rows that belong to nothing are refused, too.
    #expect(throws: CatalogError.self) {
      try catalog.write(token: nil) { try $0.execute("INSERT INTO albumAsset (albumID, assetID) VALUES (7, 7)") }
    }
    #expect(throws: CatalogError.self) { try catalog.read { try $0.integer("SELECT nothing FROM nowhere") } }
    try add("b", catalog)
    #expect(try catalog.read(titles) == ["b"])
  }

  @Test("values come back as they went in: numbers, texts of any kind, and none", arguments: CatalogKind.allCases)
  func values(_ kind: CatalogKind) throws {
    let catalog = try makeBench(kind).open()
    let texts = ["", " ", "'", "\"", "\\", "\\0", "{a,b}", "NULL", "\n\t\r", "$1", "?", "é", "e\u{301}", "𝄞", "👩‍👩‍👧"]
    let integers: [Int64] = [.min, .min + 1, -1, 0, 1, .max]
    let numbers: [Double?] = [-0.1, 0, 1e-300, 48.208_174_3, 1.797_693_134_862_315_7e308, nil]
    try catalog.write(token: nil) { db in
      try db.execute("CREATE TABLE sample (id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT, b INTEGER, c REAL)")
      for text in texts { try db.execute("INSERT INTO sample (a) VALUES (\(text))") }
      for integer in integers { try db.execute("INSERT INTO sample (b) VALUES (\(integer))") }
      for number in numbers { try db.execute("INSERT INTO sample (c) VALUES (\(number))") }
      #expect(try db.execute("UPDATE sample SET b = 7 WHERE a IS NULL AND b IS NULL AND c IS NULL") == 1)
      #expect(try db.execute("DELETE FROM sample WHERE b = 7") == 1)
    }
    try catalog.read { db in
      let rows = try db.rows(of: "SELECT a, b, c FROM sample ORDER BY id") { $0 }
      #expect(rows.compactMap { try? $0.optionalText(0) } == texts)
      #expect(rows.compactMap { try? $0.optionalInteger(1) } == integers)
      #expect(rows.compactMap { try? $0.optionalReal(2) } == numbers.compactMap { $0 })
      #expect(throws: CatalogError.self) { try rows[0].integer(0) }
      #expect(throws: CatalogError.self) { try rows[0].integer(1) }
      for text in texts {
        #expect(try db.integer("SELECT count(*) FROM sample WHERE a = \(text)") == 1, "\(text)")
      }
      let found = try db.rows(of: "SELECT a FROM sample WHERE a IN \(list: texts + ["a", "\0"])") { try $0.text(0) }
      #expect(Set(found) == Set(texts) && found.count == texts.count)
      #expect(try db.rows(of: "SELECT a FROM sample WHERE a IN \(list: [])") { $0 }.isEmpty)
      #expect(try db.integer("SELECT CAST(sum(b) AS INTEGER) FROM sample WHERE b > \(Int64.max - 1)") == .max)
    }
  }

  @Test("a text with a NUL in it is stored without harm, and names nothing else", arguments: CatalogKind.allCases)
  func nul(_ kind: CatalogKind) throws {
    let catalog = try makeBench(kind).open()
    try add("a", catalog)
    try add("a\0b", catalog)
    #expect(try catalog.read(titles).map { $0.utf8.count } == [1, 5])
    #expect(try catalog.read { try $0.hasTable("album\0") } == false)
    #expect(try catalog.read { try $0.integer("SELECT count(*) FROM album WHERE localIdentifier = \("a\0")") } == 0)
    #expect(try catalog.read { try $0.integer("SELECT count(*) FROM album WHERE localIdentifier = \("a\0b")") } == 1)
  }

  @Test("who reads sees one state, whatever others write meanwhile", arguments: CatalogKind.allCases)
  func snapshot(_ kind: CatalogKind) throws {
    let bench = try makeBench(kind)
    let (catalog, other) = (try bench.open(), try bench.open())
    try add("before", catalog)
    try catalog.read { db in
      #expect(try titles(db) == ["before"])
      try add("during", other)
      #expect(try titles(db) == ["before"])
    }
    #expect(try catalog.read(titles) == ["before", "during"])
    // Nobody changes anything by reading.
    #expect(throws: CatalogError.self) { try catalog.read { try $0.execute("DELETE FROM album") } }
  }

  @Test("writers take turns: no count is lost, no number left out", arguments: CatalogKind.allCases)
  func writers(_ kind: CatalogKind) async throws {
    let bench = try makeBench(kind)
    let first = try bench.open()
    try first.write(token: nil) { try $0.execute("CREATE TABLE tally (count INTEGER NOT NULL)") }
    try first.write(token: nil) { try $0.execute("INSERT INTO tally (count) VALUES (0)") }
    let catalogs = [first, try bench.open(), try bench.open()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<6 {
        let catalog = catalogs[number % 3]
        group.addTask {
          for step in 0..<10 {
            let token = "\(number)-\(step)"
            try catalog.write(token: token) { db in
              let count = try db.integer("SELECT count FROM tally") ?? -1
              try db.execute("UPDATE tally SET count = \(count + 1)")
              try History.append([], token: token, program: "test", seconds: count, to: db)
            }
            _ = try catalog.read { try $0.integer("SELECT count FROM tally") }
          }
        }
      }
      try await group.waitForAll()
    }
    try first.read { db in
      #expect(try db.integer("SELECT count FROM tally") == 60)
      let seconds = try db.rows(of: "SELECT id, seconds FROM changeSet ORDER BY id") {
        (try $0.integer(0), try $0.integer(1))
      }
      #expect(seconds.map(\.0) == Array(1...60) && seconds.map(\.1) == Array(0..<60))
    }
  }

  @Test("changes that come to nothing leave no gap in the history", arguments: CatalogKind.allCases)
  func gaps(_ kind: CatalogKind) throws {
    let catalog = try makeBench(kind).open()
    let entry = HistoryEntry(kind: .asset, action: .inserted, localIdentifier: "a")
    #expect(throws: Refusal.self) {
      try catalog.write(token: "lost") { db in
        try History.append([entry], token: "lost", program: "test", seconds: 0, to: db)
        throw Refusal()
      }
    }
    try catalog.write(token: "kept") { try History.append([entry], token: "kept", program: "test", seconds: 0, to: $0) }
    #expect(try catalog.read { try History.changes(after: 0, $0) }?.map(\.insertedAssets) == [["a"]])
  }

  @Test(
    "other connections' changes are told, and a watch that is given up tells no more", arguments: CatalogKind.allCases)
  func observation(_ kind: CatalogKind) throws {
    let bench = try makeBench(kind)
    let (watched, other) = (try bench.open(), try bench.open())
    let told = DispatchSemaphore(value: 0)
    var observation = watched.observe { told.signal() }
    #expect(observation != nil)
    for number in 0..<3 {
      try add("\(number)", other)
      #expect(told.wait(timeout: .now() + 30) == .success)
    }
    observation = nil
    // What was on its way has come by then.
    while told.wait(timeout: .now() + 0.2) == .success {}
    try add("later", other)
    #expect(told.wait(timeout: .now() + 0.2) == .timedOut)
  }

  @Test("a closed catalogue says so, and does nothing", arguments: CatalogKind.allCases)
  func closed(_ kind: CatalogKind) throws {
    let catalog = try makeBench(kind).open()
    catalog.close()
    #expect(throws: (any Error).self) { try catalog.read(titles) }
    #expect(throws: (any Error).self) { try add("a", catalog) }
  }

  @Test("tallies follow every change of assets and files", arguments: CatalogKind.allCases)
  func tallies(_ kind: CatalogKind) throws {
    let catalog = try makeBench(kind).open()
    func tallied(_ db: any CatalogConnection) throws -> [[Int64]] {
      try db.rows(
        of: """
          SELECT mediaType, mediaSubtypes, isHidden, isTrashed, isFavorite, isUnfinished, hasRaw, assets FROM assetTally
          WHERE assets <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7
          """
      ) { row in try (0..<8).map { try row.integer($0) } }
        + db.rows(of: "SELECT type, files, bytes FROM resourceTally WHERE files <> 0 OR bytes <> 0 ORDER BY type") {
          row in
          try (0..<3).map { try row.integer($0) }
        }
    }
    func counted(_ db: any CatalogConnection) throws -> [[Int64]] {
      try db.rows(
        of: """
          SELECT mediaType, mediaSubtypes, isHidden, CASE WHEN trashedSeconds IS NULL THEN 0 ELSE 1 END AS isTrashed,
            isFavorite, CASE WHEN isUnfinished = 1 OR remark IS NOT NULL THEN 1 ELSE 0 END AS unfinished, hasRaw, count(*)
          FROM asset GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
          """
      ) { row in try (0..<8).map { try row.integer($0) } }
        + db.rows(
          of: "SELECT type, count(*), CAST(sum(byteCount) AS INTEGER) FROM resource GROUP BY type ORDER BY type"
        ) { row in try (0..<3).map { try row.integer($0) } }
    }
    func expect(_ kinds: Int, after statement: SQL) throws {
      let (tally, count) = try catalog.write(token: nil) { db in
        try db.execute(statement)
        return (try tallied(db), try counted(db))
      }
      #expect(tally == count && tally.count == kinds, "\(statement)")
    }
    try expect(
      7,
      after: """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
        INSERT INTO asset (localIdentifier, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight,
          durationNanoseconds, modificationSeconds, modificationNanosecond, modificationOffset, isHidden, remark)
        SELECT 'asset-' || i, 1 + i % 2, 8 * (i % 3), 1, 1, 1, 0, 0, 0, 0, CASE WHEN i = 7 THEN 1 ELSE 0 END, NULL FROM n
        """)
    try expect(
      9,
      after: """
        INSERT INTO resource (assetID, type, fileName, originalFilename, uniformTypeIdentifier, byteCount, pixelWidth,
          pixelHeight)
        SELECT id, mediaType, localIdentifier, 'x', 'y', 100 + id, 1, 1 FROM asset
        """)
    try expect(9, after: "UPDATE asset SET mediaSubtypes = 0 WHERE mediaSubtypes = 16 AND isHidden = 1")
    try expect(10, after: "UPDATE asset SET isFavorite = 1, trashedSeconds = 5 WHERE id = 1")
    try expect(11, after: "UPDATE asset SET remark = 'half', hasRaw = 1 WHERE id = 2")
    try expect(12, after: "UPDATE resource SET type = 9, byteCount = byteCount + 1 WHERE id = 3")
    try expect(10, after: "DELETE FROM asset WHERE id IN (1, 3, 5)")
    try expect(0, after: "DELETE FROM asset")
  }
}
