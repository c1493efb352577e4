import ArgumentParser
import LiveCapture
import Logging

/// The options for the file in which a command logs what happened.
///
/// The options are declared by each command: an option group makes the argument parser look up more types at every
/// start.
enum LogOptions {
  static let file = ArgumentHelp(
    "A file to append messages to, one a line, with date and level.", valueName: "file")
  static let level: ArgumentHelp = "The lowest level that --log records; notice leaves out each photo's files."
}

extension Logger {
  /// Creates a logger into the file at a path; without one nothing is written.
  /// - Throws: an exit code, once the reason is told, when the file cannot be written.
  init(_ path: String?, from level: NamedCase<Level>, _ environment: CaptureEnvironment) throws(ExitCode) {
    guard let path else {
      self.init(label: "livecam") { _ in SwiftLogNoOpLogHandler() }
      return
    }
    let file = try AppendedFile(path)
    self.init(label: "livecam") { LogFile(file, label: $0, level: level.value, environment) }
  }

  /// Does the work of a command; an error that ends it is noted.
  func noting<Result>(_ work: () async throws -> Result) async throws -> Result {
    do { return try await work() } catch {
      // An exit code's reason has been told.
      if !(error is ExitCode) { self.error("ended by an error", metadata: ["error": "\(error)"]) }
      throw error
    }
  }
}
