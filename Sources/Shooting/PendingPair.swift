public import LiveCapture

/// The files of one capture, while they come: stills, and the movie of a Live Photo.
///
/// Its methods are called one at a time, ``end()`` once and last.
public protocol PendingPair: Sendable {
  /// The name that all files of the capture share, such as `IMG_0001`.
  var name: String { get }
  /// The destination at which the session is to leave the movie of a Live Photo.
  var movieDestination: LivePhotoMovieDestination { get }
  /// A Boolean value that indicates whether the movie stays where the session leaves it; `true` by default. If it is
  /// `false`, events leave the movie's path out.
  var keepsMovieInPlace: Bool { get }

  /// Stores a still, or the proxy of one that is finished later. Returns `nil` when nothing was stored yet: the photo
  /// has failed, or waits for its movie.
  func add(_ photo: CapturePhoto, isProxy: Bool) -> StoredFile?

  /// Takes note of the movie, which is complete: a file, or handed over with its bytes.
  func add(_ movie: CapturedMovie)

  /// Takes note that there is no movie, and why. By default it makes no difference.
  func noteMovieFailure(_ error: CaptureError)

  /// The local identifiers of the assets that have come of it in a photo library; none before its end, and by default.
  var assets: [String] { get }

  /// Stores what waits, and gives the name up. Nothing more comes of the capture.
  func end() -> [StoredFile]
}

extension PendingPair {
  /// A default of `true`: movies stay where they were written.
  public var keepsMovieInPlace: Bool { true }

  /// A default of none: files are in no library.
  public var assets: [String] { [] }

  /// The still is stored all the same.
  public func noteMovieFailure(_ error: CaptureError) {}
}
