import LivePhotoFiles

/// Runs an operation on files as a command: with a progress bar, until Ctrl-C, with its errors as exit codes.
enum FileOperation {
  /// The report of `operation`, which gets the request and a handler for its progress.
  /// - Throws: `ExitCode`, after what went wrong was said. Cancelled by Ctrl-C, nothing is left.
  static func run<Request: Sendable, Report: Sendable>(
    _ title: String, _ request: Request, writes: Bool = true,
    _ operation: @escaping @Sendable (LivePhotoFiles, Request, @escaping ProgressHandler) async throws -> Report
  ) async throws -> Report {
    let bar = ProgressBar(title)
    // The work begins when signals are heard, so that none is lost or ends it in the middle.
    let (gate, opener) = AsyncStream<Void>.makeStream()
    let task = Task {
      for await _ in gate {}
      return try await operation(LivePhotoFiles(), request) { bar.show($0) }
    }
    let interrupts = Interrupts { _ in task.cancel() }
    defer { interrupts.end() }
    opener.finish()
    let result = await task.result
    bar.clear()
    do {
      return try result.get()
    } catch is CancellationError {
      Terminal.complain("livecam: ended before it was done" + (writes ? "; nothing was written" : ""))
      throw ExitReason.interrupted.exitCode
    } catch {
      throw ExitReason.fail(error)
    }
  }

  /// Prints what was written and what there is to say about it, then for people a `summary`, for programs `rest`.
  static func show(
    _ files: [WrittenFile], _ notes: [String], summary: String? = nil, _ rest: JSONObject = [:], asJSON: Bool
  ) {
    let lines =
      files.map { "\($0.path)  \($0.role == .motionPhoto ? "Motion Photo" : $0.role.rawValue), \($0.size) bytes" }
      + notes + (summary.map { [$0] } ?? [])
    Terminal().show(rest.merging(["files": files, "notes": notes]), lines, asJSON: asJSON)
  }

  static func show(_ report: PairReport, summary: String, asJSON: Bool) {
    show(
      report.files, report.notes, summary: summary,
      [
        "identifier": report.identifier, "stillTime": TimeReport(report.stillTime),
        "duration": TimeReport(report.duration),
      ], asJSON: asJSON)
  }
}
