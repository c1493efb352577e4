/// The outcome of a check: passed, or a list of what is wrong.
///
/// It depends on no test framework. With Swift Testing, which prints the report when the expectation fails:
///
/// ```
/// let report = CaptureLaws.check(delegate.calls)
/// #expect(report.passes)
/// ```
///
/// With XCTest:
///
/// ```
/// XCTAssertTrue(report.passes, "\(report)")
/// ```
///
/// With any other, or in a helper of your own: `try report.check()`.
public protocol ExpectationReport: Sendable, CustomStringConvertible {
  /// The subject of the check, in a few words.
  var subject: String { get }
  /// The problems that were found, a sentence each; empty when the check has passed.
  var problems: [String] { get }
}

extension ExpectationReport {
  /// A Boolean value that indicates whether the check has found no problems.
  public var passes: Bool { problems.isEmpty }

  /// The subject, and a line for each problem.
  public var description: String {
    if passes { return "\(subject): as expected" }
    let lines = problems.map {
      "  - " + $0.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n    ")
    }
    return (["\(subject): \(problems.count) \(problems.count == 1 ? "problem" : "problems")"] + lines)
      .joined(separator: "\n")
  }

  /// Returns if all is as it should be.
  /// - Throws: ``ExpectationFailure`` with the description.
  public func check() throws(ExpectationFailure) {
    if !passes { throw ExpectationFailure(report: self) }
  }
}

/// A check that has failed, as an error.
public struct ExpectationFailure: Error, Sendable, CustomStringConvertible {
  /// The report that does not pass.
  public let report: any ExpectationReport
  /// The text of the report.
  public var description: String { report.description }
}
