public import MediaCore

/// An operation that did not end in the time that it was given.
public struct UnendedOperation: Error, Sendable, CustomStringConvertible {
  /// The time that has passed.
  public let elapsed: MediaTime
  /// The time that could have passed.
  public let limit: MediaTime
  /// The captures that the operation may wait for, a sentence each.
  public let captures: [String]

  init(after elapsed: MediaTime, limit: MediaTime, captures: [String]) {
    (self.elapsed, self.limit, self.captures) = (elapsed, limit, captures)
  }

  /// A text about what did not end, and what it may wait for.
  public var description: String {
    let time =
      elapsed < limit
      ? "The operation waits, and after \(elapsed.seconds) s nothing more is due on the clock: start the session first, or"
        + " look for a continuation that is not resumed, a lock, or a wait for real time."
      : "The operation has not ended within \(limit.seconds) s of virtual time."
    let subjects = captures.isEmpty ? ["No capture was requested meanwhile."] : captures
    return ([time] + subjects).joined(separator: "\n  ")
  }
}
