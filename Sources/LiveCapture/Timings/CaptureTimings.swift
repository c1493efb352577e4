public import Diagnostics
public import MediaCore

/// Where the time of one capture went, and how near it came to what was asked for.
///
/// Measured only where the session's ``CaptureEnvironment/stageClock`` is set; heard on ``PhotoOutput/timings``.
public struct CaptureTimings: Sendable, Hashable {
  /// How much a movie shows on one side of the shutter.
  public struct Roll: Sendable, Hashable {
    /// What the session is configured for.
    public var asked: MediaTime
    /// What the movie shows.
    public var obtained: MediaTime
    /// How much more the movie shows; negative is less. Whole pictures make up to half a picture's difference.
    public var error: MediaTime { obtained - asked }
  }

  /// How far a movie's sound may lie from its picture.
  public struct SoundError: Sendable, Hashable {
    /// How much later than it belongs the sound's farthest chunk lies in the movie; negative is too early.
    public var error: MediaTime
    /// By how much that knowledge may be wrong, either way: how far the microphone's readings of the clock stray from the
    /// line they are mapped by, and what pictures are moved by when their times are rounded to a movie's.
    ///
    /// Without the unknown: the time that sound and light take inside the devices; see
    /// ``CaptureTimings/timestampInstant``.
    public var uncertainty: MediaTime
    /// The microphone's clock against the session's, in parts per million, which the movie makes good.
    public var driftPPM: Double
  }

  /// The settings of the capture.
  public var resolvedSettings: ResolvedPhotoSettings
  /// What each stage took for this capture: its stills, its delegate, and the samples in its movie, hidden ones
  /// included.
  ///
  /// Frames that several movies show are encoded once, and counted by each: see ``reusedWork``.
  public var work = StageProfile()
  /// What of ``work`` an earlier movie has stated already. The rest, over all captures, counts no work twice.
  public var reusedWork = StageProfile()
  /// When what happened, on the session's clock; what did not happen is not in it.
  public var marks: [CaptureMark: MediaTime] = [:]
  /// How far the still's frame was taken from the shutter, negative is before it; `nil` without a still.
  public var shutterError: MediaTime?
  /// The time before the shutter; `nil` without a movie.
  public var preRoll: Roll?
  /// The time after the shutter; `nil` without a movie.
  public var postRoll: Roll?
  /// How far sound lies from picture; `nil` without a movie or its sound.
  public var sound: SoundError?
  /// Which instant the camera's times mark.
  public var timestampInstant = TimestampInstant.unknown

  /// Timings of a capture that knows nothing yet; public so that tests can make them.
  public init(resolvedSettings: ResolvedPhotoSettings) { self.resolvedSettings = resolvedSettings }
}
