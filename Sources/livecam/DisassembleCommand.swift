import ArgumentParser
import LivePhotoFiles

struct DisassembleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disassemble", abstract: "Take still and movie out of a pair, .pvt, .livp or Motion Photo.",
    discussion: """
      Both come out with their original bytes and dates. Names get the extension of what the bytes are. Nothing is
      overwritten.

      Examples:
        livecam disassemble IMG_0001.livp --output parts
        livecam disassemble PXL_0001.MP.jpg --output parts
        livecam disassemble IMG_0001.HEIC --output copy
      """)

  @Argument(help: "The still or movie of a pair, a .pvt bundle, a .livp archive, or a Motion Photo.")
  var input: String

  @Option(help: "A folder for the two files; it is made if it is not there.")
  var output: String

  @Option(help: "The stem of both names. (default: those that they have)")
  var name: String?

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() async throws {
    var request = DisassembleRequest(input, output: output)
    request.name = name
    let report = try await FileOperation.run("disassemble", request) { try await $0.disassemble($1, progress: $2) }
    FileOperation.show(report.files, report.notes, ["form": report.form], asJSON: json)
  }
}
