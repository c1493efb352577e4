import ArgumentParser
import LivePhotoFiles

struct InspectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Tell what stills, movies, Motion Photos and bundles are.",
    discussion: """
      Examples:
        livecam inspect IMG_0001.HEIC IMG_0001.MOV
        livecam inspect --boxes IMG_0001.MOV
        livecam inspect --json PXL_0001.MP.jpg
      """)

  @Argument(help: "Files, or .pvt bundles.")
  var files: [String]

  @Flag(help: "Print one JSON object a line for each file.")
  var json = false

  @Flag(help: "Add the whole tree of boxes, segments and directories: offset, size, name.")
  var boxes = false

  func run() async throws {
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
