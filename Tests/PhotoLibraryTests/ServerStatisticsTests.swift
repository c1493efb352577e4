import TestSupport
import Testing

@testable import LibraryPostgreSQL
@testable import PhotoLibrary

/// What a server knows of a library's tables after much was added, and by how it answers.
@Suite(.needsPostgreSQL) struct ServerStatisticsTests {
  private static let count = 20_000

  /// Assets as an import brings them in, in several changes.
  private func fill(_ catalog: any CatalogDatabase) throws {
    for start in stride(from: 0, to: Self.count, by: 4000) {
      try catalog.write(token: nil) { db in
        try db.execute(
          """
          INSERT INTO asset (localIdentifier, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight,
            durationNanoseconds, creationSeconds, modificationSeconds, modificationNanosecond, modificationOffset,
            isHidden)
          SELECT 'asset-' || i, 1, CASE WHEN i % 3 = 0 THEN 0 ELSE 8 END, 3, 4032, 3024, 0, i * 7919 % 250000, 0, 0, 0,
            CASE WHEN i % 100 = 0 THEN 1 ELSE 0 END
          FROM generate_series(\(start)::bigint, \(start + 3999)::bigint) AS i
          """)
      }
    }
  }

  private func plan(_ statement: String, _ catalog: any CatalogDatabase) throws -> String {
    try catalog.read { try $0.rows(of: "EXPLAIN \(sql: statement)") { try $0.text(0) } }.joined(separator: "\n")
  }

  @Test(
    "after much was added, a page is read by its index, without waiting for the server")
  func plans() throws {
    let schema = try PostgreSQLSchema()
    let catalog = try PostgreSQLCatalog(schema.url, patience: .usual)
    try Schema.migrate(catalog)
    try fill(catalog)
    let known = try catalog.read {
      try $0.integer("SELECT CAST(reltuples AS BIGINT) FROM pg_class WHERE oid = 'asset'::regclass")
    }
    #expect((known ?? 0) >= Int64(Self.count - 4000))
    let shown = "asset.trashedSeconds IS NULL AND asset.isHidden = 0"
    let page = try plan(
      "SELECT asset.id FROM asset WHERE \(shown) ORDER BY asset.creationSeconds DESC NULLS LAST, "
        + "asset.creationNanosecond DESC NULLS LAST, asset.id LIMIT 50", catalog)
    #expect(page.contains("Index Scan Backward using assetbycreation"), "\(page)")
  }
}
