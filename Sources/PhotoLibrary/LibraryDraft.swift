import FoundationEssentials
package import MediaCore
import Synchronization

/// An asset that is to be made of files, some of which the library has staged.
package struct LibraryDraft: Sendable {
  /// A file and what part of the asset it is.
  package struct Resource: Sendable {
    package let type: ResourceType
    package let path: String
    /// The name that the resource gets when it is given away again.
    package let name: String

    package init(_ type: ResourceType, at path: String, name: String) {
      (self.type, self.path, self.name) = (type, path, name)
    }
  }

  package var resources: [Resource]
  /// A sentence that says what is missing of the asset, and why.
  package var remark: String?
  /// The date at which the asset was taken; `nil` takes the one that its files say.
  package var creationDate: WallTime?
  /// The date and the place of the asset, if its files do not say them.
  package var otherwise: (date: WallTime?, location: GeoLocation?) = (nil, nil)
  /// The date of the asset, if nothing else tells one.
  package var guess: AssetDateGuess?
  package var isFavorite = false
  /// Indicates whether the files' old names are to go.
  package var movesFiles = false
  /// Albums that it joins.
  package var albums: [AssetCollection] = []

  package init(_ resources: [Resource], remark: String? = nil) { (self.resources, self.remark) = (resources, remark) }
}

/// The outcome of adding a draft.
package struct LibraryAddition: Sendable, Hashable {
  /// The asset: the new one, or the one that was there.
  package let localIdentifier: String
  /// Indicates whether an asset with the same files was there already, so that nothing was added.
  package let isDuplicate: Bool
  /// The types of the draft's files that that asset lacked, and has got.
  package let got: [ResourceType]
  /// The local identifier of an asset with the same original files and other edited forms, which the new one is a
  /// version of.
  package let versionOf: String?
  /// Indicates whether that asset was in the trash, and has been taken out of it.
  package let isRestored: Bool
  /// Indicates whether the draft is one half of a Live Photo, and that asset was the other.
  package let isJoined: Bool
  /// The names of that asset's files that were gone or damaged, and have been put back.
  package let mended: [String]
  /// The paths of the new asset's files, in the order of the draft.
  package let paths: [String]
  /// What tells the new asset's date; `nil` for its main file, and for an asset that was there.
  package let dateSource: AssetDateSource?
}

extension LibraryDraft {
  /// Makes assets of drafts, all of them or none, and waits until it is done.
  /// - Throws: ``PhotosError``, when nothing was changed.
  @discardableResult
  package static func addAndWait(
    _ drafts: [LibraryDraft], to library: PhotoLibrary, skippingDuplicates: Bool = false
  ) throws(PhotosError) -> [LibraryAddition] {
    let requests = Mutex<[AssetCreationRequest]>([])
    try library.performChangesAndWait {
      for draft in drafts {
        let request = AssetCreationRequest.forAsset(in: library)
        request.skipsDuplicates = skippingDuplicates
        for resource in draft.resources {
          var options = AssetResourceCreationOptions()
          options.originalFilename = resource.name
          options.shouldMoveFile = draft.movesFiles || library.isStaged(resource.path)
          request.addResource(with: resource.type, fileURL: URL(fileURLWithPath: resource.path), options: options)
        }
        if let remark = draft.remark { request.remark = remark }
        if let date = draft.creationDate { request.creationDate = date }
        request.setOtherwise(date: draft.otherwise.date, location: draft.otherwise.location, guess: draft.guess)
        if draft.isFavorite { request.isFavorite = true }
        for album in draft.albums {
          AssetCollectionChangeRequest(for: album, in: library).addAssets([request.placeholderForCreatedAsset])
        }
        requests.withLock { $0.append(request) }
      }
    }
    return requests.withLock { requests in
      requests.map { request in
        let (outcome, there) = (request.outcome, request.outcome.duplicate)
        return LibraryAddition(
          localIdentifier: there?.identifier ?? request.placeholderForCreatedAsset.localIdentifier,
          isDuplicate: there != nil, got: there?.got ?? [], versionOf: outcome.versionOf,
          isRestored: there?.isRestored == true, isJoined: there?.isJoined == true,
          mended: outcome.mended,
          paths: outcome.paths, dateSource: outcome.dateSource)
      }
    }
  }

  /// Gives an asset edited forms of staged files that were made of `basis`, with words on what was done, and waits for
  /// the change.
  /// - Throws: ``PhotosError``, when nothing was changed.
  package static func setContentEdits(
    _ files: [(type: ResourceType, path: String, name: String)], adjustments: [UInt8], of asset: Asset,
    basis: [AssetResource], in library: PhotoLibrary
  ) throws(PhotosError) {
    let edits = files.map { file in
      var options = AssetResourceCreationOptions()
      options.originalFilename = file.name
      options.shouldMoveFile = true
      return AssetEdit(file.type, fileURL: URL(fileURLWithPath: file.path), options: options)
    }
    try library.performChangesAndWait {
      AssetChangeRequest.setContentEdits(
        edits + [AssetEdit(.adjustmentData, data: adjustments)], of: asset, in: library, basis: basis)
    }
  }

  /// Takes a number for a new asset's name: above those of all assets that the library has, and above `least`; no other
  /// process gets it.
  /// - Throws: ``PhotosError`` when the database fails.
  package static func takeNumber(in library: PhotoLibrary, above least: Int = 0) throws(PhotosError) -> Int {
    let setting = "lastNumber"
    // Carried out twice, it leaves a number out.
    return try fileAccess(library.path) {
      try library.catalog.write(token: nil) { db in
        let taken = try db.firstRow(of: "SELECT value FROM setting WHERE name = \(setting)")?.text(0)
        let highest = try db.integer("SELECT max(id) FROM asset") ?? 0
        let number = max(least, taken.flatMap { Int($0) } ?? 0, Int(clamping: highest)) + 1
        let text = "\(number)"
        try db.execute("DELETE FROM setting WHERE name = \(setting)")
        try db.execute("INSERT INTO setting (name, value) VALUES (\(setting), \(text))")
        return number
      }
    }
  }
}
