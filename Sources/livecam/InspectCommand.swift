import ArgumentParser
import LivePhotoFiles

struct InspectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Describe stills, movies, Motion Photos and bundles.",
    discussion: """
      For folders, and for the list of --files-from, it describes each still, movie, Motion Photo, bundle and archive.

      Examples:
        livecam inspect IMG_0001.HEIC IMG_0001.MOV
        livecam inspect --boxes IMG_0001.MOV
        livecam inspect --json PXL_0001.MP.jpg
        livecam inspect --json ~/Pictures
        find ~/Pictures -newer last -print0 | livecam inspect --files-from - -0
      """)

  @Argument(help: "Files, .pvt bundles, or folders.", completion: .file())
  var files: [String] = []

  @OptionGroup var batch: BatchOptions

  @Flag(
    help: "Print one JSON object a line for each file; for folders and lists with its outcome, and one for the sum.")
  var json = false

  @Flag(help: "Add the whole tree of boxes, segments and directories: offset, size, name.")
  var boxes = false

  func validate() throws { try batch.check(named: files) }

  func run() async throws {
    if batch.areMany(files) {
      let boxes = boxes
      return try await BatchRun(self, files, batch, asJSON: json).run(on: .files) { library, unit, _ in
        let report = try await library.inspect(unit.path, includesStructure: boxes)
        return .done(CommandReport(report, report.lines + report.structureLines + [""]))
      }
    }
    let terminal = Terminal()
    let library = LivePhotoFiles()
    var worst: ExitReason?
    for (index, file) in files.enumerated() {
      do {
        let report = try await library.inspect(file, includesStructure: boxes)
        let gap = index > 0 ? [""] : []
        terminal.show(report, gap + report.lines + report.structureLines, asJSON: json)
      } catch {
        // The others are told about all the same.
        Terminal.complain("livecam: \(error)")
        let reason = ExitReason(error)
        worst = max(worst ?? reason, reason)
      }
    }
    if let worst { throw worst.exitCode }
  }
}
