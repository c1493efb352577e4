/// What pages ask of a booth's printer.
public protocol KioskPrinter: Sendable {
  /// Has a picture printed; returns the job's number. The operator is not held to the limits of guests.
  /// - Throws: ``WebFailure``, such as 409 `printLimit`.
  func order(_ asset: String, copies: Int, byOperator: Bool) async throws(WebFailure) -> Int
  /// Ends a job.
  /// - Throws: ``WebFailure`` 404 when there is none of that number that is not over.
  func cancel(_ job: Int) throws(WebFailure)
  /// Lets guests print as if they had printed nothing.
  func countAnew()
}

/// A printer and its jobs, as pages know them.
public struct KioskPrinterState: Sendable, Hashable, Encodable {
  /// One job.
  public struct Job: Sendable, Hashable, Encodable {
    /// How far it has come.
    public enum Step: String, Sendable, Encodable {
      /// It waits for others, or for the printer.
      case waiting
      /// The printer has it.
      case printing
      /// It has been printed.
      case done
      /// It could not be printed.
      case failed
      /// The operator has ended it.
      case cancelled
    }

    /// Its number, from 1 since the start.
    public let job: Int
    /// The picture.
    public let asset: String
    /// What the picture is called.
    public let name: String
    /// How often it is printed.
    public let copies: Int
    /// How far it has come.
    public var step: Step
    /// Why it has failed.
    public var message: String?

    /// A job that waits.
    public init(job: Int, asset: String, name: String, copies: Int) {
      (self.job, self.asset, self.name, self.copies, step) = (job, asset, name, copies, .waiting)
    }
  }

  /// What it is called.
  public let name: String
  /// How it is: `ready`, `printing`, `paperOut`, `inkOut`, `jam`, `open`, `stopped` or `away`.
  public var state: String
  /// A sentence about that.
  public var message: String?
  /// Jobs that are not over, and the last ones that are; oldest first.
  public var jobs: [Job] = []
  /// How many copies of a picture a guest may have.
  public let copies: Int
  /// How many more prints guests may have this evening; `nil` without a limit.
  public var left: Int?

  /// A printer without jobs.
  public init(name: String, state: String, copies: Int) { (self.name, self.state, self.copies) = (name, state, copies) }
}
