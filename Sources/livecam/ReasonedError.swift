/// An error that brings its exit code along: what a command finds wrong by itself.
struct ReasonedError: Error, CustomStringConvertible {
  let reason: ExitReason
  /// The sentence that says what is wrong and what to do about it.
  let description: String

  init(_ reason: ExitReason, _ description: String) {
    (self.reason, self.description) = (reason, description)
  }
}
