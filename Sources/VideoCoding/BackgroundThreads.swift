import Glibc
import SystemCalls

/// A namespace for starting a library's threads so that they give way to all others of the program.
enum BackgroundThreads {
  /// Calls `body` on a thread of its own and waits for it. Threads that `body` starts inherit how little that one
  /// wants; of the thread that calls, which is one of a pool, nothing changes. Where no thread can be had it is called
  /// here.
  static func starting<Result>(_ body: () -> Result) -> Result {
    var result: Result?
    withoutActuallyEscaping(body) { body in
      withUnsafeMutablePointer(to: &result) { result in
        nonisolated(unsafe) let (result, body) = (result, body)  // one thread at a time: this one waits below
        let thread = try? CaptureThread {  // without one it is called here, below
          // Of this thread alone, as Linux counts it for each: of two that could run, the other gets three quarters of
          // the time. If it may not be changed, nothing is lost.
          let which = __priority_which_t(PRIO_PROCESS.rawValue)
          _ = setpriority(which, 0, min(19, getpriority(which, 0) + 5))
          result.pointee = body()
        }
        thread?.join()
      }
    }
    return result ?? body()
  }
}
