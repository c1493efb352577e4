import Diagnostics
public import Dispatch
public import MediaCore
import Synchronization

/// Records movies of any length to files.
///
/// ```
/// let movies = MovieFileOutput()
/// try await session.addOutput(movies)
/// try movies.startRecording(to: "/home/me/walk.mov", delegate: delegate)
/// …
/// movies.stopRecording()
/// ```
/// A movie begins with the first frame taken after the call, and has the sound of the session's microphone, if there is
/// one. It is written in fragments while it is filmed, so memory does not grow with its length; the file appears under
/// its name when it is complete, or not at all. While the output is in a session no Live Photos are taken; stills are.
///
/// Stands for `AVCaptureMovieFileOutput`.
public final class MovieFileOutput: MemberOutput {
  struct State {
    var settings = Settings()
    /// The recorder at work. The session and the camera hold it: it ends with them.
    weak var recorder: MovieRecorder?
  }

  struct Settings {
    var codec = VideoCodec.h264
    var maximumDuration: MediaTime?
    var maximumSize: Int?
    var fragmentInterval = MediaTime(value: 1, timescale: 1)
  }

  /// The queue on which delegates are called, one call at a time.
  public let delegateQueue: DispatchQueue
  let state = Mutex(State())
  let membership = SessionMembership()
  package let eventFeed = EventFeed<RecordingEvent>()

  /// Creates an output whose delegates are called on `delegateQueue`, which must be serial; `nil` makes one.
  public init(delegateQueue: DispatchQueue? = nil) {
    self.delegateQueue = delegateQueue ?? DispatchQueue(label: "livecam.movie-output.delegate")
  }

  /// The codecs of movies that this machine has, preferred first; empty outside a session.
  public var availableVideoCodecTypes: [VideoCodec] { membership.session?.environment.media.movies.codecs ?? [] }

  /// The compression of pictures, from the next recording on. H.264 by default.
  public var videoCodecType: VideoCodec {
    get { state.withLock { $0.settings.codec } }
    set { state.withLock { $0.settings.codec = newValue } }
  }

  /// The longest that the next movies may get, or `nil`; then −11810 ends a recording. Stands for
  /// `maxRecordedDuration`.
  ///
  /// Durations that are not above 0 stand for no limit.
  public var maxRecordedDuration: MediaTime? {
    get { state.withLock { $0.settings.maximumDuration } }
    set { state.withLock { $0.settings.maximumDuration = newValue.flatMap { $0.isNumeric && $0 > .zero ? $0 : nil } } }
  }

  /// The most bytes that a file may get, from the next recording on, or `nil` for no limit. Before there are more the
  /// recording ends with −11811, and the movie is complete. Stands for `maxRecordedFileSize`.
  public var maxRecordedFileSize: Int? {
    get { state.withLock { $0.settings.maximumSize } }
    set { state.withLock { $0.settings.maximumSize = newValue.flatMap { $0 > 0 ? $0 : nil } } }
  }

  /// The least length of the file's fragments, from the next recording on: what has not been written waits in memory.
  /// One second by default; 0.1 to 60 seconds, others count as the nearest of these. Stands for
  /// `movieFragmentInterval`.
  public var movieFragmentInterval: MediaTime {
    get { state.withLock { $0.settings.fragmentInterval } }
    set {
      guard newValue.isValid, !newValue.isIndefinite else { return }
      let interval = min(max(newValue, MediaTime(value: 1, timescale: 10)), MediaTime(value: 60, timescale: 1))
      state.withLock { $0.settings.fragmentInterval = interval }
    }
  }

  /// Begins a movie, whose first frame is the first one that was taken when the call was made or later.
  ///
  /// The call returns at once; the delegate, which is held weakly, and ``events`` receive the recording's progress. A
  /// session that does not run, a name that is taken and a disk that cannot be written to end the recording with an
  /// error.
  /// - Throws: ``CaptureError`` naming `videoConnectionIsActive`, `movieCodecIsAvailable` or `moviePathIsReachable`, or
  ///   with `.recordingInProgress` (−11859); then nothing has begun and no event comes.
  public func startRecording(to path: String, delegate: (any MovieRecordingDelegate)? = nil) throws(CaptureError) {
    let session = try membership.require()
    let (codec, media) = (videoCodecType, session.environment.media)
    guard media.movies.codecs.contains(codec) else {
      let list = media.movies.codecs.map(\.rawValue).joined(separator: ", ")
      let refusal = CaptureError(
        breaking: .movieCodecIsAvailable, context: "videoCodecType",
        "\(codec) is none of availableVideoCodecTypes: \(list)")
      throw media.reasoned(refusal, movie: codec)
    }
    let now = session.now
    try session.sync { session throws(CaptureError) in
      try session.recordingHands.begin(to: path, from: self, at: now, delegate: delegate, in: session)
    }
  }

  /// Ends the movie with the last frame that was taken before the call. Harmless when nothing is recorded.
  ///
  /// The call returns at once; the file is complete when `didFinishRecording` says so.
  public func stopRecording() {
    guard let session = membership.session else { return }
    let now = session.now
    session.sync { $0.record { $0.stop(ObjectIdentifier(self), at: now) } }
  }

  private var recorder: MovieRecorder? { state.withLock { $0.recorder } }

  /// A Boolean value that indicates whether a movie is being recorded: from the call that starts it until it is
  /// stopped, or stops by itself.
  public var isRecording: Bool { recorder != nil }

  /// The file that is being recorded to; `nil` when nothing is.
  public var outputPath: String? { recorder?.path }

  /// The length of the encoded part of the movie that is being recorded; 0 when nothing is recorded.
  public var recordedDuration: MediaTime { recorder?.progress.duration ?? .zero }

  /// The bytes that the movie being recorded has by now; 0 when nothing is recorded.
  public var recordedFileSize: Int { recorder?.progress.byteCount ?? 0 }

  /// The events of all recordings of this output from now on, in order; ends with the output.
  public var events: AsyncStream<RecordingEvent> { eventFeed.stream }
}
