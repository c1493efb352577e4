public import MediaCore

/// The reason why a camera or microphone could not do what was asked.
///
/// Its context is the device, as the user knows it: a node, an identifier or a PCM's name. Its status is the system's
/// error number. If there is an underlying error, the message says what of it matters.
public typealias DeviceError = CodedError<DeviceErrorDomain>

/// The domain of ``DeviceError``.
public enum DeviceErrorDomain: ErrorDomain {
  /// Returns the device, the message, and the failing call with its error number.
  public static func description(of error: DeviceError) -> String { error.text(number: "errno ") }
}

extension ErrorCode<DeviceErrorDomain> {
  /// No device has that name.
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
