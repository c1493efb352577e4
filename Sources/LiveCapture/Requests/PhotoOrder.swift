import CaptureDevices
import Dispatch
import MediaCore

/// What a photo output was asked for, with the facts of that instant that decide about it.
struct PhotoOrder {
  struct Camera {
    let lane: ObjectIdentifier
    let dimensions: ResolvedPhotoSettings.Dimensions
    let frameInterval: MediaTime
    /// How many frames still show what was set before a control was set.
    let controlDelay: Int
    /// The oldest frame's time in the ring; `nil` before the first frame.
    let oldest: MediaTime?
    /// The time of the frame that is nearest to the shutter now.
    let nearest: MediaTime?
  }

  var settings: PhotoSettings
  let output: PhotoOutput
  let shutterTime: MediaTime
  let features: OutputFeatures
  weak var delegate: (any PhotoCaptureDelegate)?
  /// Where its delegate is called: a queue of its own where captures are told of independently.
  let queue: DispatchQueue
  /// Whether the video connection is there, enabled and active.
  let isConnected: Bool
  /// `nil` unless the session runs and the camera delivers.
  let camera: Camera?
  let deviceDimensions: ResolvedPhotoSettings.Dimensions
  let deviceType: VideoDeviceTraits.Kind
  let orientation: Orientation
  /// The camera's and the microphone's lanes; they outlive the session's interest in them.
  let video: VideoLane?
  let audio: AudioLane?
  /// Whether a file can be made at the movie's path, and whether there is one already.
  let isMovieWritable: Bool
  let isMovieTaken: Bool
}
