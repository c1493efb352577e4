extension Asset {
  /// Passes on the assets of a collection, page by page, as they were in this order when it began; what is deleted
  /// meanwhile is left out. However many there are, one page is in memory, and eight bytes for each asset.
  /// - Throws: ``PhotosError`` when the database fails; what `body` throws.
  public static func forEachPage(
    of collection: AssetCollection, in library: PhotoLibrary, options: FetchOptions = FetchOptions(),
    pageSize: Int = 500, _ body: ([Asset]) throws -> Void
  ) throws {
    let status = library.access.status(for: .readWrite)
    guard status.isAllowed else { return }
    let source: FetchQuery.Source =
      collection.smartAlbum.map { .smartAlbum($0) } ?? .album(collection.localIdentifier)
    let isLimited = status == .limited
    let numbers = try library.read { try FetchQuery.assets(source, options).numbers($0, isLimited: isLimited) }
    for start in stride(from: 0, to: numbers.count, by: pageSize) {
      let page = numbers[start..<min(numbers.count, start + pageSize)]
      let found = try library.read { db in
        try db.rows(
          of: """
            SELECT \(sql: columns) FROM asset
            WHERE asset.id IN (\(sql: page.map { "\($0)" }.joined(separator: ",")))
            """
        ) { try Asset($0) }
      }
      let byNumber = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
      try body(page.compactMap { byNumber[$0] })
    }
  }
}
