import ArgumentParser
import ByteCoding
import CaptureScripts
import FileStorage
import LivePhotoFiles
import ScriptFiles
import Shooting

struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Carry out a script of captures and faults in virtual time.",
    discussion: """
      A script, in YAML or JSON, describes a world of devices, the events in it, and the expected results.
      livecam-script(5) explains it, and Configs/scripts (packages: examples/scripts.tar.gz in livecam's documentation) \
      holds one for each case of the capture contract. Equal scripts have equal outcomes, to the byte.
      --svg draws the run, even if an expectation does not hold, for a browser or an image viewer.
      A fixture's folder means the script.yaml in it, whose world is the fixture unless it names another.
      Ends with 0 if all expectations hold. Ends with 1 if one does not, if a step came too late, if a press was \
      refused or the session could not be started and the script does not expect it, or if a file could not be \
      written to the folder of --output.
      """)

  @Argument(
    help: "The script's file, or a fixture's folder with a script.yaml.",
    completion: .file(extensions: ["yaml", "yml", "json", "livecam"]))
  var script: String

  @Flag(help: "Print one JSON object a line for each event and each expectation.")
  var json = false

  @Option(
    parsing: .unconditional, help: "The seed of the scene and of a shuffled order. (default: the script's)")
  var seed: UInt64?

  @Option(
    parsing: .unconditional,
    help: "A folder for the files; it is made if it is not there. (default: they are kept in memory)",
    completion: .directory)
  var output: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A new file for a picture of the run in SVG: a lane for each device, capture and file, and what differs from "
        + "the expectations.", valueName: "file"),
    completion: .file(extensions: ["svg"]))
  var svg: String?

  func run() async throws {
    let terminal = Terminal()
    let run = try await ExitReason.reporting {
      let script = try Self.read(script)
      // The name is tried first: a mistake there costs no run.
      if let svg { try Self.checkIsFree(svg) }
      let folder = try output.map { try OutputFolder($0) }
      defer { folder?.removeIfEmpty() }
      if let output { try DiskFiles().checkFolder(of: "\(output)/1.mov") }
      return try await ScriptRunner(folder: output, seed: seed).run(script)
    }
    if json { printJSON(run, on: terminal) } else { printTable(run, on: terminal) }
    for violation in run.violations { Terminal.complain("livecam: \(violation)") }
    if let svg { try ExitReason.reporting { try Self.write(run.svg, to: svg) } }
    guard run.holds else { throw ExitReason.captureFailed.exitCode }
  }

  private static func checkIsFree(_ path: String) throws {
    if DiskFiles().exists(path) { throw FileStoreError.existing(path) }
    try DiskFiles().checkFolder(of: path)
  }

  private static func write(_ text: String, to path: String) throws {
    try DiskFiles().create(path, Array(text.utf8))
  }

  /// The script in a file, or of a fixture's folder.
  static func read(_ path: String) throws -> CaptureScript {
    guard BatchOptions.isFolder(path) else { return try read(path, bundle: nil) }
    let bundle = RecordCommand.withoutSlash(path)
    return try read("\(bundle)/script.yaml", bundle: bundle)
  }

  private static func read(_ path: String, bundle: String?) throws -> CaptureScript {
    let file: FileBytes
    do { file = try DiskFiles().open(path) } catch {
      Terminal.complain("livecam: \(error)")
      throw ExitReason.missingInput.exitCode
    }
    // A byte more than a script may have tells that it has too many.
    let count = min(file.count, CaptureScript.largestFile + 1)
    return try CaptureScript(utf8: try file.bytes(0..<count), file: path, bundle: bundle)
  }

  private func printTable(_ run: ScriptRun, on terminal: Terminal) {
    terminal.line(ScriptEntry.heading)
    for entry in run.entries { terminal.line(entry.text) }
    terminal.line("")
    if run.outputs.count > 1 {
      for output in run.outputs { terminal.line("timeline  \(output.name): \(output.timeline)") }
    } else {
      terminal.line("timeline  \(run.timeline)")
    }
    for verdict in run.verdicts {
      terminal.line(
        (verdict.holds ? "holds     " : "FAILED    ") + verdict.expectation
          + (verdict.failure.map { ": found \($0)" } ?? ""))
    }
    let held = run.verdicts.count(where: \.holds)
    terminal.line("\(held) of \(run.verdicts.count) expectations held")
  }

  private func printJSON(_ run: ScriptRun, on terminal: Terminal) {
    for entry in run.entries { terminal.line(entry.json) }
    let violations = run.violations.map { violation -> JSONObject in
      ["event": "violation", "violation": violation.kind.rawValue, "message": violation.message]
    }
    let verdicts = run.verdicts.map { verdict -> JSONObject in
      ["event": "expectation", "expectation": verdict.expectation, "holds": verdict.holds, "found": verdict.failure]
    }
    for object in violations + verdicts { terminal.line(JSONText.text(object)) }
  }
}
