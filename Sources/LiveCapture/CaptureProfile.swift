/// The choices where Apple does not say what happens: a switch for each such question.
///
/// The numbers are those of the conformance cases. App code tested under every value of a switch does not depend on it.
public struct CaptureProfile: Sendable, Hashable {
  /// The treatment of an input whose device the user may not use: case 2.
  public enum DeniedInput: String, Sendable, Hashable, CaseIterable {
    /// Creating it fails with −11852.
    case fails
    /// The input can be created and delivers black pictures or silence.
    case deliversNothing
  }

  /// The treatment of an input that a session already has: case 3.
  public enum DuplicateInput: String, Sendable, Hashable, CaseIterable {
    /// `canAddInput` is false.
    case isRefused
    /// Adding it again changes nothing.
    case isIgnored
  }

  /// The photos that `sequenceCount` counts in a bracket of RAW and processed photos: case 44.
  public enum SequenceCount: String, Sendable, Hashable, CaseIterable {
    /// Exposures: the RAW and the processed photo of one exposure have one number.
    case exposures
    /// Photos: it is `photoCount`.
    case photos
  }

  /// The concurrency of calls to delegates: case 61.
  public enum Delivery: String, Sendable, Hashable, CaseIterable {
    /// One call at a time, whichever capture it is about.
    case serial
    /// One call at a time for each capture; calls about different captures may overlap.
    case serialPerCapture
  }

  /// The outcome of a movie that a reconfiguration or an interruption ends early: cases 62 and 64.
  public enum EndedMovie: String, Sendable, Hashable, CaseIterable {
    /// A shorter movie, whole and without an error.
    case isKept
    /// No movie, and an error in its place.
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
    /// `didFinishCapture` brings the movie's error.
    case failsCapture
    /// `didFinishCapture` brings no error.
    case isToldOnce
  }

  /// The error of a capture whose camera was unplugged: case 67.
  public enum Unplugged: Int, Sendable, Hashable, CaseIterable {
    /// `deviceWasDisconnected`
    case deviceWasDisconnected = -11808
    /// `sessionConfigurationChanged`: the topology is another.
    case sessionConfigurationChanged = -11806
  }

  /// The calls about an exposure in a capture that fails before it: section 2.1.
  public enum ExposureCalls: String, Sendable, Hashable, CaseIterable {
    /// `willCapturePhoto` and `didCapturePhoto` come only if there was an exposure.
    case needExposure
    /// They come in any case, before the photo's error.
    case alwaysCome
  }

  /// The choice in case 2.
  public var deniedInput = DeniedInput.fails
  /// The choice in case 3.
  public var duplicateInput = DuplicateInput.isRefused
  /// The choice in case 44.
  public var sequenceCount = SequenceCount.exposures
  /// The choice in case 61.
  public var delivery = Delivery.serial
  /// The choice in case 62; by default playable, as section 4 of the contract promises.
  public var movieEndedByReconfiguration = EndedMovie.isKept
  /// The choice in case 64.
  public var movieEndedByInterruption = EndedMovie.isDropped
  /// The outcome of a recording that an interruption or a lost device ends: section 3.3 on −11818.
  public var recordingEndedEarly = EndedMovie.isKept
  /// The choice in case 65.
  public var existingFile = ExistingFile.failsMovie
  /// The choice in case 66.
  public var movieFailure = MovieFailure.failsCapture
  /// The choice in case 67.
  public var unplugged = Unplugged.deviceWasDisconnected
  /// The choice in section 2.1.
  public var exposureCalls = ExposureCalls.needExposure

  /// The defaults.
  public init() {}
}
