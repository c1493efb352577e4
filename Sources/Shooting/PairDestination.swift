public import LiveCapture
public import MediaCore

/// A destination of a shoot's photos: a folder, a library.
///
/// Its methods are called from any thread.
public protocol PairDestination: Sendable {
  /// The name of the destination in errors, such as the folder's path.
  var name: String { get }

  /// Takes the next free name, for one capture.
  /// - Throws: What keeps the destination from taking another photo.
  func begin(_ id: CaptureID, of plan: ShootPlan) throws -> any PendingPair
}

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

  /// Stores what waits, and gives the name up. Nothing more comes of the capture.
  func end() -> [StoredFile]
}

extension PendingPair {
  /// A default of `true`: movies stay where they were written.
  public var keepsMovieInPlace: Bool { true }

  /// The still is stored all the same.
  public func noteMovieFailure(_ error: CaptureError) {}
}

/// A file of a capture that is complete on disk, or could not be written and is absent.
public struct StoredFile: Sendable {
  /// The content of a file.
  public enum Content: Sendable {
    /// A still.
    case still(CapturePhoto)
    /// The proxy of a still that is finished later.
    case proxy(CapturePhoto)
    /// The movie of a Live Photo.
    case movie
    /// Still and movie in one: a Motion Photo.
    case motionPhoto
  }

  /// The content.
  public let content: Content
  /// The path, which it has or was to have.
  public let path: String
  /// The size in bytes, or the error that the file could not be written with.
  public let result: Result<Int, any Error>

  /// The file that `write` leaves at a path; `write` returns its size in bytes.
  public init(_ content: Content, at path: String, writtenBy write: () throws -> Int) {
    self.content = content
    self.path = path
    result = Result(catching: write)
  }
}
