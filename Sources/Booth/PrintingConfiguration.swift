public import Printing

/// A booth's printer, and the limits of guests' prints.
public struct PrintingConfiguration: Sendable {
  /// The printer, which gets one job at a time.
  public var printer: any Printer
  /// The address or the queue by which the printer was named. Another one takes a start of the booth.
  public var destination: String
  /// The most copies of one picture that guests may print.
  public var copiesOfPicture = 2
  /// The most prints that guests may have in an evening, which ends at noon; `nil` without a limit.
  public var printsOfEvening: Int?

  /// Creates the usual limits of a printer, which was named by its address or queue; `nil` stands for its own name.
  public init(_ printer: any Printer, destination: String? = nil) {
    (self.printer, self.destination) = (printer, destination ?? printer.name)
  }
}
