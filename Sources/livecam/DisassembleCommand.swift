import ArgumentParser
import LivePhotoFiles

struct DisassembleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disassemble", abstract: "Extract still and movie from a pair, .pvt, .livp or Motion Photo.",
    discussion: """
      Both files have their original bytes and dates, and the extensions that fit their contents. Nothing is
      overwritten. For folders, the parts have the same paths below --output as the originals have in the folder.

      Examples:
        livecam disassemble IMG_0001.livp --output parts
        livecam disassemble PXL_0001.MP.jpg --output parts
        livecam disassemble IMG_0001.HEIC --output copy
        livecam disassemble ~/Downloads --output parts --resume parts.journal
      """)

  @Argument(
    help: "The still or movie of a pair, a .pvt bundle, a .livp archive, a Motion Photo; or several, or folders.",
    completion: .file())
  var files: [String] = []

  @Option(help: "A folder for the two files; it is made if it is not there.", completion: .directory)
  var output: String

  @Option(help: "The name of both files, without extension. (default: the names that they have)")
  var name: String?

  @OptionGroup var batch: BatchOptions

  @Flag(help: "Print one JSON object; for folders and lists, one line for each photo and one for the sum.")
  var json = false

  func validate() throws { try batch.check(named: files, name: name) }

  func run() async throws {
    if files.count != 1 || batch.areMany(files) {
      return try await BatchRun(self, files, batch, output: output, asJSON: json).run { library, unit, output in
        var request = DisassembleRequest(unit.path, output: output)
        switch unit {
        case .still, .movie, .folder, .broken, .passedOver: return .passedOver(unit.lack)
        case .pair(_, let movie, _): request.partner = movie
        case .bundle, .archive, .motionPhoto: break
        }
        return .done(CommandReport(try await library.disassemble(request)))
      }
    }
    var request = DisassembleRequest(files[0], output: output)
    request.name = name
    let report = try await FileOperation.run("disassemble", request) { try await $0.disassemble($1, progress: $2) }
    CommandReport(report).show(asJSON: json)
  }
}
