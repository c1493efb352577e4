import ArgumentParser
import FileStorage
import LivePhotoFiles

struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Tell whether a still and a movie are a Live Photo, and who would refuse them.",
    discussion: """
      Exit codes: 0 they are, 1 they are not, others as for every command.

      Examples:
        livecam verify IMG_0001.HEIC IMG_0001.MOV
        livecam verify --all --with-tools IMG_0001.HEIC IMG_0001.MOV
        livecam verify ~/Pictures/2026
      """)

  @Argument(
    help: "A still and a movie in either order; one of them, with the other beside it; folders, or a .pvt bundle.")
  var files: [String]

  @Flag(help: "Print one JSON object; a line for each folder.")
  var json = false

  @Flag(help: "List the rules that pass, too.")
  var all = false

  @Flag(help: "Ask exiftool and ffprobe for their opinion, if they are installed.")
  var withTools = false

  func validate() throws {
    let folders = files.filter(Self.isFolder)
    try check(
      folders.count == files.count || folders.isEmpty && files.count <= 2,
      "Name a still and a movie, one of them, or folders.")
    try check(!withTools || folders.isEmpty, "--with-tools: name a still and a movie, not a folder.")
  }

  func run() async throws {
    var isGood = true
    if Self.isFolder(files[0]) {
      for folder in files { isGood = try await judge(folder: folder) && isGood }
    } else {
      isGood = try await judgePair()
    }
    if !isGood { throw ExitReason.captureFailed.exitCode }
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

  private func judge(folder: String) async throws -> Bool {
    let verdict = try await FileOperation.run("verify", folder, writes: false) {
      try await $0.verify(folder: $1, progress: $2)
    }
    Terminal().show(verdict, verdict.lines, asJSON: json)
    return verdict.isGood
  }
}
