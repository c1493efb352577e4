import ByteCoding
import Dispatch
import FileStorage
public import FoundationEssentials
import Synchronization

/// The options with which resources are read. Stands for `PHAssetResourceRequestOptions`.
public struct AssetResourceRequestOptions: Sendable {
  /// A Boolean value that indicates whether a resource may come over the network, where a store keeps the library's
  /// originals and this machine has no copy. Where it may not, reading such a resource fails with 3164.
  public var isNetworkAccessAllowed = false
  /// The handler that is told how much of it has been read, from 0 to 1, on the queue of the other handlers.
  public var progressHandler: (@Sendable (Double) -> Void)?

  /// Creates the usual options.
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
  private let library: PhotoLibrary
  /// The requests that are under way, each with whether it was cancelled.
  private let requests = Mutex(RequestTable<Bool>())
  private let queue = DispatchQueue(label: "livecam.photo-library.resources")

  /// Creates a manager that reads resources from a library's originals.
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
    let id = requests.withLock { $0.add(false) }
    queue.async { [self] in
      let error = failure { () throws(PhotosError) in
        try read(resource, id, options) { dataReceivedHandler($0.bytes) }
      }
      _ = requests.withLock { $0.values.removeValue(forKey: id) }
      completionHandler(error)
    }
    return id
  }

  /// Ends a request: no more data, and the completion handler is called with 3072, unless it has been called. Numbers
  /// of other requests, and of none, are passed over.
  public func cancelDataRequest(_ id: RequestID) {
    requests.withLock { $0.values[id]? = true }
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
            try read(resource, Self.invalidRequestID, options) { try write($0) }
          }
        }
      }
      completionHandler(error)
    }
  }

  private func read(
    _ resource: AssetResource, _ id: RequestID, _ options: AssetResourceRequestOptions,
    _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws(PhotosError) {
    func checkCancelled() throws(PhotosError) {
      guard requests.withLock({ $0.values[id] == true }) else { return }
      throw PhotosError(.userCancelled, context: resource.originalFilename, message: "The request was cancelled.")
    }
    try checkCancelled()
    if !options.isNetworkAccessAllowed, !library.originals.isLocal(resource) {
      throw PhotosError(
        .networkAccessRequired, context: resource.originalFilename,
        message: "Its file is in the library's store. Set isNetworkAccessAllowed to have it fetched.")
    }
    guard library.environment.files.attributes(of: resource.path) != nil else {
      throw PhotosError(
        .missingResource, context: resource.originalFilename,
        message: "Its file is no longer in the library. Fetch the asset again.")
    }
    try fileAccess(resource.originalFilename) {
      let source = try library.open(resource)
      var position = 0
      try ByteRope(source).write { bytes in
        try body(bytes)
        position += bytes.count
        options.progressHandler?(Double(position) / Double(source.count))
        try checkCancelled()
      }
    }
  }
}
