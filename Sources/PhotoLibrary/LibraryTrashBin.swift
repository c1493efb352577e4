import MediaCore

/// The trash of a library, and how long it keeps assets.
public struct LibraryTrashBin: Sendable {
  private let library: PhotoLibrary
  /// The number of days that a new library keeps assets in its trash.
  static let usualDays = 30
  private static let setting = "trashDays"
  private static let batchSize = 200

  /// Creates access to a library's trash.
  public init(of library: PhotoLibrary) { self.library = library }

  /// Returns the number of days after which ``sweep()`` deletes assets for good; `nil` for never, which libraries from
  /// before have.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  public func days() throws(PhotosError) -> Int? {
    let name = Self.setting
    let text = try library.read { db in
      try db.firstRow(of: "SELECT value FROM setting WHERE name = \(name)")?.text(0)
    }
    return text.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Sets the number of days after which ``sweep()`` deletes assets for good; `nil` for never.
  /// - Throws: ``PhotosError`` −1 when the library cannot be changed.
  public func setDays(_ days: Int?) throws(PhotosError) {
    guard !library.isReadOnly else { throw PhotosError.readOnly(library) }
    try fileAccess(library.path) { try library.catalog.write(token: nil) { try Self.note(days, $0) } }
  }

  static func note(_ days: Int?, _ db: any CatalogConnection) throws {
    let (name, text) = (setting, "\(days ?? 0)")
    try db.execute("DELETE FROM setting WHERE name = \(name)")
    try db.execute("INSERT INTO setting (name, value) VALUES (\(name), \(text))")
  }

  /// Deletes for good what has been in the trash for longer than the library keeps it there, if this program may use
  /// the library, and returns how many assets that was. Nobody is asked.
  /// - Throws: ``PhotosError`` when the library cannot be changed; what was deleted by then is gone.
  @discardableResult
  public func sweep() throws(PhotosError) -> Int {
    guard !library.isReadOnly, library.authorizationStatus(for: .readWrite) == .authorized, let days = try days() else {
      return 0
    }
    return try delete(olderThanDays: days)
  }

  /// Deletes for good what has been in the trash for some days; returns how many assets that was.
  /// - Throws: ``PhotosError`` when the library cannot be changed; what was deleted by then is gone.
  @discardableResult
  public func delete(olderThanDays days: Int) throws(PhotosError) -> Int {
    let limit = library.environment.now.secondsSince1970 - Int64(days) * 86_400
    let count = try Asset.fetchAssets(of: .smartAlbum(.recentlyDeleted), in: library)
      .count { ($0.trashedDate?.secondsSince1970 ?? .max) <= limit }
    for _ in stride(from: 0, to: count, by: Self.batchSize) where !Task.isCancelled {
      // Those that somebody takes out meanwhile stay.
      try library.performChangesAndWait { [library] in
        RequestGuard(library, "deleteTrash").block?.add { .deleteTrash(before: limit, atMost: Self.batchSize) }
      }
    }
    return count
  }
}
