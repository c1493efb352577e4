import CaptureDevices
import Glibc
import MediaCore
import SystemCalls

/// Calls of libasound, or of the system for it, that failed before it is known which device to blame.
extension SystemError {
  /// Creates a failure from the call and its result, of either sign.
  init(alsa operation: String, _ result: Int32) {
    self.init(operation, result.magnitude > UInt32(Int32.max) ? EINVAL : abs(result))
  }

  /// Makes sure that a call of libasound succeeded, which it tells by any number but a negative one.
  static func check(alsa operation: String, _ result: Int32) throws(SystemError) {
    guard result >= 0 else { throw SystemError(alsa: operation, result) }
  }

  /// Indicates whether the error says that the device is no longer there.
  var isDisconnection: Bool { [ENODEV, ENXIO, EBADFD, ENOTCONN].contains(number) }

  func whileOpening(_ pcm: String) -> DeviceError {
    switch number {
    case EBUSY, EAGAIN:
      error(
        .busy, of: pcm,
        "Another program is recording from the microphone. Close it (`fuser -v /dev/snd/*` shows which), "
          + "or use a shared PCM such as `default`.")
    case EACCES, EPERM:
      error(
        .accessDenied, of: pcm,
        "This user may not open sound devices. Add the user to the group `audio` and log in again.")
    case ENOENT, ENODEV, ENXIO:
      error(
        .notFound, of: pcm,
        "There is no such microphone. `arecord -L` lists what ALSA knows; check that it is plugged in.")
    case EINVAL where operation.hasPrefix("snd_pcm_hw_params"):
      error(
        .unsupportedMode, of: pcm,
        "The microphone offers none of the formats S16_LE, S32_LE and FLOAT_LE with one or two channels. "
          + "Use it through `plughw:`, which converts.")
    default: error(.system, of: pcm, "The microphone could not be set up: \(Self.text(number)).")
    }
  }

  func whileStreaming(_ pcm: String) -> DeviceError {
    isDisconnection
      ? error(.disconnected, of: pcm, "The microphone has been unplugged. Plug it in again and start anew.")
      : error(
        .streamingFailed, of: pcm,
        "The driver cannot go on capturing: \(Self.text(number)). Start anew; if that fails, plug the microphone in "
          + "again.")
  }

  private func error(_ code: DeviceError.Code, of pcm: String, _ message: String) -> DeviceError {
    DeviceError(code, context: pcm, operation: operation, status: Int(number), message: message)
  }
}
