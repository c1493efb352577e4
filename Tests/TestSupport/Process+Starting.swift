public import Foundation

extension Process {
  private static let turn = NSLock()

  /// Starts a program, one at a time, and returns it running. `prepare` sets what it is to run and makes its pipes.
  ///
  /// Foundation learns of a program's end when a socket that it has made for it closes, and keeps from a program the
  /// descriptors that were open shortly before its start. Of two programs that are started at once, one can thus keep
  /// the other's socket and pipes open: the other seems to run until both have ended, which servers never do.
  public static func starting(_ prepare: (Process) throws -> Void) throws -> Process {
    try turn.withLock {
      let process = Process()
      try prepare(process)
      try process.run()
      return process
    }
  }
}
