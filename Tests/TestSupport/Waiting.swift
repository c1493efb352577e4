/// What was waited for in vain.
public struct WaitedInVain: Error, CustomStringConvertible {
  /// A sentence with what was waited for.
  public let description: String
}

/// Lets others run until something holds that nobody tells of.
///
/// Where it never comes about, the time limit of the test, which it must have, cancels the wait.
/// - Throws: ``WaitedInVain`` that names what was waited for, when the test is cancelled.
public func waitUntil(_ what: @autoclosure () -> String, _ holds: () -> Bool) async throws {
  while !holds() {
    guard !Task.isCancelled else { throw WaitedInVain(description: "It was waited in vain until \(what()).") }
    await Task.yield()
  }
}
