public import MediaCore

/// A printer of pictures.
///
/// Calls block until the printer answers, for some seconds if it does not: make them on a thread that may wait.
public protocol Printer: Sendable {
  /// The name that people call the printer by, such as that of its queue.
  var name: String { get }
  /// Asks the printer for its condition and its paper.
  /// - Throws: ``PrinterError``, `.away` when it does not answer.
  func look() throws(PrinterError) -> PrinterReport
  /// Hands over a picture, a JPEG of the paper's size; returns what the printer calls the job.
  /// - Throws: ``PrinterError``, `.busy` when it can be tried again later.
  func submit(_ jpeg: [UInt8], _ ticket: PrintTicket) throws(PrinterError) -> Int
  /// Returns the progress of a job.
  /// - Throws: ``PrinterError``, `.unknownJob` when the printer has forgotten it.
  func progress(of job: Int) throws(PrinterError) -> PrintProgress
  /// Ends a job.
  /// - Throws: ``PrinterError``.
  func cancel(_ job: Int) throws(PrinterError)
}
