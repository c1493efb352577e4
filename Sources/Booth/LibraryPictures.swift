import ByteCoding
import Dispatch
import FileStorage
public import KioskWeb
import LibraryFiles
import LivePhotoFiles
import MediaCore
import MovieCoding
public import PhotoLibrary
import StillCoding
import VideoCoding

/// A photo library as a gallery.
public final class LibraryPictures: KioskPictures {
  let library: PhotoLibrary
  private let thumbnails: LibraryThumbnails
  private let renditions: LibraryRenditions
  /// Makes what takes long: renditions, and long exposures.
  let heavy = HeavyWork()
  // Waiting for a disk is no work for the threads that serve everybody else.
  private let queue = DispatchQueue(label: "livecam.booth.gallery", attributes: .concurrent)
  private let width = DispatchSemaphore(value: 4)

  /// Creates the gallery of a library.
  public init(of library: PhotoLibrary) {
    self.library = library
    thumbnails = LibraryThumbnails(of: library)
    renditions = LibraryRenditions(of: library)
  }

  /// Returns the number of pictures.
  /// - Throws: `WebFailure` 503 when the library cannot be read.
  public func count() throws(WebFailure) -> Int {
    try Self.explaining { try Asset.countAssets(in: library).reduce(0) { $0 + $1.count } }
  }

  /// Returns some pictures, newest first. A cursor is the number of pictures that are older than the last of a page, so
  /// that new ones do not move it.
  /// - Throws: `WebFailure`.
  public func page(
    after cursor: String?, limit: Int, filter: KioskFilter
  ) async throws(WebFailure) -> KioskAssetPage {
    var older: Int?
    if let cursor {
      guard let number = Int(cursor), number >= 0 else { throw .invalid("before: name what \"next\" said.") }
      older = number
    }
    return try await working { [self, older] in
      var options = FetchOptions()
      switch filter {
      case .all: break
      case .live: options.predicate = .mediaSubtypes(.photoLive)
      case .favourite: options.predicate = .isFavorite(true)
      }
      let total = try Asset.countAssets(in: library, options: options).reduce(0) { $0 + $1.count }
      options.sortDescriptors = [AssetSortDescriptor(.addedOrder, ascending: false)]
      options.fetchOffset = max(0, total - min(older ?? total, total))
      options.fetchLimit = limit
      let found = try Asset.fetchAssets(in: library, options: options)
      let rest = total - options.fetchOffset - found.count
      return KioskAssetPage(
        assets: try found.map { try describe($0, withMovie: false) }, next: rest > 0 ? "\(rest)" : nil, total: total)
    }
  }

  /// Returns a picture with its movie.
  /// - Throws: `WebFailure`, 404 when it is gone.
  public func asset(_ id: String) async throws(WebFailure) -> KioskAsset {
    try await working { [self] in try describe(found(id), withMovie: true) }
  }

  /// Returns a file of a picture.
  /// - Throws: `WebFailure`, 404 when there is none of this form.
  public func file(_ form: KioskFile.Form, of id: String, side: Int) async throws(WebFailure) -> KioskFile {
    let asset = try await working { [self] in try found(id) }
    let kind: LibraryRenditions.Kind
    switch form {
    case .thumbnail:
      return try await working { [self] in
        let (path, source) = try thumbnails.bytes(for: asset, side: side)
        return KioskFile(
          name: try self.name(of: asset) + ".jpg", contentType: "image/jpeg", tag: Self.tag(of: path, source),
          source: source)
      }
    case .still:
      return try await working { [self] in
        let still = try resource([.fullSizePhoto, .photo, .photoProxy], of: asset)
        return try file(still.path, named: still.originalFilename, Self.contentType(of: still.path))
      }
    case .movie:
      return try await working { [self] in
        let movie = try resource([.fullSizePairedVideo, .pairedVideo, .fullSizeVideo, .video], of: asset)
        return try file(movie.path, named: movie.originalFilename, "video/mp4")
      }
    case .livephoto: kind = .zip
    case .motionphoto: kind = .motionphoto
    case .gif: kind = .gif
    }
    let name = try await working { [self] in try self.name(of: asset) }
    let path: String
    do { path = try await rendition(kind, of: asset, named: name) } catch { throw Self.explain(error) }
    let (suffix, contentType) =
      switch kind {
      case .zip: (".zip", "application/zip")
      case .motionphoto: (".MP.jpg", "image/jpeg")
      case .gif, .loop, .bounce: (".gif", "image/gif")
      }
    return try await working { [self] in try file(path, named: name + suffix, contentType) }
  }

  /// Returns the path of what is made of a picture to be given away.
  func rendition(_ kind: LibraryRenditions.Kind, of asset: Asset, named name: String) async throws -> String {
    try await heavy.run { [renditions] in try await renditions.path(of: kind, for: asset, named: name) }
  }

  /// Sets whether a picture is a favourite.
  /// - Throws: `WebFailure`.
  public func setFavourite(_ isFavourite: Bool, _ id: String) async throws(WebFailure) -> KioskAsset {
    let asset = try await working { [self] in try found(id) }
    try await change { AssetChangeRequest(for: asset, in: $0).isFavorite = isFavourite }
    return try await self.asset(id)
  }

  /// Puts a picture into the trash.
  /// - Throws: `WebFailure`.
  public func trash(_ id: String) async throws(WebFailure) {
    let asset = try await working { [self] in try found(id) }
    try await change { AssetChangeRequest.trashAssets([asset], in: $0) }
  }

  /// Takes a picture out of the trash.
  /// - Throws: `WebFailure`.
  public func restore(_ id: String) async throws(WebFailure) -> KioskAsset {
    let asset = try await working { [self] in try found(id, inTrash: true) }
    try await change { AssetChangeRequest.restoreAssets([asset], in: $0) }
    return try await self.asset(id)
  }

  /// Adds the file that `make` makes of the stills of pictures, a JPEG unless `type` says otherwise, as another
  /// picture; returns its identifier. `suffix` is appended to the first picture's name.
  func add(
    _ suffix: String, madeOf ids: [String], side: Int, as type: (ResourceType, extension: String) = (.photo, "JPG"),
    making make: @escaping @Sendable ([I420Picture], WallTime?) throws -> [UInt8]
  ) async throws -> String? {
    guard let first = ids.first else { return nil }
    return try await working { [self] in
      let asset = try found(first)
      let made = try make(try ids.map { try upright(found($0), side: side) }, asset.creationDate)
      let path = try library.stage(try Self.dated(made, asset.creationDate, type.0), extension: type.extension)
      defer { library.discard([path]) }
      var draft = LibraryDraft([
        .init(type.0, at: path, name: try name(of: asset) + "_\(suffix).\(type.extension)")
      ])
      draft.creationDate = asset.creationDate
      return try LibraryDraft.addAndWait([draft], to: library).first.map { Self.id(of: $0.localIdentifier) }
    }
  }

  /// Returns a JPEG or an MP4 that says in itself when it was taken.
  private static func dated(_ file: [UInt8], _ date: WallTime?, _ type: ResourceType) throws -> [UInt8] {
    guard let date else { return file }
    guard type == .video else { return try JPEGStill.embedding(StillMetadata(date: date), in: file) }
    let movie = ArrayBytes(file)
    var editor = try MovieEditor(MovieReader().read(movie), source: movie)
    editor.setDate(date)
    return try editor.rope(isIndexFirst: true).contents()
  }

  /// Returns what `make` makes of the newest stills: where there are too few, they are repeated, and where there are
  /// none, plain ones take their place.
  func newestStills(
    _ count: Int, side: Int, making make: @escaping @Sendable ([I420Picture], WallTime?) throws -> [UInt8]
  ) async throws(WebFailure) -> [UInt8] {
    try await working { [self] in
      var options = FetchOptions()
      options.sortDescriptors = [AssetSortDescriptor(.addedOrder, ascending: false)]
      // Movies, and what has been made of stills, are among them.
      options.fetchLimit = 8 * count
      let newest = try Asset.fetchAssets(in: library, options: options).filter { asset in
        asset.mediaType != .video && asset.pixelWidth > asset.pixelHeight
      }.prefix(count)
      var stills = try newest.map { try upright($0, side: side) }
      if stills.isEmpty {
        let plain = try I420Picture(width: 1280, height: 720, range: .full)
        plain.fill(x: 0, y: 0, width: plain.width, height: plain.height, luma: 150)
        stills = [plain]
      }
      let environment = library.environment
      return try make(
        (0..<count).map { stills[$0 % stills.count] }, environment.wallClock.date(at: environment.clock.now))
    }
  }

  func upright(_ asset: Asset, side: Int) throws -> I420Picture {
    let still = try resource([.fullSizePhoto, .photo, .photoProxy], of: asset)
    return try PosterPicture.picture(ofStill: library.environment.files.open(still.path), side: side)
  }

  // MARK: Assets

  /// Returns the identifier of an asset for use in addresses: without slashes, which would split an address.
  static func id(of identifier: String) -> String {
    identifier.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~")
  }

  func found(_ id: String, inTrash: Bool = false) throws -> Asset {
    var options = FetchOptions()
    options.includeTrashedAssets = inTrash
    let identifier = id.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "/")
    guard
      let asset = try Asset.fetchAssets(withLocalIdentifiers: [identifier], in: library, options: options).firstObject,
      inTrash || asset.trashedDate == nil
    else { throw WebFailure.notFound("The picture is gone.") }
    return asset
  }

  func name(of asset: Asset) throws -> String {
    let resources = try AssetResource.assetResources(for: asset, in: library)
    return resources.first.map { Self.stem(of: $0.originalFilename) } ?? "picture"
  }

  func resource(_ types: [ResourceType], of asset: Asset) throws -> AssetResource {
    let resources = try AssetResource.assetResources(for: asset, in: library)
    guard let found = types.lazy.compactMap({ type in resources.first { $0.type == type } }).first else {
      throw WebFailure.notFound("The picture has no such file.")
    }
    return found
  }

  private func describe(_ asset: Asset, withMovie: Bool) throws -> KioskAsset {
    let resources = try AssetResource.assetResources(for: asset, in: library)
    let id = Self.id(of: asset.localIdentifier)
    let kind: KioskAsset.Kind = asset.mediaType == .video ? .video : asset.isLivePhoto ? .live : .photo
    var told = KioskAsset(
      id: id, name: resources.first.map { Self.stem(of: $0.originalFilename) } ?? "picture",
      kind: kind, width: asset.pixelWidth, height: asset.pixelHeight,
      created: asset.creationDate.map { $0.localString() + $0.offsetString() }, isFavourite: asset.isFavorite,
      remark: asset.remark, isUnfinished: asset.isUnfinished)
    let movies: [ResourceType] = [.fullSizePairedVideo, .pairedVideo, .fullSizeVideo, .video]
    if withMovie, kind != .photo,
      let movie = movies.lazy.compactMap({ type in resources.first { $0.type == type } }).first
    {
      // What cannot be read is shown without.
      let file = try? MovieReader().read(library.environment.files.open(movie.path))
      told.movie = file.map { .init(durationSeconds: $0.length.seconds, keyTimeSeconds: $0.stillTime?.seconds) }
    }
    if withMovie { (told.effects, told.effect) = (effects(on: asset, resources), effect(shownBy: resources)) }
    // The names of files are never used again: others are other contents.
    let version = resources.map { Self.stem(of: $0.path).suffix(6) }.joined()
    return told.located(below: "/api/assets/" + id, version: String(version.prefix(24)))
  }

  private func file(_ path: String, named name: String, _ contentType: String) throws -> KioskFile {
    let source = try library.environment.files.open(path)
    return KioskFile(name: name, contentType: contentType, tag: Self.tag(of: path, source), source: source)
  }

  private static func tag(of path: String, _ source: any ByteSource) -> String {
    "\(stem(of: path))-\(source.count)"
  }

  // MARK: Work

  func change(_ body: @escaping @Sendable (PhotoLibrary) -> Void) async throws(WebFailure) {
    do { try await library.performChanges { [library] in body(library) } } catch { throw Self.explain(error) }
  }

  /// Runs work that waits for the disk on a thread of its own, so that nothing else waits for it.
  func working<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws(WebFailure) -> Value {
    let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
      queue.async { [width] in
        width.wait()
        let result = Result { try body() }
        width.signal()
        continuation.resume(returning: result)
      }
    }
    return try Self.explaining { try result.get() }
  }

  private static func explaining<Value>(_ body: () throws -> Value) throws(WebFailure) -> Value {
    do { return try body() } catch { throw explain(error) }
  }

  static func explain(_ error: any Error) -> WebFailure {
    switch error {
    case let failure as WebFailure: failure
    case let error as PhotosError where error.code == .identifierNotFound:
      .notFound("The picture is gone.", underlying: error)
    case let error as PhotosError where error.code == .requestNotSupportedForAsset:
      .notFound(error.message, underlying: error)
    default: WebFailure(503, "unavailable", "\(error)", underlying: error)
    }
  }

  private static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  private static func contentType(of path: String) -> String {
    switch path.split(separator: ".").last?.lowercased() {
    case "heic", "heif": "image/heic"
    case "png": "image/png"
    case "webp": "image/webp"
    case "dng": "image/x-adobe-dng"
    default: "image/jpeg"
    }
  }
}
