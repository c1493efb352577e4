import ArgumentParser
import LivePhotoFiles

struct PairCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pair", abstract: "Make whole Live Photos of an export in which stills and movies lie apart.",
    discussion: """
      For folders of Google Takeout, of iCloud downloads and of phones: stills and movies are brought together by their
      identifiers, else by time, likeness and name; each line says by what. --output becomes a complete successor of the
      folders: every Live Photo as two files of one name that everybody takes for a pair, mended as 'livecam repair'
      does, and all other files as they are. What is in doubt stays as it is. The given files are not touched.
      --output must be empty or not there: a second run into it is refused.
      Exit codes: 0 all is clear, 1 something is in doubt, broken or cannot be read, others as for every command.

      Examples:
        livecam pair Takeout --dry-run
        livecam pair Takeout --output Photos
      """)

  @Argument(help: "Folders with stills and movies; all below them is looked at.")
  var folders: [String]

  @Option(help: "A folder for the result, which keeps the order of folders.")
  var output: String?

  @Flag(help: "Tell what would be done, and write nothing.")
  var dryRun = false

  @Flag(help: "Print a JSON object for each finding, and one for the sum.")
  var json = false

  func validate() throws {
    try check(!folders.isEmpty, "Name a folder.")
    try check(dryRun != (output != nil), "Name either --output or --dry-run.")
  }

  func run() async throws {
    let request = PairingRequest(folders: folders, output: output)
    let report = try await FileOperation.run("pair", request, writes: false) { [json] library, request, progress in
      let terminal = Terminal()
      // Findings on a terminal show by themselves how far it is, and a bar would stand in their way.
      return try await library.pair(request, progress: terminal.isInteractive ? nil : progress) {
        terminal.show($0, $0.lines, asJSON: json)
      }
    }
    Terminal().show(report, report.lines, asJSON: json)
    if !report.isClear { throw ExitReason.captureFailed.exitCode }
  }
}
