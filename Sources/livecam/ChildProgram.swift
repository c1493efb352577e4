import ArgumentParser
import Glibc
import OutsidePrograms
import SystemCalls

/// A program that runs in the place of this one: with its terminal, its files, and its end.
enum ChildProgram {
  /// Runs a command, whose program is looked for in `PATH`, to its end and returns its exit code, as a shell would.
  /// Ctrl-C reaches it by itself; a polite kill of this process is passed on.
  static func run(_ command: [String], environment: [String: String]) throws(ExitCode) -> Int32 {
    do {
      let process = try OutsideProgram.start(command, environment: environment)
      let interrupts = Interrupts(passingTo: process)
      defer { interrupts.end() }
      return try OutsideProgram.end(of: process)
    } catch {
      throw explain(error, command[0])
    }
  }

  private static func explain(_ failure: SystemError, _ name: String) -> ExitCode {
    guard failure.operation == "posix_spawn" else {
      Terminal.complain("livecam: \(name): its end is not known [errno \(failure.number)].")
      return ExitReason.internalError.exitCode
    }
    let isMissing = failure.number == ENOENT
    Terminal.complain(
      "livecam: \(name): the program \(isMissing ? "is not there" : "cannot be run"). "
        + "Check its name. [errno \(failure.number)]")
    // As shells have it.
    return ExitCode(isMissing ? 127 : 126)
  }
}
