/// The choices where Apple's documentation does not define the behaviour: a switch for each such question.
///
/// The numbers are those of the conformance cases. App code tested under every value of a switch does not depend on it.
public struct CaptureProfile: Sendable, Hashable {
  /// The treatment of an input whose device the user may not use: case 2.
  public enum DeniedInput: String, Sendable, Hashable, CaseIterable {
    /// The initialiser of the input fails with −11852.
    case fails
    /// The input can be created and delivers black pictures or silence.
    case deliversNothing
  }

  /// The treatment of an input that a session already has: case 3.
  public enum DuplicateInput: String, Sendable, Hashable, CaseIterable {
    /// `canAddInput` returns `false`.
    case isRefused
    /// Adding the input again changes nothing.
    case isIgnored
  }

  /// The photos that `sequenceCount` counts in a bracket of RAW and processed photos: case 44.
  public enum SequenceCount: String, Sendable, Hashable, CaseIterable {
    /// Exposures are counted: the RAW and the processed photo of one exposure have the same number.
    case exposures
    /// Photos are counted: the number equals `photoCount`.
    case photos
  }

  /// The concurrency of calls to delegates: case 61.
  public enum Delivery: String, Sendable, Hashable, CaseIterable {
    /// One call at a time is made, whichever capture it is about.
    case serial
    /// One call at a time is made for each capture; calls about different captures may overlap.
    case serialPerCapture
  }

  /// The outcome of a movie that a reconfiguration or an interruption ends early: cases 62 and 64.
  public enum EndedMovie: String, Sendable, Hashable, CaseIterable {
    /// The movie is shorter, complete, and without an error.
    case isKept
    /// The movie is dropped, and an error takes its place.
    case isDropped
  }

  /// The treatment of a movie whose path is taken: case 65.
  public enum ExistingFile: String, Sendable, Hashable, CaseIterable {
    /// The capture continues, and its movie fails with −11823.
    case failsMovie
    /// The request is refused (V16).
    case isRefused
  }

  /// The outcome of a capture of which only the movie failed: case 66.
  public enum MovieFailure: String, Sendable, Hashable, CaseIterable {
    /// `didFinishCapture` has the movie's error.
    case failsCapture
    /// `didFinishCapture` has no error: the movie's own event has it.
    case isToldOnce
  }

  /// The error of a capture whose camera was unplugged: case 67.
  public enum Unplugged: Int, Sendable, Hashable, CaseIterable {
    /// The error is `deviceWasDisconnected`.
    case deviceWasDisconnected = -11808
    /// The error is `sessionConfigurationChanged`, because the session has other connections.
    case sessionConfigurationChanged = -11806
  }

  /// The calls about an exposure in a capture that fails before it: section 2.1.
  public enum ExposureCalls: String, Sendable, Hashable, CaseIterable {
    /// `willCapturePhoto` and `didCapturePhoto` come only if there was an exposure.
    case needExposure
    /// Both calls always come, before the photo's error.
    case alwaysCome
  }

  /// The treatment of an input whose device the user may not use (case 2).
  public var deniedInput = DeniedInput.fails
  /// The treatment of an input that a session already has (case 3).
  public var duplicateInput = DuplicateInput.isRefused
  /// The photos of a bracket that `sequenceCount` counts (case 44).
  public var sequenceCount = SequenceCount.exposures
  /// The concurrency of calls to delegates (case 61).
  public var delivery = Delivery.serial
  /// The outcome of a movie that a reconfiguration ends early (case 62); by default playable, as section 4 of the
  /// contract promises.
  public var movieEndedByReconfiguration = EndedMovie.isKept
  /// The outcome of a movie that an interruption ends early (case 64).
  public var movieEndedByInterruption = EndedMovie.isDropped
  /// The outcome of a recording that an interruption or a lost device ends: section 3.3 on −11818.
  public var recordingEndedEarly = EndedMovie.isKept
  /// The treatment of a movie whose path is taken (case 65).
  public var existingFile = ExistingFile.failsMovie
  /// The outcome of a capture of which only the movie failed (case 66).
  public var movieFailure = MovieFailure.failsCapture
  /// The error of a capture whose camera was unplugged (case 67).
  public var unplugged = Unplugged.deviceWasDisconnected
  /// The calls about an exposure in a capture that fails before it (section 2.1).
  public var exposureCalls = ExposureCalls.needExposure

  /// Creates the defaults.
  public init() {}
}
