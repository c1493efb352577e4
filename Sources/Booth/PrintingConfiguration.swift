public import Printing

/// A booth's printer, and how much of it guests may use.
public struct PrintingConfiguration: Sendable {
  /// The printer.
  public var printer: any Printer
  /// How many copies of one picture guests may have.
  public var copiesOfPicture = 2
  /// How many prints guests may have in an evening, which ends at noon; `nil` without a limit.
  public var printsOfEvening: Int?

  /// The usual limits of a printer.
  public init(_ printer: any Printer) { self.printer = printer }
}
