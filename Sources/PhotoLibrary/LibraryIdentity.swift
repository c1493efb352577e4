/// A word that tells a library from all others, also from a later one in the same folder.
package struct LibraryIdentity {
  private static let setting = "identity"

  /// Returns a library's word, which is made when it is first asked for; `nil` if there is none yet and the library
  /// cannot be changed.
  /// - Throws: ``PhotosError`` −1 when the database fails.
  package static func of(_ library: PhotoLibrary) throws(PhotosError) -> String? {
    if let known = try library.read(noted) { return known }
    guard !library.isReadOnly else { return nil }
    let (name, new) = (setting, library.environment.makeIdentifier())
    return try fileAccess(library.path) {
      try library.catalog.write(token: nil) { db in
        // Another program may have been faster.
        if let known = try noted(db) { return known }
        try db.execute("INSERT INTO setting (name, value) VALUES (\(name), \(new))")
        return new
      }
    }
  }

  private static func noted(_ db: any CatalogConnection) throws -> String? {
    let name = setting
    return try db.firstRow(of: "SELECT value FROM setting WHERE name = \(name)")?.text(0)
  }
}
