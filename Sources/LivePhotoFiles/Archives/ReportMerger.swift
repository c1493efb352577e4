import MediaCore

/// Puts reports about folders of one archive together.
struct ReportMerger {
  /// What comes behind all that was told as it came.
  enum Piece {
    case told(ArchiveReport.Finding)
    /// Halves of which different reports have told.
    case joined(ArchiveUnit)
  }

  private(set) var others = 0
  private(set) var hidden = 0
  /// Reports of runs that did not come to their end.
  private(set) var partial: [String] = []
  /// Halves that may have their partner in another report: one run would have told them last, too.
  private var waiting: [ArchiveReport.Finding] = []

  /// Takes in a report, and hands over what is not to wait.
  /// - Throws: ``LivePhotoError``; what `tell` throws.
  mutating func add(_ report: ArchiveReport, tell: (ArchiveReport.Finding) throws -> Void) throws {
    var report = report
    // A journal has the sum of each run, and the last one is that of all.
    var last: FolderVerdict?
    while let entry = try report.next() {
      try Task.checkCancellation()
      switch entry {
      case .begin, .repeated: break
      case .sum(let sum): last = sum
      case .finding(let finding):
        last = nil
        if finding.record.candidate == nil { try tell(finding) } else { waiting.append(finding) }
      }
    }
    try Self.add(last?.others ?? 0, to: &others, report)
    try Self.add(last?.hidden ?? 0, to: &hidden, report)
    if last?.isPartial ?? true { partial.append(report.name) }
  }

  private static func add(_ count: Int, to sum: inout Int, _ report: ArchiveReport) throws(LivePhotoError) {
    let (total, overflows) = sum.addingReportingOverflow(count)
    guard count >= 0, !overflows else { throw report.malformed("has a sum that cannot be") }
    sum = total
  }

  /// What has waited, in the order of one run.
  mutating func end() -> [Piece] {
    defer { waiting = [] }
    let found = PairFinder(waiting.compactMap(\.record.candidate))
    var byPath: [[UInt8]: ArchiveReport.Finding] = [:]
    for finding in waiting { byPath[Array(finding.record.path.utf8)] = finding }
    return found.pairs.map { .joined(.pair(still: $0.still, movie: $0.movie, foundBy: $0.foundBy)) }
      + found.alone.compactMap { byPath[Array($0.path.utf8)].map(Piece.told) }
  }
}
