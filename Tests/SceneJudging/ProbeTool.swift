import OutsidePrograms
import TestSupport

/// One foreign program that is run on files, its output read as it comes.
struct ProbeTool: Sendable {
  /// The program's name, or its path.
  let name: String

  /// Runs the program and hands its standard output to `consume` in pieces; returns what it said on standard error.
  ///
  /// `file` is named in errors only; the arguments say what is done.
  func run(
    _ arguments: [String], file: String, consume: (ArraySlice<UInt8>) throws(ProbeError) -> Void
  ) throws(ProbeError) -> String {
    guard let program = OutsideProgram(name) else {
      throw ProbeError(
        code: .toolMissing, tool: name, file: file,
        message: "The program is not installed. Install it, on Debian with: apt install ffmpeg")
    }
    let result: Result<(status: Int32, errors: String), ProbeError>
    do {
      result = try ProgramServer.run(program.path, arguments, consume: consume)
    } catch {
      throw ProbeError(
        code: .toolFailed, tool: name, file: file, underlying: error, message: "The program did not start.")
    }
    let ending = try result.get()
    guard ending.status == 0 else {
      throw ProbeError(
        code: .toolFailed, tool: name, file: file, exitStatus: ending.status,
        message: "The program failed. It said: \(ending.errors.suffix(600))")
    }
    return ending.errors
  }

  /// Runs the program and returns all of its standard output, and what it said on standard error.
  func output(_ arguments: [String], file: String) throws(ProbeError) -> (output: [UInt8], said: String) {
    var all: [UInt8] = []
    let said = try run(arguments, file: file) { piece in all += piece }
    return (all, said)
  }
}
