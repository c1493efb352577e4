extension DeferredPhotoProcessor {
  /// What became of one photo.
  public struct Outcome: Sendable {
    /// The photo; `nil` for one whose source cannot be read.
    public let pending: Pending?
    /// Whether it is stored, or why it is not. After an error, and after `false`, it goes on waiting. The error of one
    /// whose source cannot be read is that of ``DeferredPhotoProcessor/unreadable()``.
    public let result: Result<Bool, any Error>
  }

  /// Finishes a photo on the caller's thread and hands it to `store`, which says whether it is stored now.
  ///
  /// What a photo is made of is forgotten only once it is stored: whenever the process ends, the next run goes on. In front
  /// of a photo library it stands for what iOS does by itself with `PHAssetResourceType.photoProxy`:
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

  /// Finishes everything that waits, oldest first, and tells what became of each, unreadable ones included.
  /// - Throws: What the processor's storage throws when it cannot be listed.
  @discardableResult
  public func finishAll(storing store: (CapturePhoto) async throws -> Bool) async throws -> [Outcome] {
    var outcomes: [Outcome] = []
    for entry in try entries() {
      let pending = try? entry.get()
      do {
        let isStored = try await finish(entry.get(), storing: store)
        outcomes.append(Outcome(pending: pending, result: .success(isStored)))
      } catch {
        outcomes.append(Outcome(pending: pending, result: .failure(error)))
      }
    }
    return outcomes
  }
}
