import ArgumentParser
import LibraryCapture
import LivePhotoFiles
import PhotoLibrary
import Station
import Synchronization

struct LibraryCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Compare the library's rows, files and hashes with each other.",
    discussion: """
      All files of the library's folder are accounted for; those that are no part of the library are told.
      --repair keeps every byte. Files that belong to nobody go to the folder 'recovered'. An asset whose edited still or
      movie is lost is without it from then on. An asset that has lost an original says so, in 'show' and in 'list --kind
      unfinished'; import another copy of the file, which puts it back, restore it, or delete the asset. --pictures decodes all stills and movies besides: a file can have
      been damaged before it came, and is then what it was.
      Exit codes: 0 nothing is wrong, or all has been repaired and nothing is lost; 1 something is wrong, and no file is known
      to be lost; 65 files are lost or damaged, or the database is, also when --repair has noted it; 69 the store or the
      server cannot be reached.
      """)

  @OptionGroup var options: LibraryOptions

  @Flag(help: "Repair what can be repaired, and tell what was done.")
  var repair = false

  @Flag(help: "Look at the files' lengths alone, and read none.")
  var quick = false

  @Flag(help: "Decode the pictures of all stills and movies, too, which takes its time.")
  var pictures = false

  func validate() throws {
    try check(!quick || !pictures, "--quick reads no file, and --pictures all: name one of them.")
  }

  func run() async throws {
    let reason = Mutex<ExitReason?>(nil)
    let bar = ProgressBar("check")
    try await options.run { library in
      var check = LibraryCheck(of: library, effort: quick ? .sizes : pictures ? .pictures : .hashes, repairs: repair)
      check.damageOfMovie = { try MovieDamage.words(on: $0, decoding: true) }
      if !quick { check.orphans = try Self.orphanedSources(in: library) }
      let report = try check.run { fraction in
        try Task.checkCancellation()
        bar.show(fraction)
      }
      bar.clear()
      let terminal = Terminal()
      for finding in report.findings {
        terminal.show(
          [
            "kind": finding.kind.rawValue, "subject": finding.subject, "asset": finding.asset,
            "message": finding.message, "repair": finding.repair, "lost": finding.isLoss,
          ] as JSONObject,
          [
            "\(finding.kind.rawValue)  \(finding.asset.map { $0.prefix(8) + "  " } ?? "")\(finding.message)"
              + (finding.isLoss && finding.asset != nil ? " Its place is \(finding.subject)." : "")
              + (finding.repair.map { " \($0)" } ?? "")
          ], asJSON: options.json)
      }
      reason.withLock { $0 = report.lossCount > 0 ? .damagedInput : report.isClean ? nil : .captureFailed }
      let looked =
        quick ? "lengths of \(report.fileCount) files" : "\(report.fileCount) files, \(report.byteCount) bytes"
      terminal.show(
        [
          "kind": "sum", "files": report.fileCount, "bytes": report.byteCount, "findings": report.findings.count,
          "lost": report.lossCount, "clean": report.isClean, "hashed": !quick,
        ] as JSONObject,
        ["\(looked) looked at: " + Self.words(report)],
        asJSON: options.json)
    }
    if let reason = reason.withLock({ $0 }) { throw reason.exitCode }
  }

  /// The frames of stills that are finished later, and that no asset waits for.
  private static func orphanedSources(in library: PhotoLibrary) throws -> [(path: String, message: String)] {
    let configuration = StationConfiguration()
    let media = StationWorld.machine(configuration).environment.media
    return try LibraryPairs.orphanedSources(in: library, media: media, configuration: configuration.session).map {
      source in
      let name = FileNames.name(of: source.path)
      guard let failure = source.failure else {
        return (
          source.path,
          "\(name) holds the frames of a still that no asset waits for: its capture was cut off. "
            + "'livecam finish \(FileNames.folder(of: source.path))' makes a file of it in the folder where it lies."
        )
      }
      return (source.path, "\(name) is of no use: \(failure)")
    }
  }

  private static func words(_ report: LibraryCheck.Report) -> String {
    guard !report.findings.isEmpty else { return "all is well" }
    return
      "\(report.findings.count) \(report.findings.count == 1 ? "finding" : "findings"), \(report.lossCount) of them of something that is lost"
  }
}
