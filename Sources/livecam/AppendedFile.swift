import ArgumentParser
import Glibc
import Synchronization
import SystemCalls

/// A file that lines are appended to, perhaps by several programs at once; what it holds stays.
final class AppendedFile: Sendable {
  private let descriptor: Descriptor
  private let path: String
  private let hasFailed = Atomic(false)

  /// Opens or makes the file that `--log` names.
  /// - Throws: an exit code, once the reason is told, when it cannot be written.
  init(_ path: String) throws(ExitCode) {
    self.path = path
    do throws(SystemError) { descriptor = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_APPEND) } catch {
      Terminal.complain("livecam: --log \(path): the file cannot be written. Name another. [errno \(error.number)]")
      throw ExitReason.unusableFolder.exitCode
    }
  }

  /// Appends a line, or as much of it as the file takes: a log that cannot be written any more keeps nothing from
  /// happening. That lines are lost is told once.
  func append(_ line: String) {
    do { try descriptor.write(Array("\(line)\n".utf8)) } catch {
      guard !hasFailed.exchange(true, ordering: .relaxed) else { return }
      Terminal.complain("livecam: --log \(path): lines are missing from the file: \(error)")
    }
  }
}
