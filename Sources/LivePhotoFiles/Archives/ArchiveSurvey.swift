import FileStorage
import MediaCore

/// The way through an archive, with what has come of it so far.
struct ArchiveSurvey {
  private let judge: ArchiveJudge
  private let jobs: OrderedJobs
  private var sorter = UnitSorter()
  private var carriers: IdentifierCarriers
  private let journal: ArchiveJournal
  private let told: ToldFiles
  private var unmet: UnmetFiles?
  var verdict: FolderVerdict

  private struct Outcome: Sendable {
    var findings: [ArchiveFinding] = []
    var waiting: [PairFinder.Candidate] = []
    var otherCount = 0
    var endsFolder = false
  }

  init(
    files: any FileSource, effort: PictureEffort, jobs: Int, after journal: ArchiveJournal = ArchiveJournal(),
    checksums: ChecksumList? = nil
  ) {
    judge = ArchiveJudge(files: files, effort: effort, checksums: checksums)
    unmet = checksums.map(UnmetFiles.init)
    told = ToldFiles(of: files)
    self.jobs = OrderedJobs(jobs)
    self.journal = journal
    (verdict, carriers) = (journal.verdict, journal.carriers)
    verdict.pictures = effort
    if checksums != nil { verdict.checksums = verdict.checksums ?? ChecksumCounts() }
  }

  /// Goes through paths of files and folders in their order.
  mutating func run(
    _ paths: some Sequence<String>, _ scope: ArchiveScope, _ report: (ArchiveFinding) async throws -> Void
  ) async throws {
    // Two parts of this are at work at the same time: the way, and what has come of it.
    var steps = ArchiveSteps(paths, of: judge.files, scope: scope, told: told)
    defer {
      verdict.folders += steps.folderCount
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
        for finding in outcome.findings { try await tellOnce(finding, steps.namesFiles, report) }
        verdict.others += outcome.otherCount
        sorter.add(outcome.waiting)
        guard outcome.endsFolder else { return }
        try await self.judge(sorter.endFolder().makeIterator(), mayComeAgain: steps.namesFiles, report)
      })
    try await self.judge(sorter.end(), mayComeAgain: steps.namesFiles, report)
    unmet?.enter(steps.folders, goesDeeper: scope.goesDeeper)
    try await compareUnmet(report)
  }

  /// Compares the other files of the folders with the list of checksums, and tells those that are not what they were.
  private mutating func compareUnmet(_ report: (ArchiveFinding) async throws -> Void) async throws {
    for path in journal.gone { unmet?.meet(path) }
    guard var rest = unmet, let list = judge.checksums else { return }
    let (files, journal) = (judge.files, self.journal)
    try await jobs.run(
      next: {
        while let path = try rest.next() { if !journal.isTold(path) { return path } }
        return nil
      },
      work: { try list.comparison(of: $0, in: files, isToBeAdded: false) },
      deliver: { checksum in
        guard let checksum else { return }
        guard checksum.isProblem || checksum.state == .moved else {
          verdict.checksums?.add(checksum)
          return
        }
        let why = list.problem(checksum)
        var finding = ArchiveFinding(
          checksum.isProblem ? .broken(checksum.path, why: why) : .passedOver(checksum.path, why: why), message: why)
        finding.checksums = [checksum]
        try await tell(finding, report)
      })
    verdict.checksums?.elsewhere = rest.elsewhere
  }

  private static func outcome(of step: ArchiveSteps.Step, _ judge: ArchiveJudge) throws -> Outcome {
    switch step {
    case .unit(let unit): return Outcome(findings: [try judge.finding(unit)])
    case .misnamedFolder(let path): return Outcome(findings: [try judge.finding(.folder(path))])
    case .folderEnd: return Outcome(endsFolder: true)
    case .group(let group):
      let reading = group.reading(of: judge.files)
      return Outcome(
        findings: try reading.settled.map { try judge.finding($0.unit, $0.files) }, waiting: reading.waiting,
        otherCount: reading.otherCount)
    }
  }

  /// Judges and tells units; of those whose files `mayComeAgain`, only what is new.
  mutating func judge(
    _ units: some IteratorProtocol<ArchiveUnit>, mayComeAgain: Bool,
    _ report: (ArchiveFinding) async throws -> Void
  ) async throws {
    var rest = units
    let judge = self.judge
    try await jobs.run(
      next: { rest.next() }, work: { try judge.finding($0) },
      deliver: { finding in try await tellOnce(finding, mayComeAgain, report) })
  }

  /// Tells a finding, unless it was told of all its files already.
  private mutating func tellOnce(
    _ finding: ArchiveFinding, _ mayComeAgain: Bool, _ report: (ArchiveFinding) async throws -> Void
  ) async throws {
    if mayComeAgain {
      let isNew = finding.unit.paths.filter { told.note($0) }.isEmpty == false
      guard isNew else { return }
    }
    try await tell(finding, report)
  }

  private mutating func tell(
    _ finding: ArchiveFinding, _ report: (ArchiveFinding) async throws -> Void
  ) async throws {
    for checksum in finding.checksums {
      unmet?.meet(checksum.path)
      if let other = checksum.other, checksum.isMoved { unmet?.meet(other) }
    }
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
