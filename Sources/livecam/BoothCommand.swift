import ArgumentParser
import Glibc
import SystemCalls

struct BoothCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "booth", abstract: "Run a photo booth in the browser.",
    discussion: "'livecam booth --help' lists the options.")

  @Argument(parsing: .captureForPassthrough, help: "Options of the booth.")
  var options: [String] = []

  func run() throws { throw BoothProgram.become(["booth"] + options) }
}

struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view", abstract: "Look at Live Photos in the browser.",
    discussion: "'livecam view --help' lists the options.")

  @Argument(parsing: .captureForPassthrough, help: "A library, or folders and files, and options.")
  var options: [String] = []

  func run() throws { throw BoothProgram.become(["view"] + options) }
}

/// The program with the booth's server, which lies beside this one: whoever takes photos alone loads no server.
enum BoothProgram {
  private static let name = "livecam-booth"

  /// Puts the program in this one's place; returns only if it cannot be had.
  static func become(_ arguments: [String]) -> ExitCode {
    guard let path = OwnFolder.path.map({ $0 + "/" + name }) else {
      Terminal.complain("livecam: where it lies cannot be told; see that /proc is mounted. \(SystemError("realpath"))")
      return ExitReason.internalError.exitCode
    }
    var words: [UnsafeMutablePointer<CChar>?] = ([name] + arguments).map { strdup($0) } + [nil]
    execv(path.systemPath, &words)
    Terminal.complain(
      "livecam: \(path): \(SystemError("execv")). The booth is a program of its own: build it with 'swift build "
        + "--product \(name)', and keep it beside livecam.")
    return ExitReason.internalError.exitCode
  }
}

/// The folder of the program itself.
enum OwnFolder {
  /// The folder; `nil` if the system does not say.
  static var path: String? {
    guard let own = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(own) }
    return "/" + String(systemPath: own).split(separator: "/").dropLast().joined(separator: "/")
  }
}
