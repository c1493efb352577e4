import CLinux
package import Glibc
package import SystemCalls

/// A program that is not livecam's own, run as a process of its own.
package struct OutsideProgram: Sendable {
  /// The outcome of a program that was run to its end.
  package struct Ending: Sendable {
    /// Its exit status; 128 and the signal's number if a signal ended it.
    package let status: Int32
    /// The bytes that the program wrote to standard output.
    package let output: [UInt8]
  }

  /// Its file.
  package let path: String

  /// Creates a program by its path, or by its name, which is looked for in `PATH`; `nil` if there is none that may be
  /// run.
  package init?(_ name: String) {
    let search = getenv("PATH").map { String(systemPath: $0) } ?? ""
    let folders = name.contains("/") ? [""] : search.split(separator: ":").map { $0 + "/" }
    guard let folder = folders.first(where: { Self.isProgram($0 + name) }) else { return nil }
    path = folder + name
  }

  private static func isProgram(_ path: String) -> Bool {
    var facts = stat()
    return stat(path.systemPath, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && access(path.systemPath, X_OK) == 0
  }

  // MARK: Processes

  /// Starts a program with this one's files, and with no signal blocked: threads of Swift's pool have them blocked, and
  /// a program would begin with what this one has.
  /// - Parameters:
  ///   - command: Its path, or its name, which is looked for in `PATH`, and its arguments.
  ///   - environment: Its environment.
  ///   - files: What is done to this program's files for it.
  /// - Returns: Its process, which somebody has to wait for with ``end(of:)``.
  package static func start(
    _ command: [String], environment: [String: String], files: UnsafePointer<posix_spawn_file_actions_t>? = nil
  ) throws(SystemError) -> Int32 {
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0.systemPath) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)".systemPath) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    var attributes = posix_spawnattr_t()
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let failure = posix_spawnp(&process, command[0].systemPath, files, &attributes, &arguments, &variables)
    guard failure == 0 else { throw SystemError("posix_spawn", failure) }
    return process
  }

  /// Waits for a process's end; returns its exit status as a shell would, 128 and the signal's number if a signal ended
  /// it.
  package static func end(of process: Int32) throws(SystemError) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw SystemError("waitpid") }
    }
    let signal = status & 0x7f
    return signal == 0 ? status >> 8 & 0xff : 128 + signal
  }

  // MARK: Output

  /// Runs the program to its end, nothing on its standard input; what it writes to standard error is lost.
  package func run(_ arguments: [String]) throws(SystemError) -> Ending {
    var ends: [Int32] = [-1, -1]
    try SystemError.check("pipe2", clinux_make_pipe(&ends))
    let reader = try Descriptor(ends[0], from: "pipe2")
    let writer = try Descriptor(ends[1], from: "pipe2")
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&files, writer.number, 1)
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0)
    let process = try Self.start([path] + arguments, environment: Environment.all, files: &files)
    // The output ends when nobody can write any more.
    writer.close()
    let output = Result { () throws(SystemError) in try reader.readToEnd() }
    // Waited for in any case, or it would stay as a zombie.
    let status = try Self.end(of: process)
    return Ending(status: status, output: try output.get())
  }
}
