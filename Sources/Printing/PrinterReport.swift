/// A report on the condition of a printer.
public struct PrinterReport: Sendable, Hashable {
  /// Whether a printer can print, and what keeps it from printing.
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

  /// Whether it can print when the report was made, and what is wrong if not.
  public let condition: Condition
  /// The printer's own message on its condition; `nil` without one.
  public let message: String?
  /// The paper that it prints on.
  public let paper: PrintPaper

  /// Creates a report from its parts.
  public init(condition: Condition, message: String? = nil, paper: PrintPaper) {
    (self.condition, self.message, self.paper) = (condition, message, paper)
  }
}
