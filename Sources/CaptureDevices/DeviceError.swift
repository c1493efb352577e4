public import MediaCore

/// Why a camera or microphone could not do what was asked.
public struct DeviceError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public typealias Code = ErrorCode<DeviceError>

  /// The kind of failure.
  public let code: Code
  /// The device, as the user knows it: a node, an identifier or a PCM's name.
  public let device: String
  /// What was being done, such as `VIDIOC_STREAMON`.
  public let operation: String?
  /// The system's error number, when a call failed.
  public let errno: Int32?
  /// What is wrong and what to do about it, in one sentence or two.
  public let message: String
  /// The error that led to this one, whose words ``message`` repeats.
  public let underlying: (any Error)?

  /// An error from its parts. `message` names neither the device nor the errno: ``description`` adds both.
  public init(
    _ code: Code, device: String, operation: String? = nil, errno: Int32? = nil, message: String,
    underlying: (any Error)? = nil
  ) {
    self.code = code
    self.device = device
    self.operation = operation
    self.errno = errno
    self.message = message
    self.underlying = underlying
  }

  /// Device, message, and the failing call with its error number.
  public var description: String {
    var text = "\(device): \(message)"
    if let operation {
      text += " [\(operation)" + (errno.map { ": errno \($0)" } ?? "") + "]"
    } else if let errno {
      text += " [errno \(errno)]"
    }
    return text
  }
}

extension ErrorCode<DeviceError> {
  /// No device answers to that name.
  public static var notFound: Self { Self("notFound") }
  /// The device is there and this user may not open it.
  public static var accessDenied: Self { Self("accessDenied") }
  /// Another program is using the device.
  public static var busy: Self { Self("busy") }
  /// The device has been unplugged.
  public static var disconnected: Self { Self("disconnected") }
  /// No sample has come for the configured time.
  public static var stalled: Self { Self("stalled") }
  /// The driver reports that streaming cannot go on.
  public static var streamingFailed: Self { Self("streamingFailed") }
  /// The device does not offer the mode or format that was asked for.
  public static var unsupportedMode: Self { Self("unsupportedMode") }
  /// The device is not of the kind that was asked for, such as a node that captures no video.
  public static var unsuitable: Self { Self("unsuitable") }
  /// The camera has no such control.
  public static var unsupportedControl: Self { Self("unsupportedControl") }
  /// The control does not take that value now.
  public static var invalidControlValue: Self { Self("invalidControlValue") }
  /// The call does not fit the state of the source.
  public static var invalidState: Self { Self("invalidState") }
  /// A system call failed in a way that has no kind of its own.
  public static var system: Self { Self("system") }
}
