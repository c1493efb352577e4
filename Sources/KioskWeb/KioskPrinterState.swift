/// A printer and its jobs, as pages know them.
public struct KioskPrinterState: Sendable, Hashable, Encodable {
  /// A print job.
  public struct Job: Sendable, Hashable, Encodable {
    /// The progress of a job.
    public enum Step: String, Sendable, Encodable {
      /// The job waits for other jobs, or for the printer.
      case waiting
      /// The printer has received the job.
      case printing
      /// The job has been printed.
      case done
      /// The job could not be printed.
      case failed
      /// The operator has ended the job.
      case cancelled
    }

    /// The number of the job, from 1 since the start.
    public let job: Int
    /// The identifier of the picture.
    public let asset: String
    /// The name that people see of the picture, such as `IMG_0042`.
    public let name: String
    /// The number of sheets that come out, of the same picture.
    public let copies: Int
    /// The progress of the job.
    public var step: Step
    /// The reason why the job failed.
    public var message: String?

    /// Creates a job that waits.
    public init(job: Int, asset: String, name: String, copies: Int) {
      (self.job, self.asset, self.name, self.copies, step) = (job, asset, name, copies, .waiting)
    }
  }

  /// The printer's name, as the spooler knows it.
  public let name: String
  /// The condition of the printer: `ready`, `printing`, `paperOut`, `inkOut`, `jam`, `open`, `stopped` or `away`.
  public var state: String
  /// A sentence about the condition.
  public var message: String?
  /// The jobs that are not over, and the latest finished ones; oldest first.
  public var jobs: [Job] = []
  /// The most copies of one picture that a guest may have.
  public let copies: Int
  /// The number of prints that guests may still have this evening; `nil` without a limit.
  public var left: Int?

  /// Creates a printer without jobs.
  public init(name: String, state: String, copies: Int) { (self.name, self.state, self.copies) = (name, state, copies) }
}
