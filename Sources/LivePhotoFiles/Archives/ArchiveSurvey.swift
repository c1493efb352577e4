import FileStorage
import MediaCore

/// The way through an archive, with what has come of it so far.
struct ArchiveSurvey {
  private let judge: ArchiveJudge
  private let jobs: OrderedJobs
  private var sorter = UnitSorter()
  private var carriers: IdentifierCarriers
  private let journal: ArchiveJournal
  var verdict: FolderVerdict

  private struct Outcome: Sendable {
    var findings: [ArchiveFinding] = []
    var waiting: [PairFinder.Candidate] = []
    var otherCount = 0
    var endsFolder = false
  }

  init(files: any FileSource, effort: PictureEffort, jobs: Int, after journal: ArchiveJournal = ArchiveJournal()) {
    judge = ArchiveJudge(files: files, effort: effort)
    self.jobs = OrderedJobs(jobs)
    self.journal = journal
    (verdict, carriers) = (journal.verdict, journal.carriers)
  }

  mutating func run(_ steps: ArchiveSteps, _ report: (ArchiveFinding) async throws -> Void) async throws {
    try await walk(steps, report)
    try await tell(sorter.end(), report)
  }

  private mutating func walk(
    _ steps: ArchiveSteps, _ report: (ArchiveFinding) async throws -> Void
  ) async throws {
    // Two parts of this are at work at the same time: the way, and what has come of it.
    var steps = steps
    defer {
      verdict.others += steps.otherCount
      verdict.hidden += steps.hiddenCount
    }
    let (judge, journal) = (self.judge, self.journal)
    try await jobs.run(
      next: {
        try Task.checkCancellation()
        while let step = steps.next() { if let rest = journal.rest(of: step) { return rest } }
        return nil
      },
      work: { try Self.outcome(of: $0, judge) },
      deliver: { outcome in
        for finding in outcome.findings { try await tell(finding, report) }
        verdict.others += outcome.otherCount
        sorter.add(outcome.waiting)
        if outcome.endsFolder { try await tell(sorter.endFolder(), report) }
      })
  }

  private static func outcome(of step: ArchiveSteps.Step, _ judge: ArchiveJudge) throws -> Outcome {
    switch step {
    case .unit(let unit): return Outcome(findings: [try judge.finding(unit)])
    case .folderEnd: return Outcome(endsFolder: true)
    case .group(let group):
      let reading = group.reading(of: judge.files)
      return Outcome(
        findings: try reading.settled.map { try judge.finding($0.unit, $0.files) }, waiting: reading.waiting,
        otherCount: reading.otherCount)
    }
  }

  mutating func tell(
    _ units: [ArchiveUnit], _ report: (ArchiveFinding) async throws -> Void
  ) async throws {
    var rest = units[...]
    let judge = self.judge
    try await jobs.run(
      next: { rest.popFirst() }, work: { try judge.finding($0) },
      deliver: { finding in try await tell(finding, report) })
  }

  private mutating func tell(
    _ finding: ArchiveFinding, _ report: (ArchiveFinding) async throws -> Void
  ) async throws {
    var finding = finding
    finding.repeated = note(FindingRecord(finding))
    try await report(finding)
  }

  /// Counts a finding; returns an identifier of it that was met before.
  mutating func note(_ record: FindingRecord) -> RepeatedIdentifier? {
    verdict.add(record)
    let repeated = carriers.note(record)
    if repeated != nil { verdict.repeated += 1 }
    return repeated
  }
}
