/// The choices where Apple does not say what happens: a switch for each such question.
///
/// The numbers are those of the conformance cases. App code tested under every value of a switch does not depend on it.
public struct CaptureProfile: Sendable, Hashable {
  /// Case 2: what happens to an input of a device that the user may not use.
  public enum DeniedInput: String, Sendable, Hashable, CaseIterable {
    /// Creating it fails with −11852.
    case fails
    /// The input can be created and delivers black pictures or silence.
    case deliversNothing
  }

  /// Case 3: whether a session takes an input that it has already.
  public enum DuplicateInput: String, Sendable, Hashable, CaseIterable {
    /// `canAddInput` is false.
    case isRefused
    /// Adding it again changes nothing.
    case isIgnored
  }

  /// Case 44: what `sequenceCount` counts in a bracket of RAW and processed photos.
  public enum SequenceCount: String, Sendable, Hashable, CaseIterable {
    /// Exposures: both photos of one exposure have the same.
    case exposures
    /// Photos: it is `photoCount`.
    case photos
  }

  /// Case 61: how calls to delegates relate.
  public enum Delivery: String, Sendable, Hashable, CaseIterable {
    /// One call at a time, whichever capture it is about.
    case serial
    /// One call at a time for each capture; calls about different captures may overlap.
    case serialPerCapture
  }

  /// Cases 62 and 64: what becomes of a movie that a reconfiguration or an interruption ends early.
  public enum EndedMovie: String, Sendable, Hashable, CaseIterable {
    /// A shorter movie, whole and without an error.
    case isKept
    /// No movie, and an error in its place.
    case isDropped
  }

  /// Case 65: what happens when there is a file where the movie is to be.
  public enum ExistingFile: String, Sendable, Hashable, CaseIterable {
    /// The capture goes on and its movie fails with −11823.
    case failsMovie
    /// The request is refused (V16).
    case isRefused
  }

  /// Case 66: whether a capture whose movie alone failed has failed.
  public enum MovieFailure: String, Sendable, Hashable, CaseIterable {
    /// `didFinishCapture` brings the movie's error.
    case failsCapture
    /// `didFinishCapture` brings no error.
    case isToldOnce
  }

  /// Case 67: what the error says when the camera was unplugged.
  public enum Unplugged: Int, Sendable, Hashable, CaseIterable {
    /// `deviceWasDisconnected`
    case deviceWasDisconnected = -11808
    /// `sessionConfigurationChanged`: the topology is another.
    case sessionConfigurationChanged = -11806
  }

  /// Section 2.1: whether a capture that failed before its exposure tells of an exposure.
  public enum ExposureCalls: String, Sendable, Hashable, CaseIterable {
    /// `willCapturePhoto` and `didCapturePhoto` come only if there was an exposure.
    case needExposure
    /// They come in any case, before the photo's error.
    case alwaysCome
  }

  /// Case 2.
  public var deniedInput = DeniedInput.fails
  /// Case 3.
  public var duplicateInput = DuplicateInput.isRefused
  /// Case 44.
  public var sequenceCount = SequenceCount.exposures
  /// Case 61.
  public var delivery = Delivery.serial
  /// Case 62; section 4 of the contract: playable.
  public var movieEndedByReconfiguration = EndedMovie.isKept
  /// Case 64.
  public var movieEndedByInterruption = EndedMovie.isDropped
  /// Section 3.3 on −11818: what becomes of a recording that an interruption or the like ends.
  public var recordingEndedEarly = EndedMovie.isKept
  /// Case 65.
  public var existingFile = ExistingFile.failsMovie
  /// Case 66.
  public var movieFailure = MovieFailure.failsCapture
  /// Case 67.
  public var unplugged = Unplugged.deviceWasDisconnected
  /// Section 2.1.
  public var exposureCalls = ExposureCalls.needExposure

  /// The defaults.
  public init() {}
}
