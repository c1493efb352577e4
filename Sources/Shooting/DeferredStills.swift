import ByteCoding
public import FileStorage
import Glibc
public import LiveCapture
public import MediaCore
import SystemCalls

/// The deferred stills of a folder, which wait to be finished: `IMG_0001.livecam-deferred` is the source of
/// `IMG_0001.JPG`.
///
/// They outlive the program that took them, whose session keeps them with ``FolderPairs/deferredStorage``.
public struct DeferredStills {
  /// The path of the folder with the stills.
  public let folder: String
  private let storage: FolderDeferredStorage
  private let files: any FileStore
  private let tree: any FileTree

  /// Creates the stills that wait in a folder, which must exist. Files are made by `files`, read and removed by `tree`.
  public init(folder: String, files: any FileStore = DiskFiles(), tree: any FileTree = DiskFiles()) {
    (self.folder, self.files, self.tree) = (folder, files, tree)
    storage = FolderDeferredStorage(folder: folder, files: files, tree: tree)
  }

  /// The outcome for one still.
  public enum Outcome: Sendable {
    /// The still is finished; `thumbnailFailure` says why it lacks a thumbnail that it should have, if it does.
    case finished(path: String, byteCount: Int, thumbnailFailure: CodingError? = nil)
    /// The still is not finished, and waits on.
    case failed(any Error)
    /// The program that takes it still runs.
    case inUse
    /// Another program is finishing the still at this moment.
    case beingFinished
  }

  /// Finishes all deferred stills, in the order of their names. Each still appears complete under its own name; then
  /// its source and its proxy are removed. If the program is killed at any instant, the next call does the rest. Of two
  /// programs that call this at once, one finishes each still: sources are locked meanwhile, and a lock ends with its
  /// program. Damaged sources are left unchanged, with their proxies.
  /// - Throws: `FileStoreError` when the folder cannot be read.
  ///
  /// `storing` stores a finished still and returns its place; it may be called again for the same still. By default the
  /// still becomes a file in the folder, and its proxy is removed.
  public func finish(
    with media: CaptureMedia, configuration: SessionConfiguration,
    storing: ((_ name: String, _ photo: CapturePhoto) throws -> String)? = nil,
    _ report: (_ name: String, _ outcome: Outcome) -> Void
  ) throws {
    for name in try storage.names() {
      let lockPath = PairNames.lockPath(of: name, in: folder)
      tree.releaseAbandoned(lockPath)
      guard !tree.isReserved(lockPath) else {
        report(name, .inUse)
        continue
      }
      let source = source(name)
      // A lock is the disk's own, between processes. What cannot be opened is told by the work itself.
      let lock = try? LockedFile(source, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      defer { withExtendedLifetime(lock) {} }
      // Without locks in the file system both do the work, and one of them finds it done.
      if lock?.outcome == .taken {
        if files.exists(source) { report(name, .beingFinished) }
        continue
      }
      do {
        report(name, try finish(name, media, configuration, storing ?? store))
      } catch {
        // Another program may have finished it meanwhile.
        guard files.exists(source) else { continue }
        report(name, .failed(error))
      }
    }
  }

  private func source(_ name: String) -> String { "\(folder)/\(name).\(FolderDeferredStorage.fileExtension)" }

  private func finish(
    _ name: String, _ media: CaptureMedia, _ configuration: SessionConfiguration,
    _ storing: (String, CapturePhoto) throws -> String
  ) throws -> Outcome {
    let processor = DeferredPhotoProcessor(storage, media: media, configuration: configuration)
    let pending: DeferredPhotoProcessor.Pending
    do throws(CaptureError) {
      pending = try processor.pending(named: name)
    } catch {
      throw CaptureError(error.code, context: source(name), message: error.message, underlying: error.underlying)
    }
    let photo = try processor.finish(pending)
    let path = try storing(name, photo)
    try processor.remove(pending)
    return .finished(path: path, byteCount: photo.byteCount, thumbnailFailure: photo.thumbnailFailure)
  }

  private func store(_ name: String, _ photo: CapturePhoto) throws -> String {
    guard let bytes = photo.fileDataRepresentation(), let type = photo.fileType else {
      throw CaptureError(.stillFailed, context: name, message: "the still has no bytes; take it again")
    }
    let path = "\(folder)/\(name).\(type.fileExtension)"
    do {
      try files.create(path, bytes)
    } catch let error as FileStoreError where error.code == .existing {
      // A program that was killed, or runs beside this one, has come as far as this.
      let there = try tree.open(path)
      guard try there.count == bytes.count && there.bytes(0..<there.count) == bytes else { throw error }
    }
    // Before what it is made of, so that the next run goes on here if it cannot be removed.
    try tree.remove("\(folder)/\(name)_PROXY.JPG")
    return path
  }
}
