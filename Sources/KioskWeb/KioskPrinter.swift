/// The requests that pages make of a booth's printer.
public protocol KioskPrinter: Sendable {
  /// Orders prints of a picture; returns the job's number. The operator is not held to the limits of guests.
  /// - Throws: ``WebFailure``, such as 409 `printLimit`.
  func order(_ asset: String, copies: Int, byOperator: Bool) async throws(WebFailure) -> Int
  /// Ends a job.
  /// - Throws: ``WebFailure`` 404 when there is none of that number that is not over.
  func cancel(_ job: Int) throws(WebFailure)
  /// Resets the counts of prints, so that guests may print as if they had printed nothing.
  func countAnew()
}
