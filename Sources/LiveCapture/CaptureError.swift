import CaptureDevices
public import Diagnostics
import FileStorage
import Glibc
public import MediaCore
import MovieCoding

/// The reason why a capture, or one half of it, did not succeed.
public struct CaptureError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public typealias Code = ErrorCode<CaptureError>

  /// The kind of failure.
  public let code: Code
  /// The device, file or setting it is about, if there is one.
  public let context: String?
  /// A sentence about what is wrong, and what to do about it.
  public let message: String
  /// The error that led to this one.
  public let underlying: (any Error)?
  /// The rule of the contract that the call broke; `nil` for a failure that no call has caused.
  public let rule: ContractRule?
  /// The number that Apple's framework has for such a failure (`AVError.Code`).
  public let avErrorCode: Int
  /// A Boolean value that indicates whether the movie of a recording that this error ended is complete all the same;
  /// `nil` for other errors.
  ///
  /// Stands for `AVErrorRecordingSuccessfullyFinishedKey`.
  public internal(set) var recordingSuccessfullyFinished: Bool?

  /// Creates an error from its parts. `avErrorCode` follows from `code` unless it is given.
  public init(
    _ code: Code, context: String? = nil, message: String, underlying: (any Error)? = nil, rule: ContractRule? = nil,
    avErrorCode: Int? = nil
  ) {
    self.code = code
    self.context = context
    self.message = message
    self.underlying = underlying
    self.rule = rule
    self.avErrorCode = avErrorCode ?? Self.avErrorCode(of: code, underlying: underlying)
  }

  /// Creates a call that broke a rule.
  init(breaking rule: ContractRule, context: String? = nil, _ message: String) {
    self.init(.invalidSettings, context: context, message: message, rule: rule)
  }

  init(device error: DeviceError, profile: CaptureProfile = CaptureProfile()) {
    self.init(
      .deviceFailed, context: error.context, message: error.description, underlying: error,
      avErrorCode: error.code == .disconnected ? profile.unplugged.rawValue : nil)
  }

  static let noFrame = CaptureError(.noFrames, message: "the camera delivered no frame")
  static let notRunning = CaptureError(
    .sessionNotRunning, message: "the session does not run; call startRunning first")
  static let notConnected = CaptureError(
    .invalidConfiguration, message: "the output has no active and enabled video connection: add a camera",
    rule: .videoConnectionIsActive)

  init(gone device: CaptureDevice) {
    self.init(
      device: DeviceError(
        .disconnected, context: device.uniqueID,
        message: "The device has gone. One that is plugged in again is a new device."))
  }

  /// Creates a movie that could not be compressed, laid out or written, by what kept it from that.
  init(movie path: String?, _ error: any Error) {
    let (code, what): (Code, String) =
      switch error {
      case is CodingError: (.encodingFailed, "the movie could not be encoded; another preset or size may help")
      case is MovieError: (.encodingFailed, "the movie could not be laid out")
      case let error as FileStoreError where error.code == .existing: (.fileExists, "the movie could not be written")
      default: (.writingFailed, "the movie could not be written")
      }
    self.init(code, context: path, message: what, underlying: error)
  }

  private static func avErrorCode(of code: Code, underlying: (any Error)?) -> Int {
    switch code {
    case .sessionNotRunning: -11_803
    case .sessionInterrupted: -11_818
    case .configurationChanged: -11_806
    case .tooManyCaptures: -11_830
    case .noFrames: -11_805
    case .maximumDurationReached: -11_810
    case .maximumFileSizeReached: -11_811
    case .recordingInProgress: -11_859
    case .encodingFailed, .stillFailed: -11_883
    case .encoderOverloaded: -11_840
    case .preparationFailed: -11_834
    case .fileExists: -11_823
    case .notAuthorized: -11_852
    case .writingFailed: (underlying as? FileStoreError)?.code == .full ? -11_807 : -11_800
    case .deviceFailed:
      switch (underlying as? DeviceError)?.code {
      case .disconnected: -11_808
      case .busy: -11_815
      case .notFound: -11_814
      case .accessDenied: -11_852
      default: -11_800
      }
    case .invalidSettings, .invalidConfiguration: -11_862
    default: -11_800
    }
  }

  /// The error's context, message and cause in one line.
  public var description: String {
    var text = rule.map { "[\($0.rawValue)] " } ?? ""
    text += context.map { message.hasPrefix($0) ? message : "\($0): \(message)" } ?? message
    if let underlying {
      if !text.contains("\(underlying)") { text += " (\(underlying.text(behind: context ?? "")))" }
    }
    return text
  }
}

/// The errors of a session that cannot take a capture, or that ends one.
extension ErrorCode<CaptureError> {
  /// The session is not running.
  public static var sessionNotRunning: Self { Self("sessionNotRunning") }
  /// The session was stopped while the capture was under way.
  public static var sessionStopped: Self { Self("sessionStopped") }
  /// The session has as many captures in progress as it accepts.
  public static var tooManyCaptures: Self { Self("tooManyCaptures") }
  /// An interruption ended the capture.
  public static var sessionInterrupted: Self { Self("sessionInterrupted") }
  /// A configuration that was committed during the capture took away what the capture needs.
  public static var configurationChanged: Self { Self("configurationChanged") }
  /// The output records already.
  public static var recordingInProgress: Self { Self("recordingInProgress") }
  /// The user may not use the camera or the microphone.
  public static var notAuthorized: Self { Self("notAuthorized") }
  /// The session has no camera, or the call does not fit its state.
  public static var invalidConfiguration: Self { Self("invalidConfiguration") }
  /// A setting has a value that cannot be used.
  public static var invalidSettings: Self { Self("invalidSettings") }
  /// The camera or the microphone failed; `underlying` is a `DeviceError`.
  public static var deviceFailed: Self { Self("deviceFailed") }
}

/// The errors of making stills and movies and writing their files.
extension ErrorCode<CaptureError> {
  /// The ring held no usable frame for this capture.
  public static var noFrames: Self { Self("noFrames") }
  /// The still could not be made.
  public static var stillFailed: Self { Self("stillFailed") }
  /// The movie could not be encoded.
  public static var encodingFailed: Self { Self("encodingFailed") }
  /// The encoder fell behind the camera further than the backlog allows.
  public static var encoderOverloaded: Self { Self("encoderOverloaded") }
  /// A recording is as long as it may be.
  public static var maximumDurationReached: Self { Self("maximumDurationReached") }
  /// A recording's file is as large as it may be.
  public static var maximumFileSizeReached: Self { Self("maximumFileSizeReached") }
  /// A library that captures would need cannot be loaded; `underlying` is a `CodingError` that says which.
  public static var preparationFailed: Self { Self("preparationFailed") }
  /// A file could not be written; nothing is left of it.
  public static var writingFailed: Self { Self("writingFailed") }
  /// A file of that name exists already; it was not touched.
  public static var fileExists: Self { Self("fileExists") }
}
