public import LiveCapture
public import PhotoLibrary

/// Finishes deferred photos, and puts each in the place of its proxy in a photo library.
///
/// ```
/// // While photos are taken: the delegate's proxy goes into the library at once.
/// request.addResource(with: .photoProxy, data: bytes)
/// request.addResource(with: .pairedVideo, fileURL: movie)
/// // Later, perhaps in another process:
/// let results = try await DeferredPhotoImport(DeferredPhotoProcessor(storage, media: .standard), into: library).finishAll()
/// ```
/// What a photo is made of is forgotten only once the photo is in the library: whenever the process ends, the next run
/// goes on, and finds what was done already. Stands for what iOS does by itself with `PHAssetResourceType.photoProxy`.
public struct DeferredPhotoImport: Sendable {
  private let processor: DeferredPhotoProcessor
  private let library: PhotoLibrary

  /// An import of what a processor finishes into a library, which must let this program read and write.
  public init(_ processor: DeferredPhotoProcessor, into library: PhotoLibrary) {
    self.processor = processor
    self.library = library
  }

  /// What became of one photo.
  public struct Outcome: Sendable {
    /// The photo.
    public let pending: DeferredPhotoProcessor.Pending
    /// Where it is now, or why it is nowhere. After an error, and without a proxy, it goes on waiting.
    public let result: Result<ProxyReplacement, any Error>
  }

  /// Finishes a photo and puts it in its proxy's place. Takes as long as making the photo, on the caller's thread.
  ///
  /// Without a proxy in the library the photo goes on waiting: its proxy may still come. One that was deleted never
  /// will; who knows that calls `DeferredPhotoProcessor.remove(_:)`.
  /// - Throws: `CaptureError` when it cannot be made, `PhotosError` when the library does not take it, and what the
  ///   processor's storage throws.
  public func finish(_ pending: DeferredPhotoProcessor.Pending) async throws -> ProxyReplacement {
    let photo = try processor.finish(pending)
    guard let bytes = photo.fileDataRepresentation() else {
      throw CaptureError(
        .stillFailed, context: "deferred photo", message: "capture \(pending.id) is no file; ask for JPEG or HEIC")
    }
    let replacement = try await library.replaceProxy(withFinishedPhoto: bytes)
    if replacement != .noProxy { try processor.remove(pending) }
    return replacement
  }

  /// Finishes everything that waits, oldest first. One that fails does not keep the others from it.
  /// - Throws: What the processor's storage throws when it cannot be listed.
  public func finishAll() async throws -> [Outcome] {
    var outcomes: [Outcome] = []
    for pending in try processor.pending() {
      do {
        outcomes.append(Outcome(pending: pending, result: .success(try await finish(pending))))
      } catch {
        outcomes.append(Outcome(pending: pending, result: .failure(error)))
      }
    }
    return outcomes
  }
}
