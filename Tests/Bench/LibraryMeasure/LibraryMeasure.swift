import ArgumentParser
import Foundation
import Glibc
import LibraryPostgreSQL
import LinuxDevices
import OriginalsS3
import PhotoLibrary

/// Measures a photo library, and has several processes work on one at the same time. `Scripts/bench` and `Scripts/soak`
/// run it.
@main
struct LibraryMeasure: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library-measure", abstract: "Measures photo libraries, or works on one.",
    subcommands: [LibraryTimes.self, LibraryLoad.self])
}

/// Which library is meant.
struct LibraryOptions: ParsableArguments {
  @Option(help: "The library's folder.") var folder: String
  @Option(help: "The URL of the server that has the catalogue; otherwise that is in the folder.") var server: String?

  func open(as program: String) throws -> PhotoLibrary {
    var environment = LibraryEnvironment(
      clock: MonotonicClock(), wallClock: SystemWallClock(), authorization: .fixed(.authorized))
    environment.program = program
    environment.openStore = S3Store.opening(ProcessInfo.processInfo.environment, clock: environment.clock)
    guard let server else { return try PhotoLibrary(at: folder, environment: environment) }
    return try PhotoLibrary(at: folder, postgreSQL: server, environment: environment)
  }
}

/// Writes lines to standard output, each at once.
enum Terminal {
  static func tell(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    guard write(STDOUT_FILENO, bytes, bytes.count) == bytes.count else { exit(74) }
  }

  /// A text as JSON has it.
  static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : scalar.value < 0x20 ? " " : String(scalar)
    }
    return "\"\(escaped.joined())\""
  }
}
