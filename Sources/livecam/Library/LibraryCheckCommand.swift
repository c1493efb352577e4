import ArgumentParser
import LivePhotoFiles
import PhotoLibrary
import Synchronization

struct LibraryCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Hold rows, files and hashes of the library against each other.",
    discussion: """
      Exit codes: 0 all is well, or all has been repaired; 1 something is wrong.
      --repair keeps every byte: files of no asset go to the folder 'recovered', assets that have lost a file say so.
      """)

  @OptionGroup var options: LibraryOptions

  @Flag(help: "Repair what can be repaired, and tell what was done.")
  var repair = false

  @Flag(help: "Look at the files' lengths alone, and read none.")
  var quick = false

  func run() async throws {
    let isClean = Mutex(true)
    let bar = ProgressBar("check")
    try await options.run { library in
      var check = LibraryCheck(of: library, effort: quick ? .sizes : .hashes, repairs: repair)
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
            "message": finding.message, "repair": finding.repair,
          ] as JSONObject,
          [
            "\(finding.kind.rawValue)  \(finding.asset.map { $0.prefix(8) + "  " } ?? "")\(finding.message)"
              + (finding.repair.map { " \($0)" } ?? "")
          ], asJSON: options.json)
      }
      isClean.withLock { $0 = report.isClean }
      let looked =
        quick ? "lengths of \(report.fileCount) files" : "\(report.fileCount) files, \(report.byteCount) bytes"
      terminal.show(
        [
          "kind": "sum", "files": report.fileCount, "bytes": report.byteCount, "findings": report.findings.count,
          "clean": report.isClean, "hashed": !quick,
        ] as JSONObject,
        ["\(looked) looked at: " + (report.findings.isEmpty ? "all is well" : "\(report.findings.count) findings")],
        asJSON: options.json)
    }
    if !isClean.withLock({ $0 }) { throw ExitReason.captureFailed.exitCode }
  }
}
