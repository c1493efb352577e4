import LivePhotoFiles
import MediaCore

/// A command's report on one photo.
struct CommandReport: Sendable {
  /// The report as an object of JSON, for programs.
  let json: String
  /// The report as lines, for people.
  let lines: [String]
  /// The files that were written.
  let files: [String]
  /// The reason for another exit code than 0, though the command was carried out; `nil` for 0.
  let reason: ExitReason?

  init(_ report: some Encodable, _ lines: [String], files: [String] = [], reason: ExitReason? = nil) {
    json = JSONText.text(report)
    (self.lines, self.files, self.reason) = (lines, files, reason)
  }

  /// Creates a report of the written files and the notes on them, then for people a `summary`, for programs `rest`.
  init(_ files: [WrittenFile], _ notes: [String], summary: String? = nil, _ rest: JSONObject = [:]) {
    let lines = files.map {
      "\($0.path)  \($0.role == .motionPhoto ? "Motion Photo" : $0.role.rawValue), \($0.size) bytes"
    }
    self.init(
      rest.merging(["files": files, "notes": notes]), lines + notes + (summary.map { [$0] } ?? []),
      files: files.map(\.path))
  }

  init(_ report: PairReport, summary: String) {
    self.init(
      report.files, report.notes, summary: summary,
      [
        "identifier": report.identifier, "stillTime": TimeReport(report.stillTime),
        "duration": TimeReport(report.duration),
      ])
  }

  init(assembled report: PairReport) {
    self.init(
      report,
      summary: "Live Photo \(report.identifier): still at \(report.stillTime.text) of \(report.duration.text)")
  }

  init(edited report: PairReport) {
    self.init(
      report, summary: "still at \(report.stillTime.text) of \(report.duration.text), \(report.identifier)")
  }

  init(_ report: ExportReport, as format: ExportFormat) {
    let length = format == .sheet ? "" : ", \(report.duration.text)"
    self.init(
      [report.file], report.notes,
      summary: "\(report.width)x\(report.height), \(report.pictureCount) pictures\(length)",
      ["duration": format == .sheet ? nil : TimeReport(report.duration)])
  }

  init(_ report: DisassembleReport) { self.init(report.files, report.notes, ["form": report.form]) }

  init(_ report: MotionPhotoReport) {
    self.init(
      report.files, report.notes, summary: report.stillTime.isNumeric ? "still at \(report.stillTime.text)" : nil,
      ["stillTime": TimeReport(report.stillTime)])
  }

  /// Creates a report of a repair; of one among many photos, with its name.
  init(_ report: RepairReport, of unit: ArchiveUnit? = nil) {
    self.init(
      report, (unit.map { [$0.paths.joined(separator: " + ")] } ?? []) + report.lines,
      files: report.changes.isEmpty ? [] : [report.still, report.movie],
      reason: report.isLivePhoto ? nil : .captureFailed)
  }

  func show(asJSON: Bool) {
    let terminal = Terminal()
    for text in asJSON ? [json] : lines { terminal.line(text) }
  }
}
