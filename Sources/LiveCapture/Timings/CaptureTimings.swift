public import Diagnostics
public import MediaCore

/// The time that each part of one capture took, and its deviation from the request.
///
/// Measured only where the session's ``CaptureEnvironment/stageClock`` is set; delivered by ``PhotoOutput/timings``.
public struct CaptureTimings: Sendable, Hashable {
  /// The part of a movie on one side of the shutter.
  public struct Roll: Sendable, Hashable {
    /// The time that the session is configured for.
    public var asked: MediaTime
    /// The time that the movie shows.
    public var obtained: MediaTime
    /// The time by which the movie shows more; negative is less. Whole pictures make up to half a picture's difference.
    public var error: MediaTime { obtained - asked }
  }

  /// The distance of a movie's sound from its picture.
  public struct SoundError: Sendable, Hashable {
    /// The time by which the sound's farthest chunk lies later in the movie than it belongs; negative is too early.
    public var error: MediaTime
    /// The uncertainty of ``error``, in either direction: see ``AudioStatistics/syncUncertainty``, and
    /// ``CaptureTimings/timestampInstant``.
    public var uncertainty: MediaTime
    /// The microphone's clock against the session's, in parts per million, which the movie makes good.
    public var driftPPM: Double
  }

  /// The resolved settings, which identify the capture.
  public var resolvedSettings: ResolvedPhotoSettings
  /// The time that each stage took for this capture: its stills, its delegate, and the samples in its movie, hidden
  /// ones included.
  ///
  /// Frames that several movies show are encoded once, and counted by each: see ``reusedWork``.
  public var work = StageProfile()
  /// The part of ``work`` that an earlier movie has stated already. The rest, over all captures, counts no work twice.
  public var reusedWork = StageProfile()
  /// The instants of what happened, on the session's clock; what did not happen is not in it.
  public var marks: [CaptureMark: MediaTime] = [:]
  /// The time from the shutter to the still's frame, negative is before it; `nil` without a still.
  public var shutterError: MediaTime?
  /// The time before the shutter; `nil` without a movie.
  public var preRoll: Roll?
  /// The time after the shutter; `nil` without a movie.
  public var postRoll: Roll?
  /// The distance of sound from picture; `nil` without a movie or its sound.
  public var sound: SoundError?
  /// The instant that the camera's times mark.
  public var timestampInstant = TimestampInstant.unknown

  /// Creates timings without values; public for tests.
  public init(resolvedSettings: ResolvedPhotoSettings) { self.resolvedSettings = resolvedSettings }
}
