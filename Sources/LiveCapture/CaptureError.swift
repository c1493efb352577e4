import CaptureDevices
public import MediaCore

/// Why a capture, or one half of it, did not succeed.
public struct CaptureError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public typealias Code = ErrorCode<CaptureError>

  /// The kind of failure.
  public let code: Code
  /// The device, file or setting it is about, if there is one.
  public let context: String?
  /// What is wrong and what to do about it.
  public let message: String
  /// The error that led to this one.
  public let underlying: (any Error)?

  /// An error from its parts.
  public init(_ code: Code, context: String? = nil, message: String, underlying: (any Error)? = nil) {
    self.code = code
    self.context = context
    self.message = message
    self.underlying = underlying
  }

  init(device error: DeviceError) {
    self.init(.deviceFailed, context: error.device, message: error.description, underlying: error)
  }

  /// Context, message and cause in one line.
  public var description: String {
    var text = context.map { message.hasPrefix($0) ? message : "\($0): \(message)" } ?? message
    if let underlying {
      let cause = "\(underlying)"
      if !text.contains(cause) { text += " (\(cause))" }
    }
    return text
  }
}

extension ErrorCode<CaptureError> {
  /// The session is not running.
  public static var sessionNotRunning: Self { Self("sessionNotRunning") }
  /// The session was stopped while the capture was under way.
  public static var sessionStopped: Self { Self("sessionStopped") }
  /// The session has no camera, or the call does not fit its state.
  public static var invalidConfiguration: Self { Self("invalidConfiguration") }
  /// A setting has a value that cannot be used.
  public static var invalidSettings: Self { Self("invalidSettings") }
  /// The camera or the microphone failed; `underlying` is a `DeviceError`.
  public static var deviceFailed: Self { Self("deviceFailed") }
  /// The ring held no usable frame for this capture.
  public static var noFrames: Self { Self("noFrames") }
  /// The still could not be made.
  public static var stillFailed: Self { Self("stillFailed") }
  /// The movie could not be encoded.
  public static var encodingFailed: Self { Self("encodingFailed") }
  /// The encoder fell behind the camera further than the backlog allows.
  public static var encoderOverloaded: Self { Self("encoderOverloaded") }
  /// A file could not be written; nothing is left of it.
  public static var writingFailed: Self { Self("writingFailed") }
  /// There is a file of that name already; it was not touched.
  public static var fileExists: Self { Self("fileExists") }
}
