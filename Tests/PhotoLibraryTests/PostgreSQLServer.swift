import Foundation
import TestSupport
import Testing

@testable import LibraryPostgreSQL
@testable import PhotoLibrary

/// A server of a test's own, which it may restart as it likes.
final class PostgreSQLServer: Sendable {
  private let scratch: TemporaryFolder
  /// Where its socket is.
  let folder: String
  let url: String

  init() throws {
    scratch = try TemporaryFolder()
    folder = scratch.path("server")
    url = try Self.run("postgres_start", folder).trimmingCharacters(in: .newlines)
  }

  // The folder goes with what holds it; a server without a folder ends by itself.
  deinit { _ = try? Self.run("postgres_stop", folder) }

  enum Mode: String, CaseIterable, Sendable {
    /// Open transactions are undone, and clients told to go.
    case fast
    /// As after a crash.
    case immediate
  }

  func restart(_ mode: Mode) throws { _ = try Self.run("postgres_restart", folder, mode.rawValue) }

  func stop() throws { _ = try Self.run("postgres_stop", folder) }

  private struct Failure: Error { let output: String }

  /// Calls a function of the scripts'.
  private static func run(_ arguments: String...) throws -> String {
    let script = Project.url("Scripts/lib/postgres.sh")
    let process = try Process.starting { process in
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      process.arguments = ["-c", "source \"$0\" && \"$@\"", script.path] + arguments
      process.standardOutput = Pipe()
    }
    let reader = (process.standardOutput as? Pipe)?.fileHandleForReading
    let output = String(decoding: reader?.readDataToEndOfFile() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(output: output) }
    return output
  }
}

extension Trait where Self == ConditionTrait {
  /// A test that needs a server of PostgreSQL's. `Scripts/test` installs one; elsewhere the test is skipped, and says
  /// so.
  static var needsPostgreSQL: Self {
    .enabled(if: PostgreSQLSchema.server != nil, "LIVECAM_POSTGRES names no server: see Scripts/lib/postgres.sh")
  }
}
