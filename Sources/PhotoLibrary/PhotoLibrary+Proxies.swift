import ByteCoding
public import FoundationEssentials

/// The outcome of replacing a proxy by its finished photo.
public enum ProxyReplacement: Sendable, Hashable {
  /// The photo is in the library in the proxy's place, in the asset of this local identifier.
  case replaced(String)
  /// The photo was there already: another run has put it there, and ended before it could say so.
  case wasReplaced(String)
  /// No asset has the photo's proxy: it has not been added yet, or was deleted, or may not be seen.
  case noProxy
}

extension AssetChangeRequest {
  /// Replaces the proxy of a deferred photo by its finished photo, in a change block.
  ///
  /// The asset stays what it is: its local identifier, its dates, its place, its albums and marks, its paired video.
  /// Its resource `photoProxy` becomes a `photo`, under the proxy's name unless `options` has another, and observers
  /// are told that its content changed (``ObjectChangeDetails/assetContentChanged``). The proxy's file is removed after
  /// the photo has its place: a process that ends in between leaves the one or the other, whole.
  ///
  /// The whole block fails with 3306 when the asset has no proxy, and with 3302 when the photo is of another capture:
  /// it must have the proxy's content identifier, or, if that has none, its date.
  public static func replaceProxy(
    of asset: Asset, with data: [UInt8], options: AssetResourceCreationOptions = AssetResourceCreationOptions(),
    in library: PhotoLibrary
  ) {
    replace(asset.localIdentifier, ResourceDraft(type: .photo, source: .data(data), options: options), library)
  }

  /// Replaces the proxy of a deferred photo by its finished photo, which is a file that must stay until the change has
  /// been made. All else is as with ``replaceProxy(of:with:options:in:)``.
  public static func replaceProxy(
    of asset: Asset, withFileAt fileURL: URL, options: AssetResourceCreationOptions = AssetResourceCreationOptions(),
    in library: PhotoLibrary
  ) {
    replace(asset.localIdentifier, ResourceDraft(type: .photo, source: .file(fileURL), options: options), library)
  }

  private static func replace(_ identifier: String, _ draft: ResourceDraft, _ library: PhotoLibrary) {
    RequestGuard(library, "replaceProxy").block?.add { .replaceProxy(identifier, draft) }
  }
}

extension PhotoLibrary {
  /// Finds the proxy that a finished photo stands behind, and replaces it. Doing it again changes nothing.
  ///
  /// For whoever finishes photos long after they were taken, and knows of them what their files say.
  /// - Throws: ``PhotosError`` when the photo cannot be read, or the change was not made.
  public func replaceProxy(withFinishedPhoto data: [UInt8]) async throws(PhotosError) -> ProxyReplacement {
    guard let found = try owner(ofFinishedPhoto: data) else { return .noProxy }
    let identifier = found.asset.localIdentifier
    guard found.isProxy else { return .wasReplaced(identifier) }
    try await performChanges { AssetChangeRequest.replaceProxy(of: found.asset, with: data, in: self) }
    return .replaced(identifier)
  }

  /// Finds the proxy that a finished photo stands behind, replaces it, and waits until that is done.
  /// - Throws: as ``replaceProxy(withFinishedPhoto:)`` does.
  public func replaceProxyAndWait(withFinishedPhoto data: [UInt8]) throws(PhotosError) -> ProxyReplacement {
    guard let found = try owner(ofFinishedPhoto: data) else { return .noProxy }
    let identifier = found.asset.localIdentifier
    guard found.isProxy else { return .wasReplaced(identifier) }
    try performChangesAndWait { AssetChangeRequest.replaceProxy(of: found.asset, with: data, in: self) }
    return .replaced(identifier)
  }

  /// Returns whether an asset, in the trash also, has the proxy of a finished photo, or that photo.
  /// - Throws: ``PhotosError`` when the photo or the library cannot be read.
  package func hasAsset(ofFinishedPhoto data: [UInt8]) throws(PhotosError) -> Bool {
    try owner(ofFinishedPhoto: data) != nil
  }

  private func owner(ofFinishedPhoto data: [UInt8]) throws(PhotosError) -> (asset: Asset, isProxy: Bool)? {
    guard let key = try key(ofFinishedPhoto: data) else { return nil }
    return try owner(ofKey: key)
  }

  func key(ofFinishedPhoto data: [UInt8]) throws(PhotosError) -> String? {
    try ResourceFacts.read(ArrayBytes(data, name: "finished photo"), as: .photo, context: "finished photo").proxyKey
  }

  /// The asset with the proxy of that key, or with the photo that has replaced it, in the trash also. Proxies come
  /// first, the newest first.
  private func owner(ofKey key: String) throws(PhotosError) -> (asset: Asset, isProxy: Bool)? {
    let found = try read { db in
      try db.firstRow(
        of: """
          SELECT asset.localIdentifier, resource.type FROM resource JOIN asset ON asset.id = resource.assetID
          WHERE resource.proxyKey = \(key) ORDER BY resource.type DESC, resource.id DESC LIMIT 1
          """
      ).map { (try $0.text(0), Int(clamping: try $0.integer(1))) }
    }
    guard let (identifier, type) = found else { return nil }
    var options = FetchOptions()
    options.includeTrashedAssets = true
    let asset = try Asset.fetchAssets(withLocalIdentifiers: [identifier], in: self, options: options).firstObject
    return asset.map { ($0, type == ResourceType.photoProxy.rawValue) }
  }
}
