public import FoundationEssentials
public import MediaCore

/// A Live Photo to be shown: where its two files are, and what a view must know of them. Stands for `PHLivePhoto`.
///
/// It has no pixels: whoever shows it decodes ``stillURL`` and plays ``movieURL``.
public struct LivePhoto: Sendable, Hashable {
  /// The size in pixels at which it is to be shown: the wish of whoever asked for it, and the still's own shape.
  public let size: PixelSize
  /// The still; `nil` while there is only a placeholder.
  public internal(set) var stillURL: URL?
  /// The movie; `nil` while it has not been looked at.
  public internal(set) var movieURL: URL?
  /// The length of the movie; 0 while it has not been looked at.
  public internal(set) var duration = MediaTime.zero
  /// The time in the movie at which the still falls; `nil` if the movie does not say it.
  public internal(set) var stillTime: MediaTime?
  /// The identifier that ties the halves together.
  public internal(set) var contentIdentifier: String?
  var resources: [AssetResource] = []

  /// A Boolean value that indicates whether both halves are there.
  public var isComplete: Bool { stillURL != nil && movieURL != nil }

  /// Identifies a request of a Live Photo, so that it can be cancelled.
  public typealias RequestID = Int32
  /// The identifier that no request has.
  public static let invalidRequestID: RequestID = 0

  /// A handler that is called with what there is of a Live Photo so far, perhaps several times.
  public typealias ResultHandler = @Sendable (LivePhoto?, LivePhotoInfo) -> Void

  /// Makes a Live Photo of two files: exactly one still and one movie, in any order, with extensions, and with the same
  /// content identifier. Stands for
  /// `request(withResourceFileURLs:placeholderImage:targetSize:contentMode:resultHandler:)`.
  ///
  /// With a placeholder, `resultHandler` is called before this returns, with a Live Photo of the placeholder's shape
  /// and ``LivePhotoInfo/isDegraded``; without one, on the main queue as soon as the still has been looked at. The last
  /// call comes on the main queue and is not degraded: it has the whole Live Photo, or an error, or was cancelled.
  /// - Parameters:
  ///   - urls: The still and the movie.
  ///   - placeholder: The size of a picture that is shown meanwhile; `nil` for none.
  ///   - targetSize: The size to be shown at; ``PixelSize/zero`` for that of the still.
  ///   - contentMode: How the Live Photo is fitted into that size.
  ///   - requests: Keeps count of requests, usually ``PhotoLibrary/livePhotoRequests``.
  ///   - resultHandler: Called with what there is of the Live Photo so far.
  /// - Returns: The request's number, which is above 0.
  @discardableResult
  public static func request(
    resourceFileURLs urls: [URL], placeholder: PixelSize?, targetSize: PixelSize, contentMode: ImageContentMode,
    in requests: LivePhotoRequests, resultHandler: @escaping ResultHandler
  ) -> RequestID {
    requests.begin(
      LivePhotoRequest(
        source: .files(urls), files: requests.files, placeholder: placeholder, targetSize: targetSize,
        contentMode: contentMode, isGrowing: placeholder == nil),
      resultHandler)
  }

  /// The modes that say how often a handler is called. Stands for `PHImageRequestOptionsDeliveryMode`.
  public enum DeliveryMode: Int, Sendable, Hashable, CaseIterable {
    /// The handler is called as soon as there is something to see, and again with all of it.
    case opportunistic = 0
    /// The handler is called once, with all of it.
    case highQualityFormat = 1
  }

  /// Makes a Live Photo of an asset's files, the edited ones if it has been edited. Stands for
  /// `PHImageManager.requestLivePhoto`.
  ///
  /// `resultHandler` is called on the main queue. An asset that is no Live Photo gives the error 3306, one that is
  /// gone, or may not be seen, 3201.
  /// - Parameters:
  ///   - asset: The Live Photo.
  ///   - targetSize: The size to be shown at; ``PixelSize/zero`` for that of the still.
  ///   - contentMode: How the Live Photo is fitted into that size.
  ///   - deliveryMode: How often `resultHandler` is called.
  ///   - library: The library that has it.
  ///   - resultHandler: Called with what there is of the Live Photo so far.
  /// - Returns: The request's number, which is above 0; it belongs to ``PhotoLibrary/livePhotoRequests``.
  @discardableResult
  public static func request(
    for asset: Asset, targetSize: PixelSize, contentMode: ImageContentMode,
    deliveryMode: DeliveryMode = .opportunistic, in library: PhotoLibrary, resultHandler: @escaping ResultHandler
  ) -> RequestID {
    library.livePhotoRequests.begin(
      LivePhotoRequest(
        source: .asset(asset, library), files: library.environment.files, targetSize: targetSize,
        contentMode: contentMode, isGrowing: deliveryMode == .opportunistic),
      resultHandler)
  }

  /// Ends a request: its handler is called once more, on the main queue, with ``LivePhotoInfo/isCancelled`` and no
  /// photo. Nothing happens if it has ended.
  public static func cancelRequest(_ id: RequestID, in requests: LivePhotoRequests) { requests.cancel(id) }
}

/// The information that comes with a Live Photo that was asked for. Stands for the keys of the info dictionary.
public struct LivePhotoInfo: Sendable {
  /// A Boolean value that indicates whether there will be another call. `PHLivePhotoInfoIsDegradedKey`.
  public internal(set) var isDegraded = false
  /// A Boolean value that indicates whether the request was cancelled. `PHLivePhotoInfoCancelledKey`.
  public internal(set) var isCancelled = false
  /// The error that kept the photo from being made. `PHLivePhotoInfoErrorKey`.
  public internal(set) var error: PhotosError?
}
