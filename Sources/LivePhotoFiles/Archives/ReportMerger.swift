import MediaCore

/// Puts reports about folders of one archive together.
///
/// Halves that may have their partner in another report are told behind all others, as one run would have told them; of
/// these no more is kept than where they stand.
struct ReportMerger {
  /// A finding's line: the report, by its place among those that were added, and where it begins there.
  struct Place {
    let report: Int
    let start: Int
  }

  private(set) var others = 0
  private(set) var hidden = 0
  private(set) var folders = 0
  /// The number of pictures that were decoded for all of the merged reports.
  private(set) var pictures: PictureEffort?
  /// Reports of runs that did not come to their end.
  private var partial: [String] = []
  private var reportCount = 0
  private var halves = WaitingHalves()
  private var places: [Place] = []

  /// Takes in a report, and hands over what is not to wait.
  /// - Throws: ``LivePhotoError``; what `tell` throws.
  mutating func add(_ report: ArchiveReport, tell: (ArchiveReport.Finding) throws -> Void) throws {
    var report = report
    // A journal has the sum of each run, and the last one is that of all.
    var last: FolderVerdict?
    var start = 0
    while let entry = try report.next() {
      try Task.checkCancellation()
      switch entry {
      case .begin, .repeated: break
      case .sum(let sum): last = sum
      case .finding(let finding):
        last = nil
        if let half = finding.record.candidate {
          halves.add(half)
          places.append(Place(report: reportCount, start: start))
        } else {
          try tell(finding)
        }
      }
      start = report.position
    }
    reportCount += 1
    try Self.add(last?.others ?? 0, to: &others, report)
    try Self.add(last?.hidden ?? 0, to: &hidden, report)
    try Self.add(last?.folders ?? 0, to: &folders, report)
    if let effort = last?.pictures { pictures = min(pictures ?? effort, effort) }
    if last?.isPartial ?? true { partial.append(report.name) }
  }

  private static func add(_ count: Int, to sum: inout Int, _ report: ArchiveReport) throws(LivePhotoError) {
    let (total, overflows) = sum.addingReportingOverflow(count)
    guard count >= 0, !overflows else { throw report.malformed("has a sum that cannot be") }
    sum = total
  }

  /// Returns what the reports lack of an archive of `folderCount` folders, in sentences.
  func gaps(of folderCount: Int?) -> [String] {
    var gaps = partial.map { "\($0) is of a run that did not come to its end: begin it again with --resume" }
    if let folderCount, folderCount != folders, gaps.isEmpty {
      let cause = folders < folderCount ? "a report is missing" : "some are in two reports, or not in the list"
      gaps.append("the reports are of \(folders) folders, and there are \(folderCount): \(cause)")
    }
    return gaps
  }

  /// Halves of which different reports have told, and where the findings stand about those that have no partner.
  func end() -> (joined: [ArchiveUnit], alone: [Place]) {
    let (pairs, alone) = halves.joined()
    return (pairs.map(\.unit), alone.map { places[$0] })
  }
}
