public import MediaCore

/// A printer of pictures.
///
/// Calls wait for the printer, for some seconds if it does not answer: they are for a thread that nobody waits for.
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

/// A report on the condition of a printer.
public struct PrinterReport: Sendable, Hashable {
  /// The condition of a printer.
  public enum Condition: String, Sendable, Hashable, CaseIterable {
    /// The printer waits for a picture.
    case ready
    /// The printer prints.
    case printing
    /// The printer has no paper.
    case paperOut
    /// The printer has no ink, toner or ribbon.
    case inkOut
    /// Paper is stuck in the printer.
    case jam
    /// A door or a cover of the printer is open.
    case open
    /// The printer has been stopped by somebody, or has stopped for another reason.
    case stopped
    /// The printer does not answer, or its queue does not reach it.
    case away
  }

  /// The condition of the printer.
  public let condition: Condition
  /// The printer's own message on its condition; `nil` without one.
  public let message: String?
  /// The paper that it prints on.
  public let paper: PrintPaper

  /// A report from its parts.
  public init(condition: Condition, message: String? = nil, paper: PrintPaper) {
    (self.condition, self.message, self.paper) = (condition, message, paper)
  }
}

/// The part of a sheet that is printed on, in pixels.
public struct PrintPaper: Sendable, Hashable {
  /// The name of the paper, such as `na_index-4x6_4x6in`.
  public let name: String
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int

  /// Paper of a size.
  public init(name: String, width: Int, height: Int) { (self.name, self.width, self.height) = (name, width, height) }
}

/// The data that accompany a picture to a printer.
public struct PrintTicket: Sendable, Hashable {
  /// The title of the job.
  public let title: String
  /// The number of copies.
  public let copies: Int

  /// A ticket from its parts.
  public init(title: String, copies: Int) { (self.title, self.copies) = (title, copies) }
}

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
