public import Printing

/// A booth's printer, and how much of it guests may use.
public struct PrintingConfiguration: Sendable {
  /// The printer.
  public var printer: any Printer
  /// The most copies of one picture that guests may print.
  public var copiesOfPicture = 2
  /// The most prints that guests may have in an evening, which ends at noon; `nil` without a limit.
  public var printsOfEvening: Int?

  /// The usual limits of a printer.
  public init(_ printer: any Printer) { self.printer = printer }
}
