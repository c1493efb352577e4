import CaptureDevices
import Glibc
import MediaCore
import SystemCalls

/// Calls of libasound, or of the system for it, that failed before it is known which device to blame.
extension SystemError {
  /// A failure from the call and its result, of either sign.
  init(alsa operation: String, _ result: Int32) {
    self.init(operation, result.magnitude > UInt32(Int32.max) ? EINVAL : abs(result))
  }

  /// Whether this says that the device is no longer there.
  var isDisconnection: Bool { [ENODEV, ENXIO, EBADFD, ENOTCONN].contains(number) }

  /// The error for a PCM that could not be opened.
  func whileOpening(_ pcm: String) -> DeviceError {
    switch number {
    case EBUSY, EAGAIN:
      DeviceError(
        .busy, context: pcm, operation: operation, status: Int(number),
        message: "Another program is recording from the microphone. Close it (`fuser -v /dev/snd/*` shows which), "
          + "or use a shared PCM such as `default`.")
    case EACCES, EPERM:
      DeviceError(
        .accessDenied, context: pcm, operation: operation, status: Int(number),
        message: "This user may not open sound devices. Add the user to the group `audio` and log in again.")
    case ENOENT, ENODEV, ENXIO:
      DeviceError(
        .notFound, context: pcm, operation: operation, status: Int(number),
        message: "There is no such microphone. `arecord -L` lists what ALSA knows; check that it is plugged in.")
    case EINVAL where operation.hasPrefix("snd_pcm_hw_params"):
      DeviceError(
        .unsupportedMode, context: pcm, operation: operation, status: Int(number),
        message: "The microphone offers none of the formats S16_LE, S32_LE and FLOAT_LE with one or two channels. "
          + "Use it through `plughw:`, which converts.")
    default:
      DeviceError(
        .system, context: pcm, operation: operation, status: Int(number),
        message: "The microphone could not be set up: \(text).")
    }
  }

  /// The error for a stream that cannot go on.
  func whileStreaming(_ pcm: String) -> DeviceError {
    guard !isDisconnection else {
      return DeviceError(
        .disconnected, context: pcm, operation: operation, status: Int(number),
        message: "The microphone has been unplugged. Plug it in again and start anew.")
    }
    return DeviceError(
      .streamingFailed, context: pcm, operation: operation, status: Int(number),
      message: "The driver cannot go on capturing: \(text). Start anew; if that fails, plug the microphone in again.")
  }

  private var text: String { Self.text(number) }
}
