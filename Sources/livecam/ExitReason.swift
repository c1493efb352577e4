import ArgumentParser
import BoothMQTT
import CaptureDevices
import CaptureScripts
import Diagnostics
import FileStorage
import Fixtures
import KioskWeb
import LiveCapture
import LivePhotoFiles
import MediaCore
import PhotoLibrary
import Printing
import Simulator
import Station
import SystemCalls

/// A reason for a command's end, as its exit code says it.
enum ExitReason: Int32, Comparable {
  case captureFailed = 1
  case badArguments = 64
  case damagedInput = 65
  case missingInput = 66
  case deviceUnavailable = 69
  case internalError = 70
  case unusableFolder = 73
  case lostOutput = 74
  case interrupted = 130

  init(_ error: any Error) {
    switch error {
    case let error as ReasonedError: self = error.reason
    case is DeviceError, is WebServerError: self = .deviceUnavailable
    case let error as FileStoreError: self = error.code == .unreachable ? .deviceUnavailable : .unusableFolder
    // A configuration file that cannot be read is a file as others are.
    case let error as StationError: self = error.underlying is SystemError ? .missingInput : .badArguments
    case is PrinterError, is BrokerError: self = .badArguments
    case is ScriptError: self = .damagedInput
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
        // What is asked for is right, and would be there with a package more.
        case _ where (error.underlying as? CodingError)?.code == .missingLibrary: .deviceUnavailable
        case .invalidSettings: .badArguments
        default: .captureFailed
        }
    case let error as LivePhotoError:
      self =
        switch error.code {
        case .unreadable: .missingInput
        case .malformed, .unsupported, .empty: .damagedInput
        case .invalidSetting: .badArguments
        case .mismatched, .noLivePhoto: .captureFailed
        case .unwritable: .unusableFolder
        default: .internalError
        }
    case let error as PhotosError:
      self =
        switch error.code {
        case .identifierNotFound, .missingResource: .missingInput
        case .multipleIdentifiersFound: .badArguments
        case .invalidResource, .requestNotSupportedForAsset, .changeNotSupported, .limitExceeded: .damagedInput
        case .networkError: .deviceUnavailable
        default: .unusableFolder
        }
    default: self = .internalError
    }
  }

  /// The graver of two reasons has the higher code.
  static func < (one: ExitReason, other: ExitReason) -> Bool { one.rawValue < other.rawValue }

  var exitCode: ExitCode { ExitCode(rawValue) }

  /// Does the work of a command; an error is told in one sentence and becomes an exit code.
  static func reporting<Result>(_ work: () async throws -> Result) async throws(ExitCode) -> Result {
    do { return try await work() } catch { throw fail(error) }
  }

  /// Does the work of a command that waits for nothing.
  static func reporting<Result>(_ work: () throws -> Result) throws(ExitCode) -> Result {
    do { return try work() } catch { throw fail(error) }
  }

  /// Tells an error, unless it is an exit code, which has been told; returns the code to end with.
  static func fail(_ error: any Error) -> ExitCode {
    if let code = error as? ExitCode { return code }
    Terminal.complain("livecam: \(text(of: error))")
    if let excerpt = (error as? ScriptError)?.excerpt { Terminal.complain(excerpt, keepsLines: true) }
    return ExitReason(error).exitCode
  }

  /// Returns an error in words, without the number of a rule of the capture contract, which tells developers more.
  private static func text(of error: any Error) -> String {
    guard let rule = (error as? CaptureError)?.rule else { return "\(error)" }
    let tag = "[\(rule.rawValue)] "
    return "\(error)".hasPrefix(tag) ? String("\(error)".dropFirst(tag.count)) : "\(error)"
  }
}
