import LivePhotoFiles

/// Runs an operation on files as a command: with a progress bar, until Ctrl-C, with its errors as exit codes.
enum FileOperation {
  /// The report of `operation`, which gets a handler for its progress.
  /// - Throws: `ExitCode`, after what went wrong was said. Cancelled by Ctrl-C, nothing is left.
  static func run<Report: Sendable>(
    _ title: String, _ operation: @escaping @Sendable (LivePhotoFiles, @escaping ProgressHandler) async throws -> Report
  ) async throws -> Report {
    let bar = ProgressBar(title)
    let task = Task { try await operation(LivePhotoFiles()) { bar.show($0) } }
    let interrupts = Interrupts { _ in task.cancel() }
    defer { interrupts.end() }
    do {
      let report = try await task.value
      bar.clear()
      return report
    } catch is CancellationError {
      bar.clear()
      Terminal.complain("livecam: ended before it was done; nothing was written")
      throw ExitReason.interrupted.exitCode
    } catch {
      bar.clear()
      throw ExitReason.fail(error)
    }
  }

  /// The lines for what was written and what there is to say about it.
  static func lines(files: [WrittenFile], notes: [String]) -> [String] {
    files.map { "\($0.path)  \(name($0.role)), \($0.size) bytes" } + notes
  }

  private static func name(_ role: WrittenFile.Role) -> String {
    switch role {
    case .still: "still"
    case .movie: "movie"
    case .motionPhoto: "Motion Photo"
    case .export: "export"
    }
  }
}

/// What a command on files has done, as JSON; what does not apply is left out.
struct FileOperationReport: Encodable {
  var files: [WrittenFile]
  var form: DisassembleReport.Form?
  var identifier: String?
  var stillTime: TimeReport?
  var duration: TimeReport?
  var notes: [String]
}
