public import ByteCoding
public import CaptureDevices
public import FileStorage
public import Fixtures
import ForeignMedia
public import MediaCore
import Synchronization

/// The pictures and the sound of any movie that FFmpeg reads, as a camera and a microphone.
///
/// The movie begins at the clock's present when the first device is opened. Its pictures come as `YU12`, turned and
/// mirrored as a player shows them, in BT.601 whatever the movie has; its pixels are taken for square. Times are the
/// movie's own. It is decoded as it is needed, never as a whole.
public final class MovieCatalog: DeviceCatalog {
  /// The file.
  public let path: String
  private let movie: ForeignMovie
  private let clock: any MediaClock
  private let openedNanoseconds = Mutex<Int64?>(nil)

  /// Creates a catalog over the movie at `path`.
  /// - Throws: ``/Fixtures/FixtureError`` with `.missing`, `.unreadable`, `.damaged` for what is no movie,
  ///   `.unsupported` for one with neither pictures nor sound that can be decoded, or when FFmpeg's libraries are not
  ///   installed.
  public convenience init(
    path: String, clock: any MediaClock, files: any FileSource = DiskFiles()
  ) throws(FixtureError) {
    let bytes: FileBytes
    do {
      bytes = try files.open(path)
    } catch {
      throw FixtureError(
        error.code == .notFound ? .missing : .unreadable, context: path, status: error.errno.map(Int.init),
        message: "\(error.message).", underlying: error)
    }
    try self.init(bytes, path: path, clock: clock)
  }

  /// Creates a catalog over a movie's bytes; `path` is what it is called.
  /// - Throws: ``/Fixtures/FixtureError`` as the other.
  public init(_ source: any ByteSource, path: String, clock: any MediaClock) throws(FixtureError) {
    self.path = path
    self.clock = clock
    do {
      movie = try ForeignMovie(source: source)
    } catch {
      let isMissing = (error as? CodingError)?.code == .missingLibrary
      throw FixtureError(
        isMissing ? .unsupported : .damaged, context: path,
        message: isMissing
          ? "FFmpeg's libraries are needed to read it." : "Neither a camera nor a microphone can be made of it.",
        underlying: error)
    }
    guard movie.mainVideo != nil || movie.mainAudio != nil else {
      throw FixtureError(
        .unsupported, context: path,
        message: "The movie has neither pictures nor sound that can be decoded. Choose another.")
    }
  }

  /// Returns the camera, if the movie has pictures. It has one mode: the movie's size and rate, as `YU12`.
  public func videoDevices() -> [VideoDevice] {
    guard let stream = movie.mainVideo, let shape = MovieShape(stream) else { return [] }
    let mode = shape.mode
    return [
      VideoDevice(
        id: "movie", name: name, node: nil, identity: identity, driver: "movie",
        modes: [
          VideoModeCapability(
            pixelFormat: .yu12, width: mode.format.width, height: mode.format.height,
            frameIntervals: [mode.frameInterval])
        ], controls: [])
    ]
  }

  /// Returns the microphone, if the movie has sound: one or two channels of 16 bits at the movie's rate.
  public func audioDevices() -> [AudioDevice] {
    guard let format = soundFormat(AudioWish()) else { return [] }
    return [AudioDevice(id: "movie", name: name, pcm: "movie", identity: identity, formats: [format])]
  }

  /// Opens the camera, by a part of the file's name or `movie`.
  /// - Throws: ``/CaptureDevices/DeviceError`` with `.notFound`, also without any pictures, `.unsuitable` if they are
  ///   of a size that no camera has, or `.unsupportedMode` for another mode than the movie's.
  public func openVideo(
    _ name: String, wish: VideoWish
  ) throws(DeviceError) -> (source: any VideoSource, reason: String) {
    guard let stream = movie.mainVideo else { throw lacking("pictures") }
    guard let device = videoDevices().first, let shape = MovieShape(stream) else {
      throw DeviceError(
        .unsuitable, context: path,
        message:
          "Its pictures are smaller than 2x2 or larger than 65534x65534: no camera has such. Choose another movie."
      )
    }
    guard self.name.answers(to: name, or: "movie") else { throw notFound(name, "camera") }
    _ = try ModeNegotiator(device: path, capabilities: device.modes).choose(wish)
    let source = MovieVideoSource(
      device: device, movie: movie, shape: shape, clock: clock, beginNanoseconds: beginNow())
    let turned = shape.quarters != 0 || shape.isMirrored ? ", turned as a player shows it" : ""
    return (source, "\(shape.mode), the movie's\(turned)")
  }

  /// Opens the microphone, by a part of the file's name or `movie`. Another rate or number of channels than the
  /// movie's is made of it.
  /// - Throws: ``/CaptureDevices/DeviceError`` with `.notFound` or `.unsupportedMode`.
  public func openAudio(_ name: String, wish: AudioWish) throws(DeviceError) -> any AudioSource {
    guard let device = audioDevices().first, let format = soundFormat(wish) else { throw lacking("sound") }
    guard self.name.answers(to: name, or: "movie") else { throw notFound(name, "microphone") }
    guard (8000...192_000).contains(format.sampleRate), (1...2).contains(format.channelCount) else {
      throw DeviceError(
        .unsupportedMode, context: path,
        message: "The movie's sound is not made into \(format). Ask for 8000 to 192000 Hz in 1 or 2 channels.")
    }
    return MovieAudioSource(device: device, movie: movie, format: format, clock: clock, beginNanoseconds: beginNow())
  }

  private var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  private var identity: DeviceIdentity { DeviceIdentity(serial: nil, portPath: nil, model: name) }

  private func soundFormat(_ wish: AudioWish) -> AudioFormat? {
    guard let sound = movie.mainAudio?.audio else { return nil }
    return AudioFormat(
      sampleRate: wish.sampleRate ?? min(max(sound.sampleRate, 8000), 192_000),
      channelCount: wish.channelCount ?? min(max(sound.channelCount, 1), 2), sampleFormat: .s16)
  }

  private func beginNow() -> Int64 {
    openedNanoseconds.withLock { opened in
      let begin = opened ?? clock.now.nanoseconds
      opened = begin
      return begin
    }
  }

  private func lacking(_ what: String) -> DeviceError {
    DeviceError(
      .notFound, context: path, message: "This file has no \(what) that can be decoded. Choose one that has.")
  }

  private func notFound(_ name: String, _ kind: String) -> DeviceError {
    DeviceError(
      .notFound, context: name,
      message: "No \(kind) of the movie \(path) answers to that name. Its devices are called \"movie\".")
  }

  /// Returns the error with which the movie's devices fail where it ends.
  static func ended(_ movie: ForeignMovie, device: String) -> DeviceError {
    DeviceError(
      .disconnected, context: device, message: "The movie \(movie.source.name) has ended. Choose a longer one.")
  }

  static func undecodable(_ error: CodingError, device: String) -> DeviceError {
    DeviceError(
      .streamingFailed, context: device, message: "The movie cannot be decoded: \(error)", underlying: error)
  }
}
