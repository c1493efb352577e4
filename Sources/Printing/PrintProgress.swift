/// The progress of a job.
public enum PrintProgress: Sendable, Hashable {
  /// The job waits in the printer.
  case waiting
  /// The job is being printed.
  case printing
  /// The job has been printed.
  case done
  /// The job will not be printed; the value is the printer's reason.
  case failed(String)
}
