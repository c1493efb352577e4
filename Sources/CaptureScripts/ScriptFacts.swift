import LiveCapture
import MediaCore

/// The facts of a line in a script's log as values for programs; ``ScriptEntry/detail`` is their text for people.
///
/// The names in JSON are those of `livecam shoot --json`. Facts that do not apply are `nil`, and left out of JSON.
/// Numbers of seconds are fractional, as JSON has no type for times.
public struct ScriptFacts: Sendable, Hashable, Encodable {
  /// The letter of a capture's step: `P`.
  public var step: String?
  /// The name of the delegate's method or the event: `didFinishProcessingPhoto`.
  public var callback: String?
  /// The photo's number within its capture, from 1.
  public var photo: Int?
  /// The time of the still minus that of the shutter, in seconds.
  public var shutterErrorSeconds: Double?
  /// A file's name, relative to the folder of the run.
  public var file: String?
  /// The size of the file, or of the photo's file, in bytes.
  public var bytes: Int?
  /// A hash of the file's bytes (FNV-1a, 64 bits) in hexadecimal, 16 digits.
  public var hash: String?
  /// The movie's duration, in seconds.
  public var durationSeconds: Double?
  /// The time of the still in the movie, in seconds.
  public var photoDisplayTimeSeconds: Double?
  /// The number of frames in the movie, or of those that the still finished later is made of.
  public var frames: Int?
  /// The system's number of the error that kept a file from being written.
  public var errno: Int32?

  private enum CodingKeys: String, CodingKey {
    case step, callback, photo, file, bytes, hash, frames, errno
    case shutterErrorSeconds = "shutterError"
    case durationSeconds = "duration"
    case photoDisplayTimeSeconds = "photoDisplayTime"
  }

  init() {}

  init(file: String, bytes: Int? = nil, hash: UInt64? = nil, errno: Int32? = nil) {
    self.file = file
    self.bytes = bytes
    self.hash = hash?.digits(16, radix: 16)
    self.errno = errno
  }

  init(_ call: DelegateCall) {
    step = String(call.step.rawValue)
    callback = call.step.eventName
    if let photo = call.photo {
      self.photo = photo.photoCount
      if photo.byteCount > 0 { bytes = photo.byteCount }
      if photo.shutterError.isNumeric { shutterErrorSeconds = photo.shutterError.seconds }
    }
    if let times = call.movieTimes { describeMovie(duration: times.duration, photoDisplayTime: times.photoDisplayTime) }
    if let movie = call.movie { (bytes, frames) = (movie.byteCount, movie.frameCount) }
  }

  mutating func describeMovie(duration: MediaTime, photoDisplayTime: MediaTime? = nil) {
    guard duration.isNumeric else { return }
    durationSeconds = duration.seconds
    if let photoDisplayTime, photoDisplayTime.isNumeric { photoDisplayTimeSeconds = photoDisplayTime.seconds }
  }
}
