import ByteCoding
import Dispatch
import FileStorage
public import FoundationEssentials
import Synchronization

/// How resources are read. Stands for `PHAssetResourceRequestOptions`.
public struct AssetResourceRequestOptions: Sendable {
  /// Whether a resource may come over the network. Here all lie on the disk.
  public var isNetworkAccessAllowed = false
  /// Told how much of it has been read, from 0 to 1, on the queue of the other handlers.
  public var progressHandler: (@Sendable (Double) -> Void)?

  /// The usual options.
  public init() {}
}

/// Reads the files of assets. Stands for `PHAssetResourceManager`.
///
/// All handlers of one manager are called on a serial queue of its own, one after the other.
public final class AssetResourceManager: Sendable {
  /// Names a request of this manager.
  public typealias RequestID = Int32
  /// Names no request.
  public static let invalidRequestID: RequestID = 0
  /// How much is handed over at a time.
  private static let portion = 1 << 18

  private struct State {
    var lastID: RequestID = 0
    /// Requests that have not ended, with whether they were cancelled.
    var isCancelled: [RequestID: Bool] = [:]
  }

  private let library: PhotoLibrary
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "livecam.photo-library.resources")

  /// A manager of a library's resources.
  public init(_ library: PhotoLibrary) { self.library = library }

  /// Hands over a resource's bytes, piece by piece and in order, then the outcome: `nil`, or a ``PhotosError``.
  ///
  /// A piece is lent for the length of a call. Returns the request's number, which is above 0.
  @discardableResult
  public func requestData(
    for resource: AssetResource, options: AssetResourceRequestOptions = AssetResourceRequestOptions(),
    dataReceivedHandler: @escaping @Sendable (RawSpan) -> Void,
    completionHandler: @escaping @Sendable (PhotosError?) -> Void
  ) -> RequestID {
    let id = begin()
    queue.async { [self] in
      let error = failure { () throws(PhotosError) in
        try read(resource, id, options) { dataReceivedHandler($0.span.bytes) }
      }
      _ = state.withLock { $0.isCancelled.removeValue(forKey: id) }
      completionHandler(error)
    }
    return id
  }

  /// Ends a request: no more data, and the completion handler is called with 3072, unless it has been called. Numbers
  /// of other requests, and of none, are passed over.
  public func cancelDataRequest(_ id: RequestID) {
    state.withLock { state in if state.isCancelled[id] != nil { state.isCancelled[id] = true } }
  }

  /// Writes a copy of a resource: whole, or not at all. It cannot be cancelled.
  ///
  /// The folder must be there, and the file must not: otherwise the outcome is −1, and what is there stays as it is.
  public func writeData(
    for resource: AssetResource, toFile url: URL,
    options: AssetResourceRequestOptions = AssetResourceRequestOptions(),
    completionHandler: @escaping @Sendable (PhotosError?) -> Void
  ) {
    queue.async { [self] in
      let error = failure { () throws(PhotosError) in
        guard url.isFileURL else {
          throw PhotosError(
            .internalError, context: url.absoluteString, message: "A copy can only be written to a file.")
        }
        try fileAccess(url.path) {
          try library.environment.exports.create(url.path) { write in
            try read(resource, Self.invalidRequestID, options) { bytes in try bytes.withUnsafeBytes { try write($0) } }
          }
        }
      }
      completionHandler(error)
    }
  }

  private func begin() -> RequestID {
    state.withLock { state in
      // After two thousand million requests the numbers begin again, past those in use.
      repeat { state.lastID = state.lastID == .max ? 1 : state.lastID + 1 } while state.isCancelled[state.lastID] != nil
      state.isCancelled[state.lastID] = false
      return state.lastID
    }
  }

  private func read(
    _ resource: AssetResource, _ id: RequestID, _ options: AssetResourceRequestOptions,
    _ body: ([UInt8]) throws -> Void
  ) throws(PhotosError) {
    func checkCancelled() throws(PhotosError) {
      guard state.withLock({ $0.isCancelled[id] == true }) else { return }
      throw PhotosError(.userCancelled, context: resource.originalFilename, message: "The request was cancelled.")
    }
    try checkCancelled()
    guard library.environment.files.attributes(of: resource.path) != nil else {
      throw PhotosError(
        .missingResource, context: resource.originalFilename,
        message: "Its file is no longer in the library. Fetch the asset again.")
    }
    let source = try fileAccess(resource.originalFilename) { try FileBytes(resource.path) }
    var position = 0
    while position < source.count {
      let end = min(source.count, position + Self.portion)
      let bytes = try fileAccess(resource.originalFilename) { try source.bytes(position..<end) }
      try fileAccess(resource.originalFilename) { try body(bytes) }
      position = end
      options.progressHandler?(Double(position) / Double(source.count))
      try checkCancelled()
    }
  }
}
