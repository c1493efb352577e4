/// A proxy whose asset was deleted for good before its still was finished. Whoever keeps the frames of such stills
/// removes those of this one: the library notes it until then, in the change that deletes the asset.
package struct DeletedProxy: Sendable, Hashable {
  /// The name that the proxy came with, such as `IMG_0001.JPG`.
  package let name: String
  /// The key that the proxy and its finished photo have in common.
  fileprivate let key: String
  /// The name of the note among those of files that are to be removed. Names of files hold no slashes.
  private var note: String { Self.prefix + name + "/" + key }

  private static let prefix = "proxy/"

  /// The condition for the notes among the names of files that are to be removed.
  static var condition: SQL { "fileName LIKE 'proxy/%'" }

  private init?(note: String) {
    let parts = note.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    (name, key) = (String(parts[1]), String(parts[2]))
  }

  /// Notes the proxy of an asset that is being deleted, if it has one.
  static func note(of asset: Int64, in db: any CatalogConnection) throws {
    try db.execute(
      """
      INSERT INTO doomedFile (fileName) SELECT 'proxy/' || originalFilename || '/' || proxyKey FROM resource
      WHERE assetID = \(asset) AND type = \(ResourceType.photoProxy.rawValue) AND proxyKey IS NOT NULL
      ON CONFLICT DO NOTHING
      """)
  }

  fileprivate static func all(in db: any CatalogConnection) throws -> [DeletedProxy] {
    try db.rows(of: "SELECT fileName FROM doomedFile WHERE \(condition)") { try $0.text(0) }
      .compactMap(DeletedProxy.init(note:))
  }

  fileprivate func forget(in db: any CatalogConnection) throws {
    try db.execute("DELETE FROM doomedFile WHERE fileName = \(note)")
  }
}

extension PhotoLibrary {
  /// Returns the proxies of deleted assets that have not been forgotten.
  /// - Throws: ``PhotosError`` when the library cannot be read.
  package func deletedProxies() throws(PhotosError) -> [DeletedProxy] { try read { try DeletedProxy.all(in: $0) } }

  /// Returns whether a finished photo is that of a deleted proxy, and no asset has the same proxy or photo.
  /// - Throws: ``PhotosError`` when the photo or the library cannot be read.
  package func isAbandoned(finishedPhoto data: [UInt8], of proxy: DeletedProxy) throws(PhotosError) -> Bool {
    guard try key(ofFinishedPhoto: data) == proxy.key else { return false }
    return try !hasAsset(ofFinishedPhoto: data)
  }

  /// Forgets proxies of deleted assets, whose frames are gone.
  /// - Throws: ``PhotosError`` when the library cannot be changed.
  package func forget(_ proxies: [DeletedProxy]) throws(PhotosError) {
    guard !proxies.isEmpty else { return }
    try fileAccess(path) {
      try catalog.write(token: nil) { db in for proxy in proxies { try proxy.forget(in: db) } }
    }
  }
}
