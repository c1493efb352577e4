import FileStorage
import MediaCore
import StillCoding

/// Carries out the operations of one block inside of one transaction. Any error undoes all of them.
///
/// The files of new resources have their lasting names by then.
struct ChangeExecutor {
  /// An asset that was there already.
  struct Duplicate: Sendable {
    let identifier: String
    /// Indicates whether the asset was in the trash, and has been taken out of it.
    var isRestored = false
    /// The types of the new one's files that the asset lacked, and has got.
    var got: [ResourceType] = []
    /// Indicates whether the asset was the other half of a Live Photo, and has got this one.
    var isJoined = false
  }

  let db: any CatalogConnection
  let folder: LibraryFolder
  let now: WallTime
  /// Indicates whether the program has limited access: only selected assets exist then, and what is added is selected.
  let isLimited: Bool
  private let assets: [String: StagedAsset]
  /// Files for assets that are there, by their operation's place among all.
  private let additions: [Int: [StagedResource]]
  /// Files of assets that are gone, and files that turned out not to be needed: to be removed when nothing can bring
  /// them back.
  private(set) var doomed: [String] = []
  /// New assets that are in the library already, by their identifiers, with those that are there.
  private(set) var duplicates: [String: Duplicate] = [:]
  /// The identifiers of assets that have the same original files as new ones and other edited forms, by theirs.
  private(set) var versions: [String: String] = [:]
  /// What tells the dates of new assets whose main files do not, by their identifiers.
  private(set) var dateSources: [String: AssetDateSource] = [:]
  private var entries: [HistoryEntry] = []

  init(
    _ db: any CatalogConnection, _ folder: LibraryFolder, now: WallTime, isLimited: Bool, _ staged: ResourceStaging
  ) {
    self.db = db
    self.folder = folder
    self.now = now
    self.isLimited = isLimited
    assets = staged.assets
    additions = staged.additions
  }

  /// Carries out everything, and notes what has changed under the change's token.
  ///
  /// What is new is made first, so that a request may speak of what a later one of its block creates.
  mutating func run(_ operations: [ChangeOperation], token: String, program: String) throws {
    for case .create(let identifier, _, let changes) in operations { try create(identifier, changes) }
    for case .album(let identifier, _, true) in operations {
      try db.execute("INSERT INTO album (localIdentifier, title) VALUES (\(identifier), '')")
      note(.album, .inserted, identifier)
    }
    for (index, operation) in operations.enumerated() {
      switch operation {
      case .create: break
      case .change(let identifier, let changes): try change(identifier, changes)
      case .replaceProxy(let identifier, _): try replaceProxy(of: identifier, by: additions[index]?.first)
      case .edit(let identifier, _, let basis):
        try check(basis, of: identifier)
        try edit(identifier, additions[index] ?? [])
      case .revert(let identifier, let toOriginal): try revert(identifier, toOriginal)
      case .giveUp(let identifier, let types, _): try giveUp(identifier, types, additions[index] ?? [])
      case .delete(let identifiers): for identifier in identifiers { try delete(identifier) }
      case .deleteTrash(let seconds, let count):
        for identifier in try trash(before: seconds, atMost: count) { try delete(identifier) }
      case .album(let identifier, let changes, let isNew): try change(album: identifier, changes, isNew)
      case .deleteAlbums(let identifiers):
        for identifier in identifiers {
          let id = try album(identifier)
          try db.execute("DELETE FROM album WHERE id = \(id)")
          note(.album, .deleted, identifier)
        }
      }
    }
    for name in doomed { try db.execute("INSERT INTO doomedFile (fileName) VALUES (\(name)) ON CONFLICT DO NOTHING") }
    try History.append(entries, token: token, program: program, seconds: now.secondsSince1970, to: db)
  }

  private mutating func note(_ kind: HistoryEntry.Kind, _ action: HistoryEntry.Action, _ identifier: String) {
    entries.append(HistoryEntry(kind: kind, action: action, localIdentifier: identifier))
  }

  // MARK: Assets

  private mutating func create(_ identifier: String, _ changes: AssetChanges) throws {
    guard let asset = assets[identifier], let main = asset.main else {
      throw PhotosError(.internalError, context: identifier, message: "The new asset has not been staged.")
    }
    if changes.skipsDuplicates, try isThere(asset, as: identifier) {
      guard let remark = changes.remark, let there = duplicates[identifier], there.got.contains(where: \.isEdit) else {
        return
      }
      return try add(remark: remark, to: there.identifier)
    }
    let date = AssetDate.of(asset, changes, now: now)
    dateSources[identifier] = date.source
    let location = (changes.location ?? nil) ?? main.facts.location ?? changes.otherwise.location
    let traits = AssetTraits(of: asset.resources.map { ($0.type, $0.facts.size, $0.facts.contentType) })
    let duration = asset.isVideo ? (asset.shown?.facts.duration.nanoseconds ?? 0) : 0
    let row = try db.firstRow(
      of: """
        INSERT INTO asset (localIdentifier, mediaType, mediaSubtypes, playbackStyle, pixelWidth, pixelHeight,
          durationNanoseconds, creationSeconds, creationNanosecond, creationOffset, modificationSeconds,
          modificationNanosecond, modificationOffset, latitude, longitude, altitude, isFavorite, isHidden, isSelected,
          isUnfinished, hasRaw, remark, dateSource)
        VALUES (\(identifier), \(traits.mediaType.rawValue), \(traits.subtypes.rawValue), \(traits.style.rawValue),
          \(traits.size.width), \(traits.size.height), \(duration), \(Self.values(date.date)), \(Self.values(now)),
          \(location?.latitudeDegrees), \(location?.longitudeDegrees), \(location?.altitudeMeters),
          \(changes.isFavorite ?? false), \(changes.isHidden ?? false), \(isLimited), \(traits.isUnfinished),
          \(traits.hasRaw), \(changes.remark), \(date.source?.rawValue))
        RETURNING id
        """)
    guard let id = try row?.integer(0) else { throw CatalogError(.failed, message: "A new row has no number.") }
    for resource in asset.resources { try add(resource, to: id) }
    note(.asset, .inserted, identifier)
  }

  /// Adds to an asset's remark what is said of the forms that it has got.
  private func add(remark: String, to identifier: String) throws {
    let known = try db.firstRow(of: "SELECT remark FROM asset WHERE localIdentifier = \(identifier)")?.optionalText(0)
    guard known?.contains(remark) != true else { return }
    let all = known.map { remark.hasPrefix($0) ? remark : $0 + " " + remark } ?? remark
    try db.execute("UPDATE asset SET remark = \(all) WHERE localIdentifier = \(identifier)")
  }

  /// Adds to the library's assets what a new one would be a duplicate of, or the other half of; `false` if there is no
  /// such asset, and the new one is to be made.
  private mutating func isThere(_ asset: StagedAsset, as identifier: String) throws -> Bool {
    guard let twin = try twin(of: asset) else {
      guard let (other, added) = try join(asset) else { return try addRaw(asset, as: identifier) }
      duplicates[identifier] = Duplicate(identifier: other.identifier, isRestored: other.isTrashed, isJoined: true)
      let kept = Set((added + (try improve(other.identifier, by: asset))).map(\.fileName))
      doomed += asset.resources.map(\.fileName).filter { !kept.contains($0) }
      return true
    }
    guard twin.fit != .hasOtherEdits else {
      versions[identifier] = twin.identifier
      return false
    }
    let added = try improve(twin.identifier, by: asset)
    if twin.isTrashed {
      var changes = AssetChanges()
      changes.isTrashed = false
      try change(twin.identifier, changes)
    }
    duplicates[identifier] = Duplicate(
      identifier: twin.identifier, isRestored: twin.isTrashed, got: added.map(\.type))
    let kept = Set(added.map(\.fileName))
    doomed += asset.resources.map(\.fileName).filter { !kept.contains($0) }
    return true
  }

  /// An asset that has the same original files as a new one.
  private struct Twin {
    let identifier: String
    let isTrashed: Bool
    let fit: EditedFormRows.Fit
  }

  /// The asset that has the same original files and fits best: outside the trash, and with the same edited forms.
  private func twin(of asset: StagedAsset) throws -> Twin? {
    var twins: [Twin] = []
    for (key, wanted) in asset.identities {
      let candidates = try db.rows(
        of: """
          SELECT asset.id, asset.localIdentifier, asset.trashedSeconds FROM resource
          JOIN asset ON asset.id = resource.assetID WHERE resource.sha256 = \(key.sha256) ORDER BY asset.id
          """
      ) { (id: try $0.integer(0), identifier: try $0.text(1), isTrashed: try $0.optionalInteger(2) != nil) }
      // Who may see some assets only changes no others.
      for candidate in candidates where !isLimited || !candidate.isTrashed {
        let forms = try EditedFormRows(of: candidate.id, in: db)
        guard wanted.isSubset(of: forms.hashes) else { continue }
        let fit = forms.fit(asset.forms, canBeChanged: !isLimited)
        twins.append(Twin(identifier: candidate.identifier, isTrashed: candidate.isTrashed, fit: fit))
      }
    }
    // Of those that fit equally well, the first.
    return twins.enumerated().min { one, other in
      func rank(_ twin: Twin) -> Int {
        twin.fit == .hasOtherEdits ? 4 : (twin.isTrashed ? 2 : 0) + (twin.fit == .hasEdits ? 0 : 1)
      }
      return (rank(one.element), one.offset) < (rank(other.element), other.offset)
    }?.element
  }

  /// Makes a Live Photo of an asset that is one half, edited or not, and of the other, which has come by itself or with
  /// the first once more; returns that asset, and what it has got.
  private mutating func join(_ asset: StagedAsset) throws -> (other: Half, added: [StagedResource])? {
    // Who may see some assets only changes no others.
    guard !isLimited else { return nil }
    let originals = asset.resources.filter { !$0.type.isOtherForm }
    if originals.count == 2, let still = originals.first(where: { $0.type == .photo }),
      let movie = originals.first(where: { $0.type == .pairedVideo })
    {
      if let edited = asset.resources.first(where: { $0.type == .fullSizePairedVideo }),
        let own = try half(of: still, standingIn: edited)
      {
        try set(.pairedVideo, to: .fullSizePairedVideo, of: own.id)
        try join(movie, to: own, as: .pairedVideo)
        return (own, [movie])
      }
      // One that has other edited forms would not take those of this one.
      func fits(_ own: Half, _ besides: [ResourceType]) throws -> Bool {
        try EditedFormRows(of: own.id, in: db).fit(asset.forms, besides: besides, canBeChanged: true) != .hasOtherEdits
      }
      let alone = try assets(of: .photo, "resource.sha256 = \(still.sha256)")
      if let own = try alone.first(where: { try fits($0, [.pairedVideo]) }) {
        try join(movie, to: own, as: .pairedVideo)
        return (own, [movie])
      }
      let movies = try assets(of: .video, "resource.sha256 = \(movie.sha256)")
      guard let own = try movies.first(where: { try fits($0, []) }) else { return nil }
      try join(still, to: own, as: .photo)
      return (own, [still])
    }
    guard asset.resources.count == 1, let part = originals.first, [.photo, .video].contains(part.type),
      let pair = part.facts.contentIdentifier, !pair.isEmpty
    else { return nil }
    let found = try assets(of: part.type == .photo ? .video : .photo, "resource.contentIdentifier = \(pair)")
    // Of several it is nobody's.
    guard let other = found.first, found.count(where: { $0.isTrashed == other.isTrashed }) == 1 else { return nil }
    try join(part, to: other, as: part.type == .photo ? .photo : .pairedVideo)
    return (other, [part])
  }

  private typealias Half = (id: Int64, identifier: String, isTrashed: Bool)

  /// Returns the assets that are one photo or one video alone, and fulfil a condition: those in the trash behind
  /// others.
  private func assets(of type: ResourceType, _ condition: SQL) throws -> [Half] {
    let found = try db.rows(
      of: """
        SELECT asset.id, asset.localIdentifier, asset.trashedSeconds FROM resource
        JOIN asset ON asset.id = resource.assetID
        WHERE \(condition) AND resource.type = \(type.rawValue) ORDER BY asset.trashedSeconds IS NOT NULL, asset.id
        """
    ) { (id: try $0.integer(0), identifier: try $0.text(1), isTrashed: try $0.optionalInteger(2) != nil) }
    return try found.filter { try EditedFormRows(of: $0.id, in: db).types.filter { !$0.isOtherForm } == [type] }
  }

  /// Returns the asset of a still in which an edited movie stands for the original, which had not come; `nil` if there
  /// is none, or it is shown edited.
  private func half(of still: StagedResource, standingIn edited: StagedResource) throws -> Half? {
    let found = try db.rows(
      of: """
        SELECT asset.id, asset.localIdentifier, asset.trashedSeconds FROM resource
        JOIN asset ON asset.id = resource.assetID JOIN resource AS movie ON movie.assetID = asset.id
        WHERE resource.sha256 = \(still.sha256) AND resource.type = \(ResourceType.photo.rawValue)
          AND movie.sha256 = \(edited.sha256) AND movie.type = \(ResourceType.pairedVideo.rawValue)
        ORDER BY asset.trashedSeconds IS NOT NULL, asset.id
        """
    ) { (id: try $0.integer(0), identifier: try $0.text(1), isTrashed: try $0.optionalInteger(2) != nil) }
    return try found.first { try !EditedFormRows(of: $0.id, in: db).types.contains(where: \.isEdit) }
  }

  private mutating func join(_ part: StagedResource, to other: Half, as type: ResourceType) throws {
    if type == .photo {
      for (alone, paired) in ResourceType.movieForms { try set(alone, to: paired, of: other.id) }
    }
    try AssetDate.update(other.id, with: part, as: type, now: now, folder, in: db)
    try add(part, as: type, to: other.id)
    let traits = AssetTraits(of: [(.photo, .zero, .data), (.pairedVideo, .zero, .data)])
    try db.execute(
      """
      UPDATE asset SET mediaType = \(traits.mediaType.rawValue), mediaSubtypes = \(traits.subtypes.rawValue),
        playbackStyle = \(traits.style.rawValue), durationNanoseconds = 0, remark = NULL, trashedSeconds = NULL
      WHERE id = \(other.id)
      """)
    try describeContent(of: other.id)
    note(.asset, .updated, other.identifier)
  }

  /// Adds a raw photo that has come by itself to the asset of the picture that was taken with it; `false` if it is no
  /// raw photo, or there is no such asset.
  private mutating func addRaw(_ asset: StagedAsset, as identifier: String) throws -> Bool {
    // Who may see some assets only changes no others.
    guard !isLimited, asset.resources.count == 1, let raw = asset.main,
      let picture = try PictureOfRaw(raw)?.find(in: db)
    else { return false }
    try add(raw, as: .alternatePhoto, to: picture.id)
    try noteContent(of: picture.id, picture.identifier)
    duplicates[identifier] = Duplicate(identifier: picture.identifier, got: [.alternatePhoto])
    return true
  }

  /// Gives an asset what its duplicate has and it lacks: files as they came, a raw photo, and edited forms if it has
  /// none of another program; returns them.
  private mutating func improve(_ identifier: String, by duplicate: StagedAsset) throws -> [StagedResource] {
    // Who may see some assets only changes no others.
    guard !isLimited, duplicate.resources.count > 1 else { return [] }
    let id = try asset(identifier)
    let isOfFiles = !duplicate.resources.contains(where: \.type.isImportedOriginal)
    if isOfFiles { try set(.importedFile, to: .fileBeside, of: id) }
    let forms = try EditedFormRows(of: id, in: db)
    let isWanting = forms.fit(duplicate.forms, canBeChanged: true) == .hasRoom
    let types = forms.types
    let imported =
      types.contains(where: \.isImportedOriginal) ? [] : duplicate.resources.filter(\.type.isImportedOriginal)
    let others = duplicate.resources.filter { $0.type.accompaniesOriginal && !types.contains($0.type) }
    let wanting = imported + (isWanting ? others : [])
    var added: [StagedResource] = []
    if ResourceType.isAsset(types + wanting.map(\.type)) {
      added = wanting
      for resource in added { try add(resource, to: id) }
      // It had come as two files.
      if added.contains(where: { $0.type == .importedFile }) { try set(.importedFile, to: .fileBeside, of: id) }
    }
    for resource in isWanting ? lackingEdits(duplicate, forms) : [] {
      // What was made here is shown further on.
      try add(resource, as: forms.isShowingOwn ? resource.type.setAside ?? resource.type : resource.type, to: id)
      added.append(resource)
    }
    if !added.isEmpty { try noteContent(of: id, identifier) }
    return added
  }

  /// The edited forms of a duplicate that an asset lacks, with the files that they were made of. Where they are set
  /// aside, the latter alone.
  private func lackingEdits(_ duplicate: StagedAsset, _ forms: EditedFormRows) -> [StagedResource] {
    let known = forms.hashes
    let lacking = forms.lacking(duplicate.forms).filter(\.isEdit)
    return duplicate.resources.filter { !known.contains($0.sha256) }.filter { resource in
      guard lacking.contains(resource.type) else { return resource.type.shownAgain.map(lacking.contains) ?? false }
      return !forms.isShowingOwn || !duplicate.resources.contains { $0.type == resource.type.setAside }
    }
  }

  private func add(
    _ resource: StagedResource, as type: ResourceType? = nil, to asset: Int64, proxyKey: String? = nil
  ) throws {
    let (facts, key) = (resource.facts, proxyKey ?? (resource.type == .photoProxy ? resource.facts.proxyKey : nil))
    try db.execute(
      """
      INSERT INTO resource (assetID, type, fileName, originalFilename, uniformTypeIdentifier, byteCount, pixelWidth,
        pixelHeight, proxyKey, sha256, contentIdentifier)
      VALUES (\(asset), \((type ?? resource.type).rawValue), \(resource.fileName), \(resource.originalFilename),
        \(facts.contentType.rawValue), \(resource.byteCount), \(facts.size.width), \(facts.size.height), \(key),
        \(resource.sha256), \(facts.contentIdentifier))
      """)
    if let source = resource.movedFrom {
      try db.execute("INSERT INTO movedSource (fileName, path) VALUES (\(resource.fileName), \(source))")
    }
  }

  private func asset(_ identifier: String) throws -> Int64 {
    try id(of: "asset", identifier, isLimited ? " AND isSelected = 1" : "")
  }

  private func id(of kind: String, _ identifier: String, _ condition: String = "") throws -> Int64 {
    guard let id = try db.integer("SELECT id FROM \(sql: kind) WHERE localIdentifier = \(identifier)\(sql: condition)")
    else {
      throw PhotosError(
        .identifierNotFound, context: identifier, message: "There is no such \(kind) in the library. Fetch it again.")
    }
    return id
  }

  private mutating func change(_ identifier: String, _ changes: AssetChanges) throws {
    let id = try asset(identifier)
    let db = db
    func set(_ assignments: SQL) throws { try db.execute("UPDATE asset SET \(assignments) WHERE id = \(id)") }
    if let flag = changes.isFavorite { try set("isFavorite = \(flag)") }
    if let flag = changes.isHidden { try set("isHidden = \(flag)") }
    let isAsItCame: SQL = "AND cameWith IS NULL"
    if let date = changes.otherwise.date {
      let columns = Self.assignments("creation", date)
      try db.execute("UPDATE asset SET \(columns), dateSource = NULL WHERE id = \(id) \(isAsItCame)")
    }
    if let place = changes.otherwise.location {
      try db.execute("UPDATE asset SET \(Self.assignments(place)) WHERE id = \(id) \(isAsItCame)")
    }
    if changes.creationDate != nil || changes.location != nil { try AssetOrigin.keep(of: id, in: db) }
    if let date = changes.creationDate { try set(Self.assignments("creation", date)) }
    if let place = changes.location { try set(Self.assignments(place)) }
    if let isTrashed = changes.isTrashed {
      // What is in the trash already stays no longer than it would have.
      let seconds = isTrashed ? now.secondsSince1970 : nil
      try set(
        isTrashed ? "trashedSeconds = coalesce(trashedSeconds, \(seconds))" : "trashedSeconds = \(seconds)")
    }
    if let remark = changes.remark { try set("remark = \(remark.isEmpty ? nil : remark)") }
    try set(Self.assignments("modification", now))
    note(.asset, .updated, identifier)
  }

  private static func values(_ date: WallTime) -> SQL {
    "\(date.secondsSince1970), \(date.nanosecond), \(date.utcOffsetSeconds)"
  }

  private static func assignments(_ name: String, _ date: WallTime) -> SQL {
    "(\(sql: name)Seconds, \(sql: name)Nanosecond, \(sql: name)Offset) = (\(values(date)))"
  }

  private static func assignments(_ place: GeoLocation?) -> SQL {
    """
    latitude = \(place?.latitudeDegrees), longitude = \(place?.longitudeDegrees), altitude = \(place?.altitudeMeters)
    """
  }

  private func trash(before seconds: Int64, atMost count: Int) throws -> [String] {
    let condition = isLimited ? "AND isSelected = 1" : ""
    return try db.rows(
      of: """
        SELECT localIdentifier FROM asset WHERE trashedSeconds <= \(seconds) \(sql: condition)
        ORDER BY trashedSeconds, id LIMIT \(count)
        """
    ) { try $0.text(0) }
  }

  private mutating func delete(_ identifier: String) throws {
    let id = try asset(identifier)
    doomed += try db.rows(of: "SELECT fileName FROM resource WHERE assetID = \(id)") { try $0.text(0) }
    try DeletedProxy.note(of: id, in: db)
    try db.execute("DELETE FROM asset WHERE id = \(id)")
    note(.asset, .deleted, identifier)
  }

  // MARK: Content

  /// Gives a finished photo its proxy's place. The proxy's file goes when nothing can undo that.
  private mutating func replaceProxy(of identifier: String, by staged: StagedResource?) throws {
    let id = try asset(identifier)
    guard var photo = staged else {
      throw PhotosError(.internalError, context: identifier, message: "The finished photo has not been staged.")
    }
    let proxy = try db.firstRow(
      of: """
        SELECT id, fileName, originalFilename, proxyKey FROM resource
        WHERE assetID = \(id) AND type = \(ResourceType.photoProxy.rawValue)
        """)
    guard let proxy else {
      throw PhotosError(
        .requestNotSupportedForAsset, context: identifier,
        message: "The asset has no proxy: it was never deferred, or its finished photo is there already.")
    }
    let fileName = try proxy.text(1)
    let key = try proxy.optionalText(3) ?? proxyKey(ofFile: fileName)
    guard key == photo.facts.proxyKey else {
      throw PhotosError.invalid(
        photo.originalFilename,
        "It is not the photo that the proxy stands for: the proxy is of \(key?.prefix(64) ?? "no known photo"), "
          + "and this is \(photo.facts.proxyKey?.prefix(64) ?? "none"). Give the finished photo of the same capture.")
    }
    if !photo.isNamed { photo.originalFilename = photo.facts.contentType.name(like: try proxy.text(2)) }
    try db.execute("DELETE FROM resource WHERE id = \(try proxy.integer(0))")
    try add(photo, to: id, proxyKey: key)
    doomed.append(fileName)
    // When it was taken, where, and when somebody last changed it is what it was.
    try describeContent(of: id)
    note(.asset, .updated, identifier)
  }

  /// The key of a proxy that was added by a version which noted none.
  private func proxyKey(ofFile name: String) throws -> String? {
    guard let path = folder.path(of: name) else { return nil }
    return try ResourceFacts.read(folder.files.open(path), as: .photoProxy, context: name).proxyKey
  }

  /// Makes sure that an asset has the files that its edited forms were made of.
  private func check(_ basis: Set<String>?, of identifier: String) throws {
    guard let basis else { return }
    let id = try asset(identifier)
    let names = try db.rows(of: "SELECT fileName FROM resource WHERE assetID = \(id)") { try $0.text(0) }
    guard basis != Set(names) else { return }
    throw PhotosError(
      .operationInterrupted, context: identifier,
      message: "The asset was changed by somebody else while it was edited, and is as they have left it. Edit it again."
    )
  }

  /// Gives an asset edited forms, in place of those that it had.
  private mutating func edit(_ identifier: String, _ resources: [StagedResource]) throws {
    let id = try asset(identifier)
    try removeEdits(of: id)
    for resource in resources { try add(resource, to: id) }
    guard try ResourceType.isAsset(EditedFormRows(of: id, in: db).types) else {
      throw PhotosError(
        .requestNotSupportedForAsset, context: identifier,
        message: "The asset cannot have these edited forms: \(resources.map { "\($0.type)" }.joined(separator: " + "))."
      )
    }
    try noteContent(of: id, identifier)
  }

  private mutating func revert(_ identifier: String, _ toOriginal: Bool) throws {
    let id = try asset(identifier)
    let forms = try EditedFormRows(of: id, in: db)
    guard try removeEdits(of: id) else {
      throw PhotosError(
        .requestNotSupportedForAsset, context: identifier, message: "The asset has not been edited in the library.")
    }
    if !toOriginal, !forms.cameWithAsset { for form in forms.setAside { try set(form, to: form.type.shownAgain) } }
    try noteContent(of: id, identifier)
  }

  /// Removes edited forms whose files are lost from an asset, and adds what takes their place. What is left of a file
  /// stays where it is.
  private mutating func giveUp(_ identifier: String, _ types: [ResourceType], _ additions: [StagedResource]) throws {
    let id = try asset(identifier)
    for type in types { try db.execute("DELETE FROM resource WHERE assetID = \(id) AND type = \(type.rawValue)") }
    for resource in additions { try add(resource, to: id) }
    try describeContent(of: id)
    note(.asset, .updated, identifier)
  }

  /// Removes the edited forms that an asset shows; returns whether there were any. Those that came with the asset are
  /// set aside.
  @discardableResult
  private mutating func removeEdits(of id: Int64) throws -> Bool {
    let forms = try EditedFormRows(of: id, in: db)
    for form in forms.edits {
      if forms.cameWithAsset, let type = form.type.setAside, !forms.setAside.contains(where: { $0.type == type }) {
        try set(form, to: type)
      } else {
        try db.execute("DELETE FROM resource WHERE id = \(form.id)")
        doomed.append(form.fileName)
      }
    }
    return !forms.edits.isEmpty
  }

  private func set(_ type: ResourceType, to new: ResourceType, of asset: Int64) throws {
    try db.execute(
      "UPDATE resource SET type = \(new.rawValue) WHERE assetID = \(asset) AND type = \(type.rawValue)")
  }

  private func set(_ form: EditedFormRows.Row, to type: ResourceType?) throws {
    guard let type else { return }
    try db.execute("UPDATE resource SET type = \(type.rawValue) WHERE id = \(form.id)")
  }

  /// Updates an asset's row to what its resources are now that somebody has changed them, and notes that.
  private mutating func noteContent(of id: Int64, _ identifier: String) throws {
    try describeContent(of: id)
    let db = db
    try db.execute("UPDATE asset SET \(Self.assignments("modification", now)) WHERE id = \(id)")
    note(.asset, .updated, identifier)
  }

  /// Updates an asset's row to what its resources are.
  private func describeContent(of id: Int64) throws {
    let resources = try db.rows(
      of: "SELECT type, pixelWidth, pixelHeight, uniformTypeIdentifier FROM resource WHERE assetID = \(id)"
    ) { row -> (ResourceType, PixelSize, ContentType)? in
      guard let type = ResourceType(rawValue: Int(clamping: try row.integer(0))),
        let kind = ContentType(rawValue: try row.text(3))
      else { return nil }
      let size = PixelSize(width: Int(clamping: try row.integer(1)), height: Int(clamping: try row.integer(2)))
      return (type, size, kind)
    }
    let traits = AssetTraits(of: resources.compactMap { $0 })
    try db.execute(
      """
      UPDATE asset SET pixelWidth = \(traits.size.width), pixelHeight = \(traits.size.height),
        isUnfinished = \(traits.isUnfinished), hasRaw = \(traits.hasRaw), contentVersion = contentVersion + 1
      WHERE id = \(id)
      """)
  }

  // MARK: Albums

  private func album(_ identifier: String) throws -> Int64 {
    guard !identifier.hasPrefix("smart-") else {
      throw PhotosError(
        .changeNotSupported, context: identifier, message: "The library's own collections follow from what assets are.")
    }
    return try id(of: "album", identifier)
  }

  private mutating func change(album identifier: String, _ changes: AlbumChanges, _ isNew: Bool) throws {
    let id = try album(identifier)
    if let title = changes.title {
      try AlbumChanges.check(title)
      try db.execute("UPDATE album SET title = \(title) WHERE id = \(id)")
    }
    for step in changes.steps {
      // What is in the library already is meant by what would have been its duplicate.
      let asset = try asset(duplicates[step.identifier]?.identifier ?? step.identifier)
      if step.isAddition {
        try db.execute(
          "INSERT INTO albumAsset (albumID, assetID) VALUES (\(id), \(asset)) ON CONFLICT DO NOTHING")
      } else {
        try db.execute("DELETE FROM albumAsset WHERE albumID = \(id) AND assetID = \(asset)")
      }
    }
    if !isNew { note(.album, .updated, identifier) }
  }
}
