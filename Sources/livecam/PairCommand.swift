import ArgumentParser
import FileStorage
import LivePhotoFiles

struct PairCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pair", abstract: "Make whole Live Photos of an export in which stills and movies lie apart.",
    discussion: """
      For folders of Google Takeout, of iCloud downloads and of phones: stills and movies are brought together by their
      identifiers, else by time, likeness and name; each line says by what. --output becomes a complete successor of the
      folders: every Live Photo as two files of one name that everybody takes for a pair, mended as 'livecam repair'
      does, and all other files as they are. What is in doubt stays as it is. The given files are not touched.
      --output must be empty or not there: a second run into it is refused, unless --resume goes on with the first.
      --rename changes no file and copies none: pairs that lack nothing but names are renamed where they lie.
      Exit codes: 0 all is clear, 1 something is in doubt, broken or cannot be read, others as for every command.

      Examples:
        livecam pair Takeout --dry-run
        livecam pair Takeout --output Photos --resume Photos.journal
        livecam pair Downloads --rename --dry-run
      """)

  @Argument(help: "Folders with stills and movies; all below them is looked at.")
  var folders: [String]

  @Option(help: "A folder for the result, which keeps the order of folders.")
  var output: String?

  @Flag(help: "Rename pairs that lack nothing but one name and the right extensions; leave everything else.")
  var rename = false

  @Flag(help: "Tell what would be done, and write nothing.")
  var dryRun = false

  @OptionGroup var work: WorkOptions

  @Flag(help: "Print a JSON object for each finding, and one for the sum.")
  var json = false

  func validate() throws {
    try check(!folders.isEmpty, "Name a folder.")
    try check(output == nil || !rename && !dryRun, "--output writes anew: leave --rename and --dry-run out.")
    try check(output != nil || rename || dryRun, "Name --output, --rename or --dry-run.")
    try check(work.resume == nil || output != nil, "--resume goes on with a run into --output. Name it.")
    for folder in folders + [output].compactMap(\.self) {
      // Growing, it would be one of the files.
      try check(
        work.resume.map { !BatchRun.isInside(BatchRun.place($0), BatchRun.place(folder)) } ?? true,
        "--resume: the journal would lie in \(folder). Put it elsewhere.")
    }
  }

  func run() async throws {
    var request = PairingRequest(folders: folders, output: output)
    (request.isInPlace, request.renames, request.jobs) = (rename, !dryRun, work.jobCount)
    let journal = try work.resume.map { path throws(ExitCode) in
      let options = folders.map { "folder=" + BatchRun.absolute($0) } + ["output=" + BatchRun.absolute(output ?? "")]
      return try BatchJournalFile(path, of: .init(command: "pair", options: options))
    }
    let report = try await FileOperation.run("pair", request, writes: false) { [json] library, request, progress in
      let terminal = Terminal()
      let library = journal == nil ? library : LivePhotoFiles(store: RepeatedFiles())
      let steps = journal.map { file in
        PairingJournal(file.before) {
          file.append($0, $1)
          try file.check()
        }
      }
      // Findings on a terminal show by themselves how far it is, and a bar would stand in their way.
      return try await request.carryOut(
        by: library, journal: steps, progress: terminal.isInteractive ? nil : progress
      ) {
        terminal.show($0, $0.lines, asJSON: json)
      }
    }
    Terminal().show(report, report.lines, asJSON: json)
    if !report.isClear { throw ExitReason.captureFailed.exitCode }
  }
}
