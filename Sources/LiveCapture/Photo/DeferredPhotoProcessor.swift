public import MediaCore

/// Finishes stills whose proxies were delivered before, also by a program that has ended since.
///
/// Each is made of the frames that were kept, then forgotten. Stands for `PHImageManager` asked for a deferred photo.
public struct DeferredPhotoProcessor: Sendable {
  private let storage: any DeferredPhotoStorage
  private let media: CaptureMedia
  private let configuration: SessionConfiguration

  /// Creates a processor of what a storage keeps, by a session's codecs and configuration.
  public init(
    _ storage: any DeferredPhotoStorage, media: CaptureMedia,
    configuration: SessionConfiguration = SessionConfiguration()
  ) {
    self.storage = storage
    self.media = media
    self.configuration = configuration
  }

  /// A still that waits to be finished.
  public struct Pending: Sendable, Hashable {
    /// The capture's identifier in the process that took it.
    public let id: CaptureID
    /// The name that ties it to its movie; `nil` for a still alone.
    public let contentIdentifier: PairIdentifier?
    let name: String
  }

  /// Returns what waits to be finished, oldest first, without what cannot be read: see ``unreadable()``.
  /// - Throws: What the storage throws.
  public func pending() throws -> [Pending] {
    try entries().compactMap { if case .success(let pending) = $0 { pending } else { nil } }
  }

  /// Returns why each source that waits and cannot be read cannot, oldest first. The errors' context is the name.
  /// - Throws: What the storage throws.
  public func unreadable() throws -> [CaptureError] {
    try entries().compactMap { if case .failure(let error) = $0 { error } else { nil } }
  }

  func entries() throws -> [Result<Pending, CaptureError>] {
    try storage.names().map { name in Result { () throws(CaptureError) in try pending(named: name) } }
  }

  /// Returns what waits under a name of the storage's.
  /// - Throws: ``CaptureError`` with `.stillFailed`, whose cause says what cannot be read or what of it is damaged.
  public func pending(named name: String) throws(CaptureError) -> Pending {
    do {
      let job = try DeferredPhotoJob(try storage.load(name))
      return Pending(
        id: CaptureID(rawValue: job.description.id),
        contentIdentifier: job.description.contentIdentifier.flatMap { PairIdentifier(uuidString: $0) }, name: name)
    } catch {
      throw CaptureError(
        .stillFailed, context: name,
        message:
          "the source of this still cannot be read or is damaged, and was kept; restore it from a copy, or remove "
          + "it and keep the proxy", underlying: error)
    }
  }

  /// Finishes a still. It is kept until ``remove(_:)`` says that its photo is stored.
  /// - Throws: ``CaptureError`` with `.stillFailed`.
  public func finish(_ pending: Pending) throws(CaptureError) -> CapturePhoto {
    do {
      let job = try DeferredPhotoJob(try storage.load(pending.name))
      return try job.maker(configuration, media).make(from: job.frames).get()
    } catch let error as CaptureError {
      throw error
    } catch {
      throw CaptureError(
        .stillFailed, context: pending.name, message: "the still cannot be finished", underlying: error)
    }
  }

  /// The finished photo has been stored: forgets what it was made of.
  /// - Throws: What the storage throws.
  public func remove(_ pending: Pending) throws { try storage.remove(pending.name) }

  /// The outcome for one photo.
  public struct Outcome: Sendable {
    /// The photo; `nil` for one whose source cannot be read.
    public let pending: Pending?
    /// The result of storing: `true` once the photo is stored; `false`, or an error, while it remains deferred. For
    /// unreadable photos see ``DeferredPhotoProcessor/unreadable()``.
    public let result: Result<Bool, any Error>
  }

  /// Finishes a photo on the caller's thread and passes it to `store`, which returns whether it has stored the photo.
  ///
  /// The source of a photo is removed only once the photo is stored: if the process ends before that, the next run
  /// finishes the photo. With a photo library this is what iOS does by itself with `PHAssetResourceType.photoProxy`:
  /// ```
  /// try await processor.finishAll { photo in
  ///   guard let bytes = photo.fileDataRepresentation() else { return false }
  ///   return try await library.replaceProxy(withFinishedPhoto: bytes) != .noProxy
  /// }
  /// ```
  /// - Throws: ``CaptureError`` when it cannot be made, and what `store` and the processor's storage throw.
  @discardableResult
  public func finish(
    _ pending: Pending, storing store: (CapturePhoto) async throws -> Bool
  ) async throws -> Bool {
    let isStored = try await store(try finish(pending))
    if isStored { try remove(pending) }
    return isStored
  }

  /// Finishes all deferred photos, oldest first, and returns the outcome of each, unreadable ones included.
  /// - Throws: What the processor's storage throws when it cannot be listed.
  @discardableResult
  public func finishAll(storing store: (CapturePhoto) async throws -> Bool) async throws -> [Outcome] {
    var outcomes: [Outcome] = []
    for entry in try entries() {
      let result: Result<Bool, any Error>
      do { result = .success(try await finish(entry.get(), storing: store)) } catch { result = .failure(error) }
      // Why a source cannot be read is told by the result.
      outcomes.append(Outcome(pending: try? entry.get(), result: result))
    }
    return outcomes
  }
}
