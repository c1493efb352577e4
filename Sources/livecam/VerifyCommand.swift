import ArgumentParser
import FileStorage
import Glibc
import LivePhotoFiles

struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Tell whether a still and a movie are a Live Photo, and who would refuse them.",
    discussion: """
      Of folders, all below them is looked at: pairs, Motion Photos, .pvt bundles, .livp archives, stills and movies
      alone. Each line is about one of them and comes as soon as it is known; the last one is the sum. Files whose name
      or content is that of a picture, a movie or an archive are all accounted for: what is damaged is 'broken', what is
      not looked at is 'skipped', with the reason.
      Exit codes: 0 they are; of folders: there are some, all are, and nothing is broken. 1 they are not. Others as for
      every command.

      Examples:
        livecam verify IMG_0001.HEIC IMG_0001.MOV
        livecam verify --all --with-tools IMG_0001.HEIC IMG_0001.MOV
        livecam verify ~/Pictures/2026
        livecam verify --quick --jobs 4 --json ~/Pictures > report.jsonl
      """)

  @Argument(
    help:
      "A still and a movie in either order; one of them, with the other beside it; or any number of folders and files.")
  var files: [String]

  @Flag(help: "Print one JSON object; of folders a line for each finding, and one for the sum.")
  var json = false

  @Flag(help: "List the rules that pass, too.")
  var all = false

  @Flag(help: "Ask exiftool and ffprobe for their opinion, if they are installed.")
  var withTools = false

  @Flag(help: "Of folders: decode no pictures; containers, metadata and tracks alone are looked at.")
  var quick = false

  @Flag(
    help: "Of folders: decode every picture. (default: the still, and the movie's picture at the still's time)")
  var full = false

  @Option(help: "Of folders: how many are judged at the same time. (default: as many as there are processors)")
  var jobs: Int?

  func validate() throws {
    try check(!withTools || isPair, "--with-tools: name a still and a movie, nothing else.")
    try check(!(quick || jobs != nil) || !isPair, "--quick and --jobs are for folders. Name one.")
    try check(!(quick && full), "--quick decodes nothing, --full everything. Choose one.")
    try check(jobs.map { (1...256).contains($0) } ?? true, "--jobs: 1 to 256.")
  }

  func run() async throws {
    let isGood = try await isPair ? judgePair() : judgeAll()
    if !isGood { throw ExitReason.captureFailed.exitCode }
  }

  /// Whether one or two files are named that are, or may be, one Live Photo of two files.
  private var isPair: Bool {
    guard files.count <= 2, !files.contains(where: Self.isFolder) else { return false }
    guard files.count == 1 else { return true }
    var units = ArchiveWalk(files, of: DiskFiles())
    switch units.next() {
    case .motionPhoto, .archive: return false
    // What is no part of a pair is told by who looks for the pair.
    default: return true
    }
  }

  static func isFolder(_ path: String) -> Bool {
    // What cannot be looked at is told by whoever opens it.
    (try? DiskFiles().kind(of: path)) == .folder
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

  private func judgeAll() async throws -> Bool {
    let terminal = Terminal()
    let (json, jobs) = (json, jobs ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    let effort: PictureEffort = quick ? .none : full ? .full : .key
    let verdict = try await FileOperation.run("verify", files, writes: false) { library, files, _ in
      try await library.verify(all: files, effort: effort, jobs: jobs) { finding in
        terminal.show(finding, finding.lines, asJSON: json)
      }
    }
    terminal.show(verdict, [verdict.text], asJSON: json)
    if verdict.isPartial { throw ExitReason.interrupted.exitCode }
    return verdict.isGood
  }
}
