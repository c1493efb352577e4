import ByteCoding
public import Dispatch
public import FileStorage
import FoundationEssentials
import MediaCore
import Synchronization

struct LivePhotoRequest: Sendable {
  enum Source: Sendable {
    case files([URL])
    case asset(Asset, PhotoLibrary)
  }

  let source: Source
  let files: any FileSource
  var placeholder: PixelSize?
  let targetSize: PixelSize
  let contentMode: ImageContentMode
  /// Indicates whether the handler is called with the still before the movie has been looked at.
  let isGrowing: Bool
}

/// The requests for Live Photos that are under way.
///
/// Each ends once: whatever comes first, the outcome or the cancelling, is the last that its handler hears.
public final class LivePhotoRequests: Sendable {
  /// The requests that are under way, with their handlers.
  private let requests = Mutex(RequestTable<LivePhoto.ResultHandler>())
  private let mainQueue: DispatchQueue
  private let queue = DispatchQueue(label: "livecam.photo-library.live-photos")

  let files: any FileSource

  /// Requests for `files`, whose handlers are called on `mainQueue`.
  public init(mainQueue: DispatchQueue = .main, files: any FileSource = DiskFiles()) {
    (self.mainQueue, self.files) = (mainQueue, files)
  }

  func begin(_ request: LivePhotoRequest, _ handler: @escaping LivePhoto.ResultHandler) -> LivePhoto.RequestID {
    let id = requests.withLock { $0.add(handler) }
    if let placeholder = request.placeholder {
      handler(
        LivePhoto(size: placeholder.scaled(to: request.targetSize, mode: request.contentMode)),
        LivePhotoInfo(isDegraded: true))
    }
    queue.async { [self] in
      do throws(PhotosError) {
        let photo = try request.photo { still in
          guard request.isGrowing else { return }
          mainQueue.async { [self] in requests.withLock { $0.values[id] }?(still, LivePhotoInfo(isDegraded: true)) }
        }
        mainQueue.async { [self] in end(id, photo, LivePhotoInfo()) }
      } catch {
        mainQueue.async { [self] in end(id, nil, LivePhotoInfo(error: error)) }
      }
    }
    return id
  }

  func cancel(_ id: LivePhoto.RequestID) {
    // Taken out at once, so that nothing overtakes the cancelling on the way to the main queue.
    guard let handler = requests.withLock({ $0.values.removeValue(forKey: id) }) else { return }
    mainQueue.async { handler(nil, LivePhotoInfo(isCancelled: true)) }
  }

  private func end(_ id: LivePhoto.RequestID, _ photo: LivePhoto?, _ info: LivePhotoInfo) {
    requests.withLock { $0.values.removeValue(forKey: id) }?(photo, info)
  }
}

extension LivePhotoRequest {
  /// The whole Live Photo, after a look at its files; `still` is called when the first half is known.
  fileprivate func photo(still tell: (LivePhoto) -> Void) throws(PhotosError) -> LivePhoto {
    switch source {
    case .files(let urls):
      let (still, movie) = try halves(of: urls)
      return try photo(still, movie, stored: nil, tell)
    case .asset(let asset, let library):
      let stored = try halves(of: asset, in: library)
      let urls = (URL(fileURLWithPath: stored.still.path), URL(fileURLWithPath: stored.movie.path))
      return try photo(urls.0, urls.1, stored: stored, tell)
    }
  }

  private func halves(of urls: [URL]) throws(PhotosError) -> (still: URL, movie: URL) {
    guard urls.count == 2 else {
      throw invalid("\(urls.count) files", "A Live Photo is made of exactly one still and one movie.")
    }
    var halves: [(url: URL, kind: ContentType)] = []
    for url in urls { halves.append((url, try kind(of: url))) }
    guard let still = halves.first(where: { $0.kind.isStill }), let movie = halves.first(where: { $0.kind.isMovie })
    else {
      throw invalid(
        halves.map(\.url.lastPathComponent).joined(separator: " + "), "One must be a still, the other a movie.")
    }
    return (still.url, movie.url)
  }

  /// The edited halves of an asset, or else those that it came with.
  private func halves(
    of asset: Asset, in library: PhotoLibrary
  ) throws(PhotosError) -> (still: AssetResource, movie: AssetResource) {
    let resources = try AssetResource.assetResources(for: asset, in: library)
    func resource(_ type: ResourceType) -> AssetResource? { resources.first { $0.type == type } }
    if let still = resource(.fullSizePhoto), let movie = resource(.fullSizePairedVideo) { return (still, movie) }
    if let still = resource(.photo) ?? resource(.photoProxy), let movie = resource(.pairedVideo) {
      return (still, movie)
    }
    if resources.isEmpty {
      throw PhotosError(
        .identifierNotFound, context: asset.localIdentifier,
        message: "There is no such asset in the library. Fetch it again.")
    }
    throw PhotosError(
      .requestNotSupportedForAsset, context: asset.localIdentifier,
      message: "This asset is no Live Photo. Ask for those whose subtypes have photoLive.")
  }

  private func photo(
    _ still: URL, _ movie: URL, stored: (still: AssetResource, movie: AssetResource)?, _ tell: (LivePhoto) -> Void
  ) throws(PhotosError) -> LivePhoto {
    let stillFacts = try facts(still, .photo)
    let size = stillFacts.facts.size.scaled(to: targetSize, mode: contentMode)
    let stillResource = stored?.still ?? stillFacts.resource
    tell(LivePhoto(size: size, stillURL: still, resources: [stillResource]))
    let movieFacts = try facts(movie, .pairedVideo)
    guard ResourceFacts.arePair(stillFacts.facts, movieFacts.facts) else {
      throw invalid(
        "\(still.lastPathComponent) + \(movie.lastPathComponent)",
        "Still and movie do not belong together: their content identifiers differ. Take both halves of one Live Photo.")
    }
    return LivePhoto(
      size: size, stillURL: still, movieURL: movie, duration: movieFacts.facts.duration,
      stillTime: movieFacts.facts.stillTime, contentIdentifier: movieFacts.facts.contentIdentifier,
      resources: [stillResource, stored?.movie ?? movieFacts.resource])
  }

  private func kind(of url: URL) throws(PhotosError) -> ContentType {
    let name = url.lastPathComponent
    guard url.isFileURL, !url.pathExtension.isEmpty else {
      throw invalid(name, "Only files whose names have an extension can be shown.")
    }
    return try fileAccess(name) {
      let source = try files.open(url.path)
      guard let kind = ContentType.of(firstBytes: try source.bytes(0..<min(64, source.count))) else {
        throw invalid(name, "It is neither a picture nor a movie.")
      }
      guard ContentType.kinds(ofExtension: url.pathExtension)?.contains(kind) ?? true else {
        throw invalid(name, "It is \(kind.rawValue), and its extension says something else.")
      }
      return kind
    }
  }

  private func facts(
    _ url: URL, _ type: ResourceType
  ) throws(PhotosError) -> (facts: ResourceFacts, resource: AssetResource) {
    let name = url.lastPathComponent
    let source = try fileAccess(name) { try files.open(url.path) }
    let facts: ResourceFacts
    do throws(PhotosError) { facts = try ResourceFacts.read(source, as: type, context: name) } catch {
      throw invalid(name, error.message, error.cause)
    }
    let resource = AssetResource(
      type: type, originalFilename: name, uniformTypeIdentifier: facts.contentType.rawValue,
      assetLocalIdentifier: "", pixelWidth: facts.size.width, pixelHeight: facts.size.height,
      byteCount: Int64(source.count), sha256: nil, path: url.path)
    return (facts, resource)
  }

  // What does not validate is reported as −1, whatever is wrong with it.
  private func invalid(_ context: String, _ message: String, _ cause: (any Error)? = nil) -> PhotosError {
    PhotosError(.internalError, context: context, message: message, cause: cause)
  }
}
