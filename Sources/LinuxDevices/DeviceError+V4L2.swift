import CaptureDevices
import Glibc
import MediaCore
import SystemCalls

extension DeviceError {
  // What a failed call on a camera means. The one place where V4L2's error numbers are translated; the exceptions,
  // where a number means something special to one call, are named by the callers.
  static func v4l2(_ errno: Int32, device: String, operation: String) -> DeviceError {
    let (code, message) = meaning(of: errno, device: device)
    return DeviceError(code, context: device, operation: operation, status: Int(errno), message: message)
  }

  private static func meaning(of errno: Int32, device: String) -> (Code, String) {
    switch errno {
    case ENOENT, ENOTDIR:
      (.notFound, "There is no such device. Check that the camera is plugged in and listed.")
    case ENXIO:
      (.notFound, "The node has no camera behind it. Plug the camera in again.")
    case EACCES, EPERM:
      (
        .accessDenied,
        "This user may not open the camera. Add the user to the group `video` "
          + "(`sudo usermod -aG video \"$USER\"`) and log in again."
      )
    case EBUSY:
      (.busy, "Another program is using the camera. `fuser -v \(device)` shows which; close it and try again.")
    case ENOSPC:
      (
        .busy,
        "The USB bus has no bandwidth left for this mode. Ask for a smaller size, a lower rate or MJPG, "
          + "or plug the camera into another bus."
      )
    case ENODEV:
      (.disconnected, "The camera has been unplugged. Plug it in again.")
    case EIO:
      (.streamingFailed, "The driver reports that streaming cannot go on. Start the camera again.")
    case ENOTTY:
      (.unsuitable, "The device does not speak V4L2. Choose a camera's node.")
    case EMFILE, ENFILE:
      (.system, "Too many files are open. Close some, or raise the limit (`ulimit -n`).")
    default:
      (.system, "The system refused: \(SystemError.text(errno)). Plug the camera in again, or choose another mode.")
    }
  }
}
