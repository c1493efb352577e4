public import ArgumentParser
import LiveCapture
public import Logging

/// Where a command leaves word of what happened, for later.
struct LogOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A file to append to what happens, a line each with date and level.", valueName: "file"))
  var log: String?

  @Option(parsing: .unconditional, help: "The least that --log is told: notice leaves out each photo's files.")
  var logLevel = Logger.Level.info

  /// A logger into the file; without one nothing is written.
  /// - Throws: an exit code, once the reason is told, when the file cannot be written.
  func logger(_ environment: CaptureEnvironment) throws(ExitCode) -> Logger {
    guard let log else { return Logger(label: "livecam") { _ in SwiftLogNoOpLogHandler() } }
    let file = try AppendedFile(log)
    return Logger(label: "livecam") { LogFile(file, label: $0, level: logLevel, environment) }
  }
}

extension Logger {
  /// Does the work of a command; an error that ends it is noted.
  func noting<Result>(_ work: () async throws -> Result) async throws -> Result {
    do { return try await work() } catch {
      // An exit code's reason has been told.
      if !(error is ExitCode) { self.error("ended by an error", metadata: ["error": "\(error)"]) }
      throw error
    }
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
