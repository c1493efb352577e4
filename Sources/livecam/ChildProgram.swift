import ArgumentParser
import Glibc

/// A program that runs in the place of this one: with its terminal, its files, and its end.
struct ChildProgram {
  private let command: [String]
  private let environment: [String: String]

  /// A program, looked for in `PATH`, with its arguments.
  init(_ command: [String], environment: [String: String]) {
    self.command = command
    self.environment = environment
  }

  /// Runs it to its end and returns its exit code, as a shell would. Ctrl-C reaches it by itself; a polite kill of this
  /// process is passed on.
  func run() throws(ExitCode) -> Int32 {
    let process = try start()
    let interrupts = Interrupts(passingTo: process)
    defer { interrupts.end() }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else {
        Terminal.complain("livecam: \(command[0]): its end is not known [errno \(errno)].")
        throw ExitReason.internalError.exitCode
      }
    }
    let signal = status & 0x7f
    return signal == 0 ? status >> 8 & 0xff : 128 + signal
  }

  private func start() throws(ExitCode) -> pid_t {
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    // Threads of Swift's pool have signals blocked, and a program would begin with what this one has.
    var attributes = posix_spawnattr_t()
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let failure = posix_spawnp(&process, command[0], nil, &attributes, &arguments, &variables)
    guard failure == 0 else {
      let isMissing = failure == ENOENT
      Terminal.complain(
        "livecam: \(command[0]): the program \(isMissing ? "is not there" : "cannot be run"). "
          + "Check its name. [errno \(failure)]")
      // As shells have it.
      throw ExitCode(isMissing ? 127 : 126)
    }
    return process
  }
}
