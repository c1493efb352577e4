import FileStorage
import GRDB
import MediaCore
import StillCoding

/// Carries out the operations of one block inside of one transaction. Any error undoes all of them.
struct ChangeExecutor {
  let db: Database
  let folder: LibraryFolder
  let now: WallTime
  /// With limited access only selected assets exist, and what is added is selected.
  let isLimited: Bool
  private let assets: [String: StagedAsset]
  /// Finished photos that have not taken their proxies' places yet, the next first.
  private var replacements: ArraySlice<StagedResource>
  /// Files that have got their lasting names, which they lose again if the transaction fails.
  private(set) var placed: [String] = []
  /// Files of assets that are gone, to be removed when nothing can bring them back.
  private(set) var doomed: [String] = []

  init(_ db: Database, _ folder: LibraryFolder, now: WallTime, isLimited: Bool, _ staged: ResourceStaging) {
    self.db = db
    self.folder = folder
    self.now = now
    self.isLimited = isLimited
    assets = staged.assets
    replacements = staged.replacements[...]
  }

  /// Carries out everything; afterwards the names of new files last.
  ///
  /// What is new is made first, so that a request may speak of what a later one of its block creates.
  mutating func run(_ operations: [ChangeOperation]) throws {
    for case .create(let identifier, _, let changes) in operations { try create(identifier, changes) }
    for case .album(let identifier, _, true) in operations {
      try db.execute(literal: "INSERT INTO album (localIdentifier, title) VALUES (\(identifier), '')")
    }
    for operation in operations {
      switch operation {
      case .create: break
      case .change(let identifier, let changes): try change(identifier, changes)
      case .replaceProxy(let identifier, _): try replaceProxy(of: identifier)
      case .delete(let identifiers): for identifier in identifiers { try delete(identifier) }
      case .album(let identifier, let changes, _): try change(album: identifier, changes)
      case .deleteAlbums(let identifiers):
        for identifier in identifiers {
          let id = try album(identifier)
          try db.execute(literal: "DELETE FROM album WHERE id = \(id)")
        }
      }
    }
    let folders = Set(placed.map { path in String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) })
    for folder in folders.sorted() { try self.folder.files.syncFolder(folder) }
  }

  // MARK: Assets

  private mutating func create(_ identifier: String, _ changes: AssetChanges) throws {
    guard let asset = assets[identifier], let main = asset.main, let shown = asset.shown else {
      throw PhotosError(.internalError, context: identifier, message: "The new asset has not been staged.")
    }
    let date = changes.creationDate ?? main.facts.date(near: now) ?? now
    let location = (changes.location ?? nil) ?? main.facts.location
    let style: PlaybackStyle = asset.isVideo ? .video : asset.isLive ? .livePhoto : .image
    let type: AssetMediaType = asset.isVideo ? .video : .image
    let subtypes: MediaSubtypes = asset.isLive ? .photoLive : []
    let (size, duration) = (shown.facts.size, asset.isVideo ? shown.facts.duration.nanoseconds : 0)
    try db.execute(
      literal: """
        INSERT INTO asset (localIdentifier, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight,
          durationNanoseconds, creationSeconds, creationNanosecond, creationOffset, modificationSeconds,
          modificationNanosecond, modificationOffset, latitude, longitude, altitude, isFavorite, isHidden, isSelected)
        VALUES (\(identifier), \(type.rawValue), \(subtypes.rawValue), \(style.rawValue), \(size.width), \(size.height),
          \(duration), \(Self.values(date)), \(Self.values(now)), \(location?.latitudeDegrees),
          \(location?.longitudeDegrees), \(location?.altitudeMeters), \(changes.isFavorite ?? false),
          \(changes.isHidden ?? false), \(isLimited))
        """)
    let id = db.lastInsertedRowID
    for resource in asset.resources { try place(resource, of: id) }
  }

  private mutating func place(_ resource: StagedResource, of asset: Int64, proxyKey: String? = nil) throws {
    let (facts, key) = (resource.facts, proxyKey ?? (resource.type == .photoProxy ? resource.facts.proxyKey : nil))
    try db.execute(
      literal: """
        INSERT INTO resource (assetID, type, fileName, originalFilename, uniformTypeIdentifier, byteCount, pixelWidth,
          pixelHeight, proxyKey)
        VALUES (\(asset), \(resource.type.rawValue), \(resource.fileName), \(resource.originalFilename),
          \(facts.contentType.rawValue), \(resource.byteCount), \(facts.size.width), \(facts.size.height), \(key))
        """)
    if let source = resource.movedFrom {
      try db.execute(literal: "INSERT INTO movedSource (fileName, path) VALUES (\(resource.fileName), \(source))")
    }
    guard let path = folder.path(of: resource.fileName) else {
      throw PhotosError(.internalError, context: resource.fileName, message: "This is no name for a file.")
    }
    try folder.files.makeFolder(folder.folder(of: resource.fileName))
    // Noted first: a rename that fails half-way must be undone, too.
    placed.append(path)
    try folder.files.rename(resource.temporaryPath, to: path)
  }

  private func asset(_ identifier: String) throws -> Int64 {
    try id(of: "asset", identifier, isLimited ? " AND isSelected = 1" : "")
  }

  private func id(of kind: String, _ identifier: String, _ condition: String = "") throws -> Int64 {
    let sql = "SELECT id FROM \(kind) WHERE localIdentifier = ?" + condition
    guard let id = try Int64.fetchOne(db, sql: sql, arguments: [identifier]) else {
      throw PhotosError(
        .identifierNotFound, context: identifier, message: "There is no such \(kind) in the library. Fetch it again.")
    }
    return id
  }

  private func change(_ identifier: String, _ changes: AssetChanges) throws {
    let id = try asset(identifier)
    func set(_ assignments: SQL) throws { try db.execute(literal: "UPDATE asset SET \(assignments) WHERE id = \(id)") }
    if let flag = changes.isFavorite { try set("isFavorite = \(flag)") }
    if let flag = changes.isHidden { try set("isHidden = \(flag)") }
    if let date = changes.creationDate { try set(Self.assignments("creation", date)) }
    if let place = changes.location {
      try set(
        """
        latitude = \(place?.latitudeDegrees), longitude = \(place?.longitudeDegrees),
        altitude = \(place?.altitudeMeters)
        """)
    }
    try set(Self.assignments("modification", now))
  }

  private static func values(_ date: WallTime) -> SQL {
    "\(date.secondsSince1970), \(date.nanosecond), \(date.utcOffsetSeconds)"
  }

  private static func assignments(_ name: String, _ date: WallTime) -> SQL {
    "(\(sql: name)Seconds, \(sql: name)Nanosecond, \(sql: name)Offset) = (\(values(date)))"
  }

  private mutating func delete(_ identifier: String) throws {
    let id = try asset(identifier)
    doomed += try String.fetchAll(db, sql: "SELECT fileName FROM resource WHERE assetID = ?", arguments: [id])
    try db.execute(sql: "DELETE FROM asset WHERE id = ?", arguments: [id])
  }

  /// Gives the next finished photo its proxy's place. The proxy's file goes when nothing can undo that.
  private mutating func replaceProxy(of identifier: String) throws {
    let id = try asset(identifier)
    guard var photo = replacements.popFirst() else {
      throw PhotosError(.internalError, context: identifier, message: "The finished photo has not been staged.")
    }
    let proxy = try Row.fetchOne(
      db, sql: "SELECT id, fileName, originalFilename, proxyKey FROM resource WHERE assetID = ? AND type = ?",
      arguments: [id, ResourceType.photoProxy.rawValue])
    guard let proxy else {
      throw PhotosError(
        .requestNotSupportedForAsset, context: identifier,
        message: "The asset has no proxy: it was never deferred, or its finished photo is there already.")
    }
    let fileName = try proxy.decode(String.self, atIndex: 1)
    let key = try proxy.decode(String?.self, atIndex: 3) ?? proxyKey(ofFile: fileName)
    guard key == photo.facts.proxyKey else {
      throw PhotosError.invalid(
        photo.originalFilename,
        "It is not the photo that the proxy stands for: the proxy is of \(key?.prefix(64) ?? "no known photo"), "
          + "and this is \(photo.facts.proxyKey?.prefix(64) ?? "none"). Give the finished photo of the same capture.")
    }
    if !photo.isNamed {
      let name = try proxy.decode(String.self, atIndex: 2)
      photo.originalFilename = photo.facts.contentType.name(like: name)
    }
    try db.execute(sql: "DELETE FROM resource WHERE id = ?", arguments: [try proxy.decode(Int64.self, atIndex: 0)])
    try place(photo, of: id, proxyKey: key)
    // When it was taken, where, and when somebody last changed it is what it was.
    try db.execute(
      sql: "UPDATE asset SET pixelWidth = ?, pixelHeight = ?, contentVersion = contentVersion + 1 WHERE id = ?",
      arguments: [photo.facts.size.width, photo.facts.size.height, id])
    doomed.append(fileName)
  }

  /// The key of a proxy that was added by a version which noted none.
  private func proxyKey(ofFile name: String) throws -> String? {
    guard let path = folder.path(of: name) else { return nil }
    return try ResourceFacts.read(folder.files.open(path), as: .photoProxy, context: name).proxyKey
  }

  // MARK: Albums

  private func album(_ identifier: String) throws -> Int64 {
    guard !identifier.hasPrefix("smart-") else {
      throw PhotosError(
        .changeNotSupported, context: identifier, message: "The library's own collections follow from what assets are.")
    }
    return try id(of: "album", identifier)
  }

  private func change(album identifier: String, _ changes: AlbumChanges) throws {
    let id = try album(identifier)
    if let title = changes.title {
      try db.execute(literal: "UPDATE album SET title = \(title) WHERE id = \(id)")
    }
    for step in changes.steps {
      let asset = try asset(step.identifier)
      if step.isAddition {
        try db.execute(
          literal: "INSERT INTO albumAsset (albumID, assetID) VALUES (\(id), \(asset)) ON CONFLICT DO NOTHING")
      } else {
        try db.execute(sql: "DELETE FROM albumAsset WHERE albumID = ? AND assetID = ?", arguments: [id, asset])
      }
    }
  }
}
