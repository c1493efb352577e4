import ArgumentParser
import FileStorage
import LivePhotoFiles

struct PairCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pair", abstract: "Make whole Live Photos of an export in which stills and movies are separate.",
    discussion: """
      For folders of Google Takeout, of iCloud downloads and of phones. Stills and movies are brought together by their
      identifiers, else by time, likeness and name; each line says by which. --output becomes a complete copy of the
      folders: every Live Photo as two files of one name that all programs recognise as a pair, mended as 'livecam
      repair' does, and all other files unchanged. Files in doubt stay as they are. The given files are not changed.
      --output must be empty or not there: a second run into it is refused, unless --resume continues the first.
      --rename changes no file's contents and copies none: pairs that lack nothing but names are renamed in place.
      Exit codes: 0 all is clear, 1 something is in doubt, broken or cannot be read, others as for every command.

      Examples:
        livecam pair Takeout --dry-run
        livecam pair Takeout --output Photos --resume Photos.journal
        livecam pair Downloads --rename --dry-run
      """)

  @Argument(help: "Folders with stills and movies, with all folders below them.", completion: .directory)
  var folders: [String]

  @Option(help: "A folder for the result, which has the same folders as the originals.", completion: .directory)
  var output: String?

  @Flag(help: "Rename pairs that lack nothing but one name and the right extensions; leave everything else.")
  var rename = false

  @Flag(help: "Print what would be done, and write nothing.")
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
