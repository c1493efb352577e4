import Glibc

/// Lets a library start threads that give way to all others of the program.
enum BackgroundThreads {
  /// How much less these threads want: of two that could run, the other gets three quarters of the time.
  private static let niceness: Int32 = 5

  /// Of the calling thread alone: Linux counts it for each. If it may not be changed, nothing is lost.
  private static func makeModest() {
    let which = __priority_which_t(PRIO_PROCESS.rawValue)
    _ = setpriority(which, 0, min(19, getpriority(which, 0) + niceness))
  }

  private final class Work {
    private let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    func run() { body() }
  }

  /// Calls `body` on a thread of its own and waits for it. Threads that `body` starts inherit how little that one wants;
  /// of the thread that calls, which is one of a pool, nothing changes. Where no thread can be had it is called here.
  static func starting<Result>(_ body: () -> Result) -> Result {
    var result: Result?
    withoutActuallyEscaping(body) { body in
      withUnsafeMutablePointer(to: &result) { result in
        let work = Work {
          makeModest()
          result.pointee = body()
        }
        var thread = pthread_t()
        let passed = Unmanaged.passRetained(work)
        let number = pthread_create(
          &thread, nil,
          { argument in
            if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
            return nil
          }, passed.toOpaque())
        if number == 0 { pthread_join(thread, nil) } else { passed.release() }
      }
    }
    return result ?? body()
  }
}
