/// A printer of pictures.
///
/// Calls wait for the printer, for some seconds if it does not answer: they are for a thread that nobody waits for.
public protocol Printer: Sendable {
  /// What people call it, such as its queue's name.
  var name: String { get }
  /// How it is, and what paper it has.
  /// - Throws: ``PrinterError``, `.away` when it does not answer.
  func look() throws(PrinterError) -> PrinterReport
  /// Hands over a picture, a JPEG of the paper's size; returns what the printer calls the job.
  /// - Throws: ``PrinterError``, `.busy` when it can be tried again later.
  func submit(_ jpeg: [UInt8], _ ticket: PrintTicket) throws(PrinterError) -> Int
  /// How far a job has come.
  /// - Throws: ``PrinterError``, `.unknownJob` when the printer has forgotten it.
  func progress(of job: Int) throws(PrinterError) -> PrintProgress
  /// Ends a job.
  /// - Throws: ``PrinterError``.
  func cancel(_ job: Int) throws(PrinterError)
}

/// How a printer is.
public struct PrinterReport: Sendable, Hashable {
  /// What it can do now.
  public enum Condition: String, Sendable, Hashable, CaseIterable {
    /// It waits for a picture.
    case ready
    /// It prints.
    case printing
    /// It has no paper.
    case paperOut
    /// It has no ink, toner or ribbon.
    case inkOut
    /// Paper is stuck in it.
    case jam
    /// A door or a cover is open.
    case open
    /// Somebody has stopped it, or it has stopped for another reason.
    case stopped
    /// It does not answer, or its queue does not reach it.
    case away
  }

  /// What it can do now.
  public let condition: Condition
  /// What it says of itself.
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
  /// Its name, such as `na_index-4x6_4x6in`.
  public let name: String
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int

  /// Paper of a size.
  public init(name: String, width: Int, height: Int) { (self.name, self.width, self.height) = (name, width, height) }
}

/// What goes with a picture to a printer.
public struct PrintTicket: Sendable, Hashable {
  /// What the job is called.
  public let title: String
  /// How often it is printed.
  public let copies: Int

  /// A ticket from its parts.
  public init(title: String, copies: Int) { (self.title, self.copies) = (title, copies) }
}

/// How far a job has come.
public enum PrintProgress: Sendable, Hashable {
  /// It waits in the printer.
  case waiting
  /// It is being printed.
  case printing
  /// It has been printed.
  case done
  /// It will not be printed; the printer's word for why.
  case failed(String)
}

/// Why a printer does not do what it is asked for.
public struct PrinterError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What can be done about it.
  public enum Code: Sendable, Hashable {
    /// It does not answer: it may be back later.
    case away
    /// It cannot take a job now: it may later.
    case busy
    /// It does not know the job.
    case unknownJob
    /// It never will.
    case refused
  }

  /// What can be done about it.
  public let code: Code
  /// A sentence that names the printer, the cause and what to do.
  public let message: String

  /// An error from its parts.
  public init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

  /// The sentence.
  public var description: String { message }
}
