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
    let result: Result<Report, any Error> = await untilInterrupted {
      // Under way it can be cancelled, and then throws.
      do { return .success(try await operation(LivePhotoFiles(), request) { bar.show($0) }) } catch {
        return .failure(error)
      }
    }
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

  /// Does work that Ctrl-C cancels.
  static func untilInterrupted<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
    // It begins when signals are heard, so that none is lost or ends it in the middle.
    let (gate, opener) = AsyncStream<Void>.makeStream()
    let task = Task {
      for await _ in gate {}
      return await work()
    }
    let interrupts = Interrupts { _ in task.cancel() }
    defer { interrupts.end() }
    opener.finish()
    return await task.value
  }
}
