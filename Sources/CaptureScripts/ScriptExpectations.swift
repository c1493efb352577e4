public import MediaCore

/// The expectations of a script. Values that are not set are not checked.
public struct ScriptExpectations: Sendable, Hashable {
  /// The expectations of one capture.
  public struct Capture: Sendable, Hashable {
    /// The capture's steps, by the output's events: `B W C P R M F`.
    public var course: String?
    /// The capture's steps, by the calls to its delegate.
    public var calls: String?
    /// The numbers of errors (`AVError.Code`) by the letter of the step that brings them.
    public var errors: [String: Int]?
    /// The rule that the request breaks; there is no capture then.
    public var refused: String?
    /// The movie's length, to a frame.
    public var duration: MediaTime?
    /// The still's place in it, to a frame.
    public var photoDisplayTime: MediaTime?
    /// The time by which the pre-roll may be shorter at most: for places that are only known from above.
    public var photoDisplayTimeAtMost: MediaTime?
    /// The latest end of gathering, from the script's beginning.
    public var recordedBy: MediaTime?
    /// The number of photos that are announced.
    public var expectedPhotoCount: Int?
    /// The size of the movie that is announced; `0x0` for none.
    public var movieSize: String?
    /// The size of the preview that is announced.
    public var previewSize: String?
    /// The sequence counts of its photos.
    public var sequenceCounts: [Int]?
    /// The number of frames that the movie shows.
    public var frames: Int?
    /// The number of frames that are missing in it.
    public var droppedFrames: Int?
    /// The number of the movie's audio tracks.
    public var audioTracks: Int?
    /// The brightness of its processed photos on the whole, 0 to 1, to three hundredths; black video is a little above
    /// 0.
    public var brightness: [Double]?
    /// A Boolean value that indicates whether the movie's sound, which must be PCM, is nothing but zeros.
    public var isSilent: Bool?
    /// The size of the proxy that is announced; `0x0` for none.
    public var proxySize: String?
    /// A Boolean value that indicates whether still and movie are a pair: they share one content identifier, and the
    /// movie has one still-image time, at the reported place.
    public var isPair: Bool?

    /// Creates expectations that any run meets.
    public init() {}
  }

  /// The events, LIVE counts and readiness that are expected of one photo output.
  public struct Output: Sendable, Hashable {
    /// The steps of the output's captures, in the order of its events: `B2 W2 C2 P2 F2`.
    public var timeline: String?
    /// The values of its LIVE counter, the first included.
    public var badge: [Int]?
    /// The values of its readiness, the first included.
    public var readiness: [String]?

    /// Creates expectations that any run meets.
    public init() {}
  }

  /// An expectation that several captures' stills show one instant.
  public struct Together: Sendable, Hashable {
    /// The numbers of the captures.
    public var captures: [Int]
    /// The time by which the first photos of all of them may be apart at most.
    public var within: MediaTime

    /// Creates the expectation for the stills of several captures.
    public init(_ captures: [Int], within: MediaTime) {
      self.captures = captures
      self.within = within
    }
  }

  /// The steps of all captures, in the order of the output's events: `B1 W1 C1 P1 R1 M1 F1`. If there are several
  /// outputs, ``outputs`` has this value for each of them, and those of ``badge`` and ``readiness``.
  public var timeline: String?
  /// The expectations of single photo outputs, by name.
  public var outputs: [String: Output] = [:]
  /// The expectations of single captures, by number.
  public var captures: [Int: Capture] = [:]
  /// Captures, of one output or of several, whose stills show one instant.
  public var together: [Together] = []
  /// The values of the LIVE counter, the first included.
  public var badge: [Int]?
  /// The turns of the flash: `on` and `off`, one after the other.
  public var flash: [String]?
  /// The values of the output's readiness, the first included.
  public var readiness: [String]?
  /// Files that must exist.
  public var present: [String] = []
  /// Files that must not exist.
  public var absent: [String] = []
  /// All files, in the order of their names; `nil` if files are not compared.
  public var files: [String]?
  /// The events of the session.
  public var session: [String]?
  /// The questions to the user, and their answers: `microphone asked`, `camera granted`.
  public var access: [String]?
  /// The answers of the output about what it was asked to be ready for: `1 false`, `2 true`.
  public var prepared: [String]?
  /// The captures whose stills were finished later, in order.
  public var finished: [Int]?
  /// The captures whose stills still wait at the end.
  public var waiting: [Int]?
  /// The session's preset at the end.
  public var preset: String?
  /// The fates of recordings: `walk.mov started`, `walk.mov finished`, `walk.mov failed -11807`.
  public var recordings: [String]?
  /// The levels of system pressure that the session reports, in order: `fair`, `serious`, `nominal`.
  public var pressure: [String]?
  /// Steps that are refused, in order, by the rule that they break or the error's number.
  public var refusals: [String]?

  /// Creates expectations that any run meets.
  public init() {}
}
