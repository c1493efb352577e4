import FileStorage
import MediaCore

extension LivePhotoFiles {
  /// Finds what belongs together below folders, by identifiers and then by names, and judges each unit.
  ///
  /// Findings come as soon as they are known, in the order of the way through the folders, however many jobs there are.
  /// Paths may be those of files, too. When the task is cancelled, the sum is that of what was found until then.
  /// - Parameters:
  ///   - effort: How many pictures are decoded.
  ///   - jobs: How many units are judged at the same time.
  ///   - report: Gets each finding.
  /// - Throws: What `report` throws.
  public func verify(
    all paths: some Sequence<String>, effort: PictureEffort = .key, jobs: Int = 1,
    report: (ArchiveFinding) async throws -> Void
  ) async throws -> FolderVerdict {
    var survey = ArchiveSurvey(paths, files: source, effort: effort, jobs: jobs)
    do { try await survey.run(report) } catch is CancellationError { survey.verdict.isPartial = true }
    return survey.verdict
  }
}

/// The way through an archive, with what has come of it so far.
private struct ArchiveSurvey {
  private(set) var steps: ArchiveSteps
  private let judge: ArchiveJudge
  private let jobs: OrderedJobs
  private var sorter = UnitSorter()
  private var carriers = IdentifierCarriers()
  var verdict = FolderVerdict()

  private struct Outcome: Sendable {
    var findings: [ArchiveFinding] = []
    var waiting: [PairFinder.Candidate] = []
    var otherCount = 0
    var endsFolder = false
  }

  init(_ paths: some Sequence<String>, files: any FileSource, effort: PictureEffort, jobs: Int) {
    steps = ArchiveSteps(paths, of: files)
    judge = ArchiveJudge(files: files, effort: effort)
    self.jobs = OrderedJobs(jobs)
  }

  mutating func run(_ report: (ArchiveFinding) async throws -> Void) async throws {
    try await walk(report)
    try await tell(sorter.end(), report)
  }

  private mutating func walk(_ report: (ArchiveFinding) async throws -> Void) async throws {
    // Two parts of this are at work at the same time: the way, and what has come of it.
    var steps = self.steps
    defer {
      verdict.others += steps.otherCount
      verdict.hidden += steps.hiddenCount
    }
    let judge = self.judge
    try await jobs.run(
      next: {
        try Task.checkCancellation()
        return steps.next()
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

  private mutating func tell(
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
    for identifier in finding.identifiers.sorted() {
      guard let folder = carriers.note(identifier, of: finding.unit.path) else { continue }
      finding.repeated = finding.repeated ?? (identifier, folder)
    }
    verdict.add(finding)
    try await report(finding)
  }
}

/// Which identifiers were met, each as a number, and in which folder first.
private struct IdentifierCarriers {
  private var folders: [String] = []
  private var firstFolder: [Int: UInt32] = [:]

  /// Notes that a unit carries an identifier; returns the folder of another one that does.
  mutating func note(_ identifier: String, of path: String) -> String? {
    let folder = FileNames.folder(of: path)
    if let known = firstFolder[identifier.hashValue] { return folders[Int(known)] }
    if folders.last != folder { folders.append(folder) }
    firstFolder[identifier.hashValue] = UInt32(clamping: folders.count - 1)
    return nil
  }
}
