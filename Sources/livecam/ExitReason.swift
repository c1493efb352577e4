import FileStorage
import ArgumentParser
import CaptureDevices
import LiveCapture
import Station

/// Why the command ends, as its exit code says it.
enum ExitReason: Int32 {
  case captureFailed = 1
  case badArguments = 64
  case deviceUnavailable = 69
  case internalError = 70
  case unusableFolder = 73
  case interrupted = 130

  /// The reason that an error stands for.
  init(_ error: any Error) {
    switch error {
    case is DeviceError: self = .deviceUnavailable
    case is FileStoreError: self = .unusableFolder
    case let error as StationError: self = error.code == .unusableFolder ? .unusableFolder : .badArguments
    case let error as CaptureError:
      self =
        switch error.code {
        case .deviceFailed: .deviceUnavailable
        case .invalidSettings: .badArguments
        default: .captureFailed
        }
    default: self = .internalError
    }
  }

  var exitCode: ExitCode { ExitCode(rawValue) }

  /// Ends the command with an error in one sentence.
  static func fail(_ error: any Error) -> ExitCode {
    Terminal.complain("livecam: \(error)")
    return ExitReason(error).exitCode
  }
}
