import CaptureDevices
import MediaCore

/// The media that lanes deliver and that a movie waits for.
enum LaneMedium {
  case video
  case audio
}

/// An input that delivers: its samples' way into the session.
protocol InputLane: AnyObject, Sendable {
  /// The name by which the device is opened.
  var deviceName: String { get }
  /// The instant of the last arrival, whether or not the sample was used; before the first sample, the instant at which
  /// the lane was made or woken.
  var lastArrival: MediaTime { get }

  func start() throws(DeviceError)
  /// Ends delivery; what is in the ring stays.
  func stop()
  /// Takes in nothing more: nobody waits for a sample any longer.
  func close()
  /// Closes, and calls `action` once when the device delivers all the same: on its thread.
  func rest(until action: @escaping @Sendable () -> Void)
  /// Takes samples in again, as a lane that has just been made.
  func wake(meter: PressureMeter?)
  func remove(_ owner: AnyObject)
}

extension InputLane {
  var video: VideoLane? { self as? VideoLane }
  var audio: AudioLane? { self as? AudioLane }

  func isUpToDate(for input: DeviceInput) -> Bool {
    guard !input.device.isFixed, let mode = video?.source.mode, let format = input.device.activeFormat else {
      return true
    }
    let duration = input.device.activeVideoMinFrameDuration
    return CaptureDevice.Format(mode).dimensions == format.dimensions
      && mode.format.pixelFormat == format.pixelFormat && (duration == nil || duration == mode.frameInterval)
  }
}
