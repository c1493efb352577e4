import ArgumentParser
import FileStorage
import LivePhotoFiles

struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Tell whether a still and a movie are a Live Photo, and which programs would refuse it.",
    discussion: """
      For folders, everything below them is examined: pairs, Motion Photos, .pvt bundles, .livp archives, stills and
      movies alone. Each line is about one of them and comes as soon as it is known; the last one is the sum. Every file
      whose name or content is that of a picture, a movie or an archive is accounted for: a damaged one is 'broken', and
      one that is not examined is 'skipped', with the reason.
      Exit codes: 0 the pair is a Live Photo; for folders: there is at least one, all pairs are, nothing is broken, and
      all names are UTF-8. 1 otherwise. Others as for every command.

      Examples:
        livecam verify IMG_0001.HEIC IMG_0001.MOV
        livecam verify --all --with-tools IMG_0001.HEIC IMG_0001.MOV
        livecam verify ~/Pictures/2026
        livecam verify --quick --jobs 4 --json ~/Pictures > report.jsonl
        livecam verify --checksums ~/pictures.sha256 ~/Pictures
        find ~/Pictures -newer last -print0 | livecam verify --files-from - -0
      """)

  @Argument(
    help:
      "A still and a movie in either order; one of them, with the other beside it; or any number of folders and files.",
    completion: .file())
  var files: [String] = []

  @OptionGroup var batch: BatchOptions

  @Flag(help: "Print one JSON object; for folders, one line for each finding and one for the sum.")
  var json = false

  @Flag(help: "List the rules that pass, too.")
  var all = false

  @Flag(help: "Ask exiftool and ffprobe for their opinion, if they are installed.")
  var withTools = false

  @Flag(help: "For folders: decode no pictures; examine only containers, metadata and tracks.")
  var quick = false

  @Flag(
    help: """
      For folders: decode all pictures and sound. (default: the still or a part of it, and the movie's picture at \
      its time)
      """
  )
  var full = false

  @Option(
    help: ArgumentHelp(
      "For folders: compare all photos, movies and archives with the SHA-256 in this file, in the format of sha256sum, "
        + "and add those of new ones.", valueName: "file"), completion: .file())
  var checksums: String?

  @Flag(help: "Print the folders that a run would examine, and examine none: a list to split among machines.")
  var listFolders = false

  @Option(
    help: ArgumentHelp(
      "Of the folders below the named ones, examine only those in this file, one a line; - is standard input. "
        + "With --merge: make sure that the reports cover exactly these folders.",
      valueName: "list"), completion: .file())
  var foldersFrom: String?

  @Flag(help: "Combine the named reports into one: journals of --resume, or the output of --json.")
  var merge = false

  func validate() throws {
    try batch.check(named: files, nullIsUsed: listFolders || foldersFrom != nil)
    try check(
      checksums == nil || !merge && !listFolders, "--checksums: no file is read with --merge or --list-folders.")
    try check(checksums != "-" && checksums != "", "--checksums: name a file.")
    try check(checksums == nil || !isPair, "--checksums is for folders and lists. Name one.")
    try check(!withTools || isPair, "--with-tools: name a still and a movie, nothing else.")
    try check(!quick || !isPair, "--quick is for folders and lists. Name one.")
    try check(
      [listFolders, merge || foldersFrom != nil, batch.filesFrom != nil].filter(\.self).count <= 1,
      "--list-folders, --folders-from or --merge, --files-from: choose one.")
    try check(!merge || batch.resume == nil, "--merge reads journals; leave --resume out.")
    try check(!(quick && full), "--quick decodes nothing, --full everything. Choose one.")
  }

  func run() async throws {
    if listFolders { return try ArchiveRun.list(files, nullTerminated: batch.null) }
    let run = ArchiveRun(effort: quick ? .none : full ? .full : .key, jobs: batch.jobCount, asJSON: json)
    let isGood =
      if merge {
        try await run.merge(files, batch, folders: foldersFrom)
      } else if isPair {
        try await judgePair()
      } else {
        try await run.judge(files, batch, lot: foldersFrom, checksums: checksums)
      }
    if !isGood { throw ExitReason.captureFailed.exitCode }
  }

  /// Indicates whether one or two files are named that are, or may be, one Live Photo of two files.
  private var isPair: Bool {
    guard files.count <= 2, !merge, foldersFrom == nil, !batch.areMany(files) else { return false }
    guard files.count == 1 else { return files.count == 2 }
    var units = ArchiveWalk(files, of: DiskFiles())
    switch units.next() {
    case .motionPhoto, .archive: return false
    // What is no part of a pair is told by who looks for the pair.
    default: return true
    }
  }

  private func judgePair() async throws -> Bool {
    let verdict = try await FileOperation.run("verify", files, writes: false) { library, files, progress in
      files.count == 2
        ? try await library.verify(files[0], files[1], progress: progress)
        : try await library.verify(partOfPair: files[0], progress: progress)
    }
    let opinions = withTools ? ForeignOpinions.all(of: verdict) : nil
    let lines = verdict.lines(isVerbose: all) + (opinions ?? []).map { "  \($0.line)" }
    var report = verdict.json
    report["tools"] = opinions
    Terminal().show(report, lines, asJSON: json)
    return verdict.isLivePhoto && opinions?.contains { $0.agrees == false } != true
  }
}
