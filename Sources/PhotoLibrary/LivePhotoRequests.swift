import ByteCoding
public import Dispatch
import FileStorage
import FoundationEssentials
import MediaCore
import Synchronization

/// What is asked for.
struct LivePhotoRequest: Sendable {
  let urls: [URL]
  let placeholder: PixelSize?
  let targetSize: PixelSize
  let contentMode: ImageContentMode
}

/// The requests for Live Photos that are under way.
///
/// Each ends once: whatever comes first, the outcome or the cancelling, is the last that its handler hears.
public final class LivePhotoRequests: Sendable {
  private struct State {
    var lastID: LivePhoto.RequestID = 0
    /// Requests that have not ended, with their handlers.
    var handlers: [LivePhoto.RequestID: LivePhoto.ResultHandler] = [:]
  }

  private let state = Mutex(State())
  private let mainQueue: DispatchQueue
  private let queue = DispatchQueue(label: "livecam.photo-library.live-photos")

  /// Requests whose handlers are called on `mainQueue`.
  public init(mainQueue: DispatchQueue = .main) { self.mainQueue = mainQueue }

  func begin(_ request: LivePhotoRequest, _ handler: @escaping LivePhoto.ResultHandler) -> LivePhoto.RequestID {
    let id = state.withLock { state in
      repeat { state.lastID = state.lastID == .max ? 1 : state.lastID + 1 } while state.handlers[state.lastID] != nil
      state.handlers[state.lastID] = handler
      return state.lastID
    }
    if let placeholder = request.placeholder {
      handler(
        LivePhoto(size: placeholder.scaled(to: request.targetSize, mode: request.contentMode)), .degraded)
    }
    queue.async { [self] in
      do throws(PhotosError) {
        let photo = try LivePhotoLoading(request).photo { still in
          guard request.placeholder == nil else { return }
          mainQueue.async { [self] in tell(id, still, .degraded) }
        }
        mainQueue.async { [self] in end(id, photo, .final) }
      } catch {
        mainQueue.async { [self] in end(id, nil, .failed(error)) }
      }
    }
    return id
  }

  func cancel(_ id: LivePhoto.RequestID) {
    // Taken out at once, so that nothing overtakes the cancelling on the way to the main queue.
    guard let handler = state.withLock({ $0.handlers.removeValue(forKey: id) }) else { return }
    mainQueue.async { handler(nil, .cancelled) }
  }

  private func tell(_ id: LivePhoto.RequestID, _ photo: LivePhoto?, _ info: LivePhotoInfo) {
    state.withLock { $0.handlers[id] }?(photo, info)
  }

  private func end(_ id: LivePhoto.RequestID, _ photo: LivePhoto?, _ info: LivePhotoInfo) {
    state.withLock { $0.handlers.removeValue(forKey: id) }?(photo, info)
  }
}

/// Looks at the files of a request.
private struct LivePhotoLoading {
  private let request: LivePhotoRequest

  init(_ request: LivePhotoRequest) { self.request = request }

  /// The whole Live Photo; `still` is called when the first half is known.
  func photo(still tell: (LivePhoto) -> Void) throws(PhotosError) -> LivePhoto {
    guard request.urls.count == 2 else {
      throw invalid("\(request.urls.count) files", "A Live Photo is made of exactly one still and one movie.")
    }
    var halves: [(url: URL, kind: ContentType)] = []
    for url in request.urls { halves.append((url, try kind(of: url))) }
    guard let still = halves.first(where: { $0.kind.isStill }), let movie = halves.first(where: { $0.kind.isMovie })
    else {
      throw invalid(
        halves.map(\.url.lastPathComponent).joined(separator: " + "), "One must be a still, the other a movie.")
    }
    let stillFacts = try facts(still.url, .photo)
    let size = stillFacts.facts.size.scaled(to: request.targetSize, mode: request.contentMode)
    tell(LivePhoto(size: size, stillURL: still.url, resources: [stillFacts.resource]))
    let movieFacts = try facts(movie.url, .pairedVideo)
    guard ResourceFacts.arePair(stillFacts.facts, movieFacts.facts) else {
      throw invalid(
        "\(still.url.lastPathComponent) + \(movie.url.lastPathComponent)",
        "Still and movie do not belong together: their content identifiers differ. Take both halves of one Live Photo.")
    }
    return LivePhoto(
      size: size, stillURL: still.url, movieURL: movie.url, duration: movieFacts.facts.duration,
      stillTime: movieFacts.facts.stillTime, contentIdentifier: movieFacts.facts.contentIdentifier,
      resources: [stillFacts.resource, movieFacts.resource])
  }

  private func kind(of url: URL) throws(PhotosError) -> ContentType {
    let name = url.lastPathComponent
    guard url.isFileURL, !url.pathExtension.isEmpty else {
      throw invalid(name, "Only files whose names have an extension can be shown.")
    }
    do {
      let source = try FileBytes(url.path)
      guard let kind = ContentType.of(firstBytes: try source.bytes(0..<min(64, source.count))) else {
        throw invalid(name, "It is neither a picture nor a movie.")
      }
      guard ContentType.kinds(ofExtension: url.pathExtension)?.contains(kind) ?? true else {
        throw invalid(name, "It is \(kind.rawValue), and its extension says something else.")
      }
      return kind
    } catch {
      throw PhotosError(of: error, context: name)
    }
  }

  private func facts(
    _ url: URL, _ type: ResourceType
  ) throws(PhotosError) -> (facts: ResourceFacts, resource: AssetResource) {
    let name = url.lastPathComponent
    let source = try fileAccess(name) { try FileBytes(url.path) }
    let facts: ResourceFacts
    do throws(PhotosError) { facts = try ResourceFacts.read(source, as: type, context: name) } catch {
      throw invalid(name, error.message, error.cause)
    }
    let resource = AssetResource(
      type: type, originalFilename: name, uniformTypeIdentifier: facts.contentType.rawValue,
      assetLocalIdentifier: "", pixelWidth: facts.size.width, pixelHeight: facts.size.height,
      byteCount: Int64(source.count), path: url.path)
    return (facts, resource)
  }

  // What does not validate is reported as −1, whatever is wrong with it.
  private func invalid(_ context: String, _ message: String, _ cause: (any Error)? = nil) -> PhotosError {
    PhotosError(.internalError, context: context, message: message, cause: cause)
  }
}
