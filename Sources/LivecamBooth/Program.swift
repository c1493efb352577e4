import ArgumentParser
import Booth
import CaptureDevices
import FileStorage
import FoundationEssentials
import Glibc
import KioskWeb
import LiveCapture
import PhotoLibrary
import Printing
import Station

/// The functions that both commands of the program share.
enum Program {
  /// Does the work of a command; an error is told in one sentence and becomes an exit code.
  static func reporting(_ work: () async throws -> Void) async throws {
    do { try await work() } catch let error as ExitCode {
      throw error
    } catch {
      complain("\(error)")
      switch error {
      case let error as ProgramError: throw error.code
      case is DeviceError: throw ExitCode(69)
      case is WebServerError: throw ExitCode(69)
      case is PrinterError, is StationError: throw ExitCode.validationFailure
      case is PhotosError, is FileStoreError, is BoothError: throw ExitCode(73)
      default: throw ExitCode.failure
      }
    }
  }

  /// Writes a line to standard output, at once: somebody may wait for it.
  static func tell(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

  /// Writes a line to standard error.
  static func complain(_ line: String) { write("livecam: " + line + "\n", to: STDERR_FILENO) }

  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      // Whoever read it has gone: the booth goes on.
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Opens the library in a folder, or the usual one; makes one where there is none.
  static func openLibrary(
    at path: String?, in surroundings: CaptureEnvironment, files: any FileTree = DiskFiles()
  ) throws -> PhotoLibrary {
    let variables = ProcessInfo.processInfo.environment
    let named = path.flatMap { $0.isEmpty ? nil : $0 }
    guard let path = named ?? variables["LIVECAM_LIBRARY"] ?? variables["HOME"].map({ $0 + "/Pictures/livecam" }) else {
      throw ProgramError(code: .validationFailure, message: "Your home is not known. Name a library by --library.")
    }
    var environment = LibraryEnvironment(
      clock: surroundings.clock, wallClock: surroundings.wallClock, authorization: .fixed(.authorized),
      files: files)
    environment.program = "livecam-booth"
    do throws(PhotosError) { return try PhotoLibrary(at: path, environment: environment) } catch {
      // Its tables do not know where they lie.
      guard error.context == "library" else { throw error }
      throw ProgramError(code: ExitCode(73), message: "\(path): \(error.message)")
    }
  }
}

/// The reason why the program cannot do its work, with its exit code.
struct ProgramError: Error, CustomStringConvertible {
  let code: ExitCode
  let message: String

  var description: String { message }
}
