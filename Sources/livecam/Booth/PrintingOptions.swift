import ArgumentParser
import Booth
import FoundationEssentials
import Printing

/// The printer, and how much of it guests may use.
struct PrintingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A printer: its address, such as ipp://192.168.1.9/ipp/print, or a queue of CUPS, as 'lpstat -p' lists them.",
      valueName: "uri|queue"))
  var printer: String?

  @Option(
    parsing: .unconditional,
    help: "The paper's name, such as na_index-4x6_4x6in or jpn_hagaki_100x148mm. (default: the printer's choice)")
  var media: String?

  @Option(parsing: .unconditional, help: "How many copies of one picture guests may print, 1 to 99. (default: 2)")
  var copies: Int?

  @Option(
    parsing: .unconditional,
    help: "How many prints guests may have in an evening, which ends at noon, 1 to 100000. (default: no limit)")
  var prints: Int?

  func validate() throws {
    if let copies, !(1...99).contains(copies) { throw ValidationError("--copies: name 1 to 99.") }
    if let prints, !(1...100_000).contains(prints) { throw ValidationError("--prints: name 1 to 100000.") }
  }

  /// Returns the printing configuration of the options, and of a file for settings without an option; `nil` without a
  /// printer.
  /// - Throws: `PrinterError` for what is no printer.
  func configuration(_ file: BoothFile) throws -> PrintingConfiguration? {
    guard let destination = printer ?? file.printer else { return nil }
    var configuration = PrintingConfiguration(
      try IPPPrinter(destination, media: media ?? file.media), destination: destination)
    configuration.copiesOfPicture = copies ?? file.copies ?? configuration.copiesOfPicture
    configuration.printsOfEvening = prints ?? file.prints
    return configuration
  }
}
