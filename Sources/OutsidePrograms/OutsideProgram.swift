import CLinux
import Glibc

/// A program that is not livecam's own, run as a process of its own.
package struct OutsideProgram: Sendable {
  /// Why a process could not be had.
  package struct Failure: Error, Sendable, CustomStringConvertible {
    /// What was tried.
    package let operation: String
    /// The system's number for the reason.
    package let errno: Int32
    /// Operation, the system's words and number.
    package var description: String { "\(operation): \(String(cString: strerror(errno))) [errno \(errno)]" }
  }

  /// How a program ended that was run to its end.
  package struct Ending: Sendable {
    /// Its exit status; 128 and the signal's number if a signal ended it.
    package let status: Int32
    /// What it wrote to standard output.
    package let output: [UInt8]
  }

  /// Its file.
  package let path: String

  /// A program by its path, or by its name, which is looked for in `PATH`; `nil` if there is none that may be run.
  package init?(_ name: String) {
    let search = getenv("PATH").map { String(cString: $0) } ?? ""
    let folders = name.contains("/") ? [""] : search.split(separator: ":").map { $0 + "/" }
    guard let folder = folders.first(where: { Self.isProgram($0 + name) }) else { return nil }
    path = folder + name
  }

  private static func isProgram(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }

  // MARK: Processes

  /// Starts a program with this one's files, and with no signal blocked: threads of Swift's pool have them blocked, and
  /// a program would begin with what this one has.
  /// - Parameters:
  ///   - command: Its path, or its name, which is looked for in `PATH`, and its arguments.
  ///   - environment: Its environment.
  /// - Returns: Its process, which somebody has to wait for with ``end(of:)``.
  package static func start(_ command: [String], environment: [String: String]) throws(Failure) -> Int32 {
    try start(command, environment, nil)
  }

  private static func start(
    _ command: [String], _ environment: [String: String], _ files: UnsafePointer<posix_spawn_file_actions_t>?
  ) throws(Failure) -> pid_t {
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    var attributes = posix_spawnattr_t()
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let failure = posix_spawnp(&process, command[0], files, &attributes, &arguments, &variables)
    guard failure == 0 else { throw Failure(operation: "posix_spawn", errno: failure) }
    return process
  }

  /// Waits for a process's end; returns its exit status as a shell would, 128 and the signal's number if a signal ended it.
  package static func end(of process: Int32) throws(Failure) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw Failure(operation: "waitpid", errno: errno) }
    }
    let signal = status & 0x7f
    return signal == 0 ? status >> 8 & 0xff : 128 + signal
  }

  // MARK: Output

  /// Runs the program to its end, nothing on its standard input; what it writes to standard error is lost.
  package func run(_ arguments: [String]) throws(Failure) -> Ending {
    let pipe = try Pipe()
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&files, pipe.writer, 1)
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0)
    let process = try Self.start([path] + arguments, Environment.all, &files)
    pipe.closeWriter()
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(pipe.reader, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      output += buffer[..<count]
    }
    return Ending(status: try Self.end(of: process), output: output)
  }

  /// Two ends that no other process that starts meanwhile inherits.
  private final class Pipe {
    let reader: Int32
    private(set) var writer: Int32

    init() throws(Failure) {
      var ends: [Int32] = [-1, -1]
      guard clinux_make_pipe(&ends) == 0 else { throw Failure(operation: "pipe2", errno: errno) }
      reader = ends[0]
      writer = ends[1]
    }

    deinit {
      closeWriter()
      close(reader)
    }

    func closeWriter() {
      guard writer >= 0 else { return }
      close(writer)
      writer = -1
    }
  }
}
