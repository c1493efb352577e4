import Fixtures
import Glibc
import LinuxDevices
import MediaCore

/// The file that `emulate --log` names: begun by this command, gone on with by the preload library.
// By the system's own calls: a store of files makes whole ones, and this one grows, by several programs at once.
struct EmulationLog {
  private let path: String

  /// Makes sure that the file is there; what it holds stays.
  /// - Throws: an exit code, once the reason is told, when it cannot be written.
  init(_ path: String) throws {
    close(try LogFile.open(path))
    self.path = path
  }

  /// Says that the program is being started.
  func tellStart() {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let (seconds, rest) = MonotonicClock().now.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let line = Array("{\"event\": \"program\", \"time\": \(seconds).\(rest.digits(9))}\n".utf8)
    // A log that cannot be written any more keeps no program from running.
    _ = write(descriptor, line, line.count)
  }
}
