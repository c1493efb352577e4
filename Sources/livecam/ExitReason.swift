import FileStorage
import ArgumentParser
import CaptureDevices
import Fixtures
import LiveCapture
import LivePhotoFiles
import Simulator
import Station

/// Why the command ends, as its exit code says it.
enum ExitReason: Int32 {
  case captureFailed = 1
  case badArguments = 64
  case damagedInput = 65
  case missingInput = 66
  case deviceUnavailable = 69
  case internalError = 70
  case unusableFolder = 73
  case lostOutput = 74
  case interrupted = 130

  /// The reason that an error stands for.
  init(_ error: any Error) {
    switch error {
    case is DeviceError: self = .deviceUnavailable
    case is FileStoreError: self = .unusableFolder
    case is StationError: self = .badArguments
    case let error as FixtureError:
      self =
        switch error.code {
        case .missing, .unreadable: .missingInput
        case .damaged, .unsupported: .damagedInput
        case .exists, .unwritable, .diskFull: .unusableFolder
        case .nothingRecorded: .captureFailed
        default: .internalError
        }
    case let error as CaptureError:
      self =
        switch error.code {
        case .deviceFailed: .deviceUnavailable
        case .invalidSettings: .badArguments
        default: .captureFailed
        }
    case let error as LivePhotoError:
      self =
        switch error.code {
        case .unreadable: .missingInput
        case .malformed, .unsupported: .damagedInput
        case .invalidSetting: .badArguments
        case .unwritable: .unusableFolder
        default: .internalError
        }
    default: self = .internalError
    }
  }

  /// The graver of two reasons: the one with the higher code.
  static func worse(_ one: ExitReason?, _ other: ExitReason) -> ExitReason {
    guard let one else { return other }
    return one.rawValue < other.rawValue ? other : one
  }

  var exitCode: ExitCode { ExitCode(rawValue) }

  /// Ends the command with an error in one sentence.
  static func fail(_ error: any Error) -> ExitCode {
    Terminal.complain("livecam: \(error)")
    return ExitReason(error).exitCode
  }
}
