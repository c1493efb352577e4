import ByteCoding
import CaptureCodecs
import CaptureDevices
import FileStorage
public import LiveCapture
import LiveCaptureTesting
public import MediaCore

/// A real Live Photo in a folder, small and quickly made: still and movie that belong together.
///
/// ```
/// let pair = try await LivePhotoFixture.pair(in: folder)
/// try await library.importPair(still: pair.stillPath, movie: pair.moviePath)
/// ```
public struct LivePhotoFixture: Sendable {
  /// The recipe of a pair.
  public struct Recipe: Sendable, Hashable {
    /// The names of both files without their extensions.
    public var name = "IMG_0001"
    /// The size of the picture, even.
    public var size = ResolvedPhotoSettings.Dimensions(width: 160, height: 120)
    /// The time before the still that the movie shows.
    public var preRoll = MediaTime.seconds(0.5)
    /// The time after the still that it shows.
    public var postRoll = MediaTime.seconds(0.5)
    /// A Boolean value that indicates whether the movie has sound.
    public var hasSound = true
    /// The compression of the still.
    public var photoCodec = PhotoCodec.jpeg

    /// Creates a second of 160x120 with sound, and a JPEG.
    public init() {}

    /// A number that other recipes do not have, as far as 64 bits go, and that is the same on every run.
    fileprivate var number: UInt64 {
      let text = "\(name) \(size) \(preRoll) \(postRoll) \(hasSound) \(photoCodec)"
      return Checksum.fnv1a(text.utf8)
    }
  }

  /// The still, such as `…/IMG_0001.JPG`.
  public let stillPath: String
  /// The movie, such as `…/IMG_0001.MOV`.
  public let moviePath: String
  /// The still as the output delivered it.
  public let photo: CapturePhoto
  /// The length of the movie.
  public let duration: MediaTime
  /// The place on its timeline at which the still was taken.
  public let stillTime: MediaTime

  /// The name that ties both together.
  public var identifier: PairIdentifier? { photo.resolvedSettings.contentIdentifier }

  /// Takes a Live Photo of the simulated scene in virtual time, and puts both files into a folder, which is there.
  ///
  /// Equal recipes give equal files on the same machine; pairs of unlike recipes do not belong together, even if only
  /// the name is another.
  /// - Throws: `FileStoreError` when a file cannot be written, or a name is taken; `CaptureError` or `DeviceError` for
  ///   a recipe that cannot be.
  public static func pair(in folder: String, _ recipe: Recipe = Recipe()) async throws -> LivePhotoFixture {
    let store = DiskFiles()
    let still = "\(folder)/\(recipe.name).\(recipe.photoCodec == .heic ? "HEIC" : "JPG")"
    let movie = "\(folder)/\(recipe.name).MOV"
    var setup = CaptureBench.Setup(media: .standard)
    setup.video = VideoWish(size: (recipe.size.width, recipe.size.height), frameRate: 30, pixelFormat: .yu12)
    if !recipe.hasSound { setup.audio = nil }
    setup.session.preRoll = recipe.preRoll
    setup.session.postRoll = recipe.postRoll
    setup.photoCodec = recipe.photoCodec
    setup.files = store
    setup.firstIdentifier = recipe.number
    let bench = try await CaptureBench(setup)
    // The shutter falls on a frame, so that the still lies where it is asked for.
    try await bench.run("\(Int(((recipe.preRoll.seconds + 0.25) * 30).rounded(.up)))v")
    var settings = bench.nextSettings(isLive: true)
    settings.livePhotoMoviePath = movie
    try await bench.press(settings)
    try await bench.run("{advance: \(recipe.postRoll.seconds + 1)} |")
    let calls = bench.delegate.calls
    if let error = calls.lazy.compactMap(\.error).first { throw error.underlying ?? error }
    guard let photo = calls.lazy.compactMap(\.photo).first, let bytes = photo.fileDataRepresentation(),
      let times = calls.lazy.compactMap(\.movieTimes).first
    else { throw CaptureError(.noFrames, context: folder, message: "the scene gave no pair") }
    try store.create(still, bytes)
    return LivePhotoFixture(
      stillPath: still, moviePath: movie, photo: photo, duration: times.duration, stillTime: times.photoDisplayTime)
  }
}
