import ByteCoding
public import FileStorage
import LivePhotoFiles
public import MediaCore
import MovieCoding
public import PhotoLibrary
import StillCoding

/// Gives files of a photo library away: copies of originals or of what was made of them, in the forms that others take.
public struct LibraryExporter: Sendable {
  /// The forms of a Live Photo.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// A still and a movie of one name, as phones give them away.
    case pair
    /// A `.pvt` folder, which AirDrop keeps together.
    case bundle
    /// Android's Motion Photo.
    case motionphoto
    /// A ZIP archive.
    case zip
  }

  /// A remark on an asset that was written.
  public struct Note: Sendable, Hashable {
    /// A sentence.
    public let text: String
    /// A Boolean value that indicates whether something is damaged or missing.
    public let isDamage: Bool
  }

  /// The files of an asset that was written.
  public struct Export: Sendable, Hashable {
    /// The paths.
    public let files: [String]
    /// A Boolean value that indicates whether an earlier export had written all of them, with the same bytes.
    public let wasThere: Bool
    /// The date of the asset, if the library alone has it, and the files tell none or another.
    public var date: WallTime?
    /// The place of the asset, if the library alone has it.
    public var location: GeoLocation?
    /// The place that the files tell, if the library has none, such as one that was removed there.
    public var fileLocation: GeoLocation?
  }

  /// The library whose assets are exported.
  public let library: PhotoLibrary
  /// The form in which Live Photos are written.
  public var format = Format.pair
  /// A Boolean value that indicates whether originals are given away even where there are edited forms: as
  /// ``Format/pair``, all files that were imported, byte for byte and under their names, those among them that another
  /// program had edited too.
  public var isOriginal = false
  /// A Boolean value that indicates whether damaged files are given away as they are, and of an asset that has lost a
  /// file what is left.
  public var takesDamaged = false
  /// The error that the library's store gave when it did not answer. Files that are in the store alone then fail with
  /// this error, and are not asked for; `nil` asks for them.
  public var storeFailure: PhotosError?
  private let folders: any FileTree
  private let store: any FileStore

  /// Creates an exporter out of a library.
  public init(from library: PhotoLibrary, folders: any FileTree = DiskFiles(), store: any FileStore = DiskFiles()) {
    (self.library, self.folders, self.store) = (library, folders, store)
  }

  /// Makes a folder for exports, if it is not there.
  /// - Throws: `PhotosError` for a folder of the library's own; `FileStoreError` when it cannot be made.
  public func prepare(_ folder: String) throws {
    try OutsideFolder.check(folder, outside: library, folders)
    try folders.makeFolder(folder)
  }

  /// Writes an asset into a folder, which is made if it is not there. Nothing is overwritten, and files that an earlier
  /// export has written are not written again: of a name that is taken, the bytes are compared, and where they differ
  /// the new file's name gets a number. Each file is held against the hash that it was added with. `note` gets a remark
  /// on each file that is not what its user may expect.
  ///
  /// An edited still without a movie of its own goes with the original movie, whose identifier it gets.
  /// - Throws: `PhotosError` when the asset or its files are gone, 3302 when one is damaged, 3169 when the library's
  ///   store cannot be reached; `FileStoreError` when a file cannot be written; `LivePhotoError` when no Motion Photo
  ///   can be made of it. Then nothing of it is there.
  public func export(_ asset: Asset, to folder: String, note: (Note) -> Void = { _ in }) throws -> Export {
    try prepare(folder)
    let resources = try AssetResource.assetResources(for: asset, in: library)
    guard let main = shown(resources, [.fullSizePhoto, .fullSizeVideo], [.photo, .photoProxy, .video]) else {
      throw PhotosError(.missingResource, context: asset.localIdentifier, message: "The asset has no file to export.")
    }
    let movie = shown(resources, [.fullSizePairedVideo], [.pairedVideo])
    let imported = imported(resources)
    let alternates = resources.filter { $0.type == .alternatePhoto }
    let wanted = imported.isEmpty ? [main] + [movie].compactMap { $0 } + alternates : imported
    var files = try wanted.compactMap { try outgoing($0, note) }
    guard !files.isEmpty else {
      throw PhotosError(.missingResource, context: main.originalFilename, message: "Nothing is left of the asset.")
    }
    if imported.isEmpty { try join(&files, note) }
    for text in wordsOnLacks(of: asset, resources) { note(Note(text: text, isDamage: false)) }
    if movie != nil, [.bundle, .motionphoto].contains(format) {
      for file in files where file.resource.type == .alternatePhoto {
        let form = format == .bundle ? "a bundle" : "a Motion Photo"
        note(
          Note(
            text: "\(file.resource.originalFilename): left out, as \(form) has room for a still and a movie; the "
              + "formats pair and zip have it.", isDamage: false))
      }
    }
    // An edited form is called as the original is.
    let original = resources.first { [.photo, .photoProxy, .video].contains($0.type) } ?? main
    let stem = FileNames.stem(of: Self.harmless(original.originalFilename))
    for number in 0..<10_000 {
      let mark = number == 0 ? "" : " (\(number))"
      do {
        var export =
          imported.isEmpty
          ? try write(asset, files, FileNames.path(folder, stem + mark))
          : try writeImported(asset, files, to: folder, stem, mark)
        (export.date, export.location, export.fileLocation) = AssetLookup(in: library).facts(of: asset, notIn: main)
        return export
      } catch let error as FileStoreError where error.code == .existing { continue }
    }
    throw PhotosError(
      .internalError, context: folder, message: "Every name like \(stem) is taken. Choose another folder.")
  }

  /// Returns what an asset does not have yet, or has lost, in sentences.
  private func wordsOnLacks(of asset: Asset, _ resources: [AssetResource]) -> [String] {
    let proxies = resources.filter { $0.type == .photoProxy }.map {
      "\($0.originalFilename): this is a proxy, as its still has not been finished. 'livecam finish --library' makes the "
        + "still; export it then."
    }
    let remark = asset.remark.map { "\(resources.first?.originalFilename ?? ""): it is incomplete: \($0)" }
    return proxies + [remark].compactMap { $0 }
  }

  private func shown(_ resources: [AssetResource], _ edited: [ResourceType], _ originals: [ResourceType])
    -> AssetResource?
  {
    ((isOriginal ? [] : edited) + originals).lazy.compactMap { type in resources.first { $0.type == type } }.first
  }

  // MARK: What is given away

  /// The files as they were imported, where they are asked for and the format takes them.
  private func imported(_ resources: [AssetResource]) -> [AssetResource] {
    func first(_ types: [ResourceType]) -> AssetResource? {
      types.lazy.compactMap { type in resources.first { $0.type == type } }.first
    }
    guard isOriginal else { return [] }
    let (file, fileBeside) = (first([.importedFile]), first([.fileBeside]))
    switch format {
    case .motionphoto:
      return [file ?? fileBeside].compactMap { $0?.uniformTypeIdentifier == "public.zip-archive" ? nil : $0 }
    case .bundle, .zip: return []
    case .pair:
      let originals = [
        first([.importedPhoto, .photo, .photoProxy, .video]), first([.importedPairedVideo, .pairedVideo]),
      ]
      return
        (file.map { [$0] } ?? originals.compactMap { $0 } + resources.filter(\.type.accompaniesOriginal)
        + [fileBeside].compactMap { $0 })
        + resources.editedFormsThatCame
    }
  }

  /// A file of the asset, opened; `nil` for one that is gone where what is left is taken.
  private func outgoing(_ resource: AssetResource, _ note: (Note) -> Void) throws -> OutgoingFile? {
    do {
      var file = OutgoingFile(resource, try open(resource))
      guard takesDamaged || ![.pair, .bundle].contains(format) else { return file }
      do { try file.check() } catch let error as PhotosError where error.code == .invalidResource && takesDamaged {
        file.trust()
        note(Note(text: "\(resource.originalFilename): \(error.message)", isDamage: true))
      }
      return file
    } catch let error as PhotosError where error.code == .missingResource && takesDamaged {
      note(Note(text: "\(resource.originalFilename): \(error.message)", isDamage: true))
      return nil
    }
  }

  private func open(_ resource: AssetResource) throws(PhotosError) -> FileBytes {
    if let storeFailure, !library.originals.isLocal(resource) { throw storeFailure }
    return try OutgoingFile.open(resource, in: library)
  }

  private static let stills: Set<ResourceType> = [.photo, .photoProxy, .fullSizePhoto]
  private static let movies: Set<ResourceType> = [.pairedVideo, .fullSizePairedVideo]

  /// Makes still and movie a Live Photo where one of them is edited and the other is not, as they may have identifiers
  /// of their own, and where the still is of a kind that nobody pairs.
  private func join(_ files: inout [OutgoingFile], _ note: (Note) -> Void) throws {
    guard let still = files.firstIndex(where: { Self.stills.contains($0.resource.type) }),
      let movie = files.firstIndex(where: { Self.movies.contains($0.resource.type) })
    else { return }
    let isMixed =
      format != .motionphoto
      && (files[still].resource.type == .fullSizePhoto) != (files[movie].resource.type == .fullSizePairedVideo)
    guard isMixed || !files[still].isOfPairedKind else { return }
    // What is damaged is not read for its identifier.
    for index in [still, movie] { try files[index].check() }
    let name = files[still].resource.originalFilename
    let which = files[movie].resource.type == .pairedVideo ? "original" : "edited"
    do {
      let text = try MovieReader().read(files[movie].source).contentIdentifier
      let needsIdentifier = try text == nil || StillFile.read(files[still].source).contentIdentifier != text
      guard needsIdentifier || !files[still].isOfPairedKind else { return }
      guard let text, let identifier = PairIdentifier(uuidString: text) else {
        throw CodingError(.unsupported, context: name, message: "The movie has no identifier.")
      }
      let remarks = try files[still].pair(with: identifier)
      let paired = "it goes with the \(which) movie, whose identifier its copy got, so that both are a Live Photo."
      for remark in (needsIdentifier ? [paired] : []) + remarks {
        note(Note(text: "\(name): \(remark)", isDamage: false))
      }
    } catch {
      guard error is CodingError || error is MovieError else { throw error }
      files.remove(at: movie)
      note(
        Note(text: "\(name): it goes without the \(which) movie, as they cannot be paired: \(error)", isDamage: false))
    }
  }

  /// Leaves room for a number and an extension below what file systems take.
  private static let mostBytes = 200
  private static let longestTail = 32

  /// A name that stays in its folder and is no hidden one, whoever gave it.
  static func harmless(_ name: String) -> String {
    let scalars = name.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f && $0 != "/" }
    let kept = String(String.UnicodeScalarView(scalars.drop { $0 == "." }))
    // What stands behind the dot of a name that no file system has taken is no extension.
    let isExtended = FileNames.tail(of: kept).utf8.count <= longestTail
    var stem = kept.isEmpty ? "photo" : isExtended ? FileNames.stem(of: kept) : kept
    while stem.utf8.count > mostBytes { stem.removeLast() }
    return stem + (isExtended ? FileNames.tail(of: kept) : "")
  }

  private func write(_ asset: Asset, _ files: [OutgoingFile], _ path: String) throws -> Export {
    let still = files.first { Self.stills.contains($0.resource.type) }
    let movie = files.first { Self.movies.contains($0.resource.type) }
    switch (format, still, movie) {
    case (.bundle, let still?, let movie?):
      let name = FileNames.name(of: path)
      return try writeBundle(of: asset, path + ".pvt") { folder in
        [still, movie].map { file in
          draft(of: asset, "\(folder)/\(name).\(file.fileExtension)") { write in try file.write(write) }
        } + [
          draft(of: asset, folder + "/metadata.plist") { write in
            try Array(Self.bundleList.utf8).withUnsafeBytes { try write($0) }
          }
        ]
      }
    case (.motionphoto, let still?, let movie?):
      let rope = try MotionPhoto.rope(still: still.source, movie: movie.source)
      let place = MotionPhoto.name(stem: path, isHEIC: still.resource.uniformTypeIdentifier == "public.heic")
      return try write([draft(of: asset, place) { write in try rope.write(write) }])
    case (.zip, _, _):
      let name = FileNames.name(of: path)
      let archive = try ZipWriter(
        files.map { file in
          ZipWriter.Entry(
            name + "." + file.fileExtension, file.rope, date: asset.creationDate ?? asset.modificationDate)
        })
      return try write([draft(of: asset, path + ".zip") { write in try archive.write(write) }])
    case (.pair, _, _), (.bundle, _, _), (.motionphoto, _, _):
      return try write(files.map { file in draft(of: asset, path + "." + file.fileExtension) { try file.write($0) } })
    }
  }

  /// A file that is dated as its asset is, which no file need tell: programs that know no metadata sort by that.
  private func draft(
    of asset: Asset, _ path: String,
    body: @escaping @Sendable (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) -> FileDraft {
    FileDraft(path, modificationNanoseconds: nanoseconds(of: asset), body: body)
  }

  private func nanoseconds(of asset: Asset) -> Int64? {
    asset.creationDate.flatMap { date -> Int64? in
      let (whole, overflow) = date.secondsSince1970.multipliedReportingOverflow(by: 1_000_000_000)
      let (sum, isTooMuch) = whole.addingReportingOverflow(Int64(date.nanosecond))
      return overflow || isTooMuch ? nil : sum
    }
  }

  private func write(_ drafts: [FileDraft]) throws -> Export {
    let wasThere = try WrittenBefore(folders: folders, store: store).write(drafts)
    return Export(files: drafts.map(\.path), wasThere: wasThere)
  }

  /// Writes files under the names that they came with, and those of a bundle as one.
  private func writeImported(
    _ asset: Asset, _ files: [OutgoingFile], to folder: String, _ stem: String, _ mark: String
  ) throws -> Export {
    guard files.contains(where: { $0.resource.type == .bundleData }) else {
      return try write(importedDrafts(asset, files, in: folder, mark))
    }
    return try writeBundle(of: asset, FileNames.path(folder, stem + mark + ".pvt")) {
      importedDrafts(asset, files, in: $0, "")
    }
  }

  private func importedDrafts(
    _ asset: Asset, _ files: [OutgoingFile], in folder: String, _ mark: String
  ) -> [FileDraft] {
    var taken: Set<String> = []
    return files.map { file in
      let name = Self.harmless(file.resource.originalFilename)
      let (stem, tail) = (FileNames.stem(of: name) + mark, FileNames.tail(of: name))
      var path = FileNames.path(folder, stem + tail)
      // Disks may hold names for equal that differ in case.
      var number = 2
      while !taken.insert(path.lowercased()).inserted {
        path = FileNames.path(folder, "\(stem) \(number)" + tail)
        number += 1
      }
      return draft(of: asset, path) { write in try file.write(write) }
    }
  }

  /// Writes a folder that appears with all its files, dated as they are.
  private func writeBundle(
    of asset: Asset, _ path: String, _ drafts: (_ folder: String) -> [FileDraft]
  ) throws -> Export {
    let temporary = FileNames.path(
      FileNames.folder(of: path), ".livecam-" + library.environment.makeIdentifier() + ".tmp")
    guard !folders.exists(path) else {
      let before = WrittenBefore(folders: folders, store: store)
      if try drafts(path).allSatisfy(before.isThere) { return Export(files: [path], wasThere: true) }
      throw FileStoreError(.existing, path: path, operation: "rename", message: "there is something of this name")
    }
    try folders.makeFolder(temporary)
    do {
      for draft in drafts(temporary) {
        try folders.write(draft.path) { write in
          // One closure is lent to another.
          try withoutActuallyEscaping(write) { write in try draft.body { try write($0) } }
        }
        if let date = draft.modificationNanoseconds { try folders.setDate(of: draft.path, nanoseconds: date) }
      }
      if let date = nanoseconds(of: asset) { try folders.setDate(of: temporary, nanoseconds: date) }
      try folders.syncFolder(temporary)
      try folders.rename(temporary, to: path)
    } catch {
      // What stays is a hidden folder with a name that says whose it is.
      for file in (try? folders.names(in: temporary)) ?? [] { try? folders.remove(temporary + "/" + file) }
      try? folders.removeFolder(temporary)
      throw error
    }
    return Export(files: [path], wasThere: false)
  }

  private static let bundleList = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict><key>PFVideoComplementMetadataVersionKey</key><string>1</string></dict></plist>

    """
}
