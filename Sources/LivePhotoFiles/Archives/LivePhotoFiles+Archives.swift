import FileStorage
import MediaCore

extension LivePhotoFiles {
  /// Finds what belongs together below folders, by identifiers and then by names, and judges each unit.
  ///
  /// Findings come as soon as they are known, in the order of the way through the folders, however many jobs there are.
  /// Paths may be those of files, too. When the task is cancelled, the sum is that of what was found until then.
  /// - Parameters:
  ///   - paths: The folders and files.
  ///   - effort: How many pictures are decoded.
  ///   - jobs: How many units are judged at the same time.
  ///   - scope: Which of the folders below those paths are looked at.
  ///   - journal: What earlier runs have told, which is not looked at again, but counted.
  ///   - checksums: What all files are compared with, byte for byte; those below the folders that only it names, too.
  ///   - report: Gets each finding.
  /// - Throws: What `report` throws; ``LivePhotoError`` if the list of checksums can no longer be read.
  public func verify(
    all paths: some Sequence<String>, effort: PictureEffort = .key, jobs: Int = 1, scope: ArchiveScope = .all,
    after journal: ArchiveJournal = ArchiveJournal(), checksums: ChecksumList? = nil,
    report: (ArchiveFinding) async throws -> Void
  ) async throws -> FolderVerdict {
    var survey = ArchiveSurvey(files: source, effort: effort, jobs: jobs, after: journal, checksums: checksums)
    do { try await survey.run(paths, scope, report) } catch is CancellationError {
      survey.verdict.isPartial = true
    }
    return survey.verdict
  }

  /// The folders that ``verify(all:effort:jobs:scope:after:checksums:report:)`` looks at below some, in its order.
  /// - Throws: What `tell` throws.
  package func folders(below folders: [String], tell: (String) throws -> Void) throws {
    var walk = FolderWalk(of: source, isLeaf: PairFolder.hasName)
    walk.enter(folders)
    while let folder = walk.next() {
      if !folder.isKnown { try tell(folder.path) }
    }
  }

  /// Makes one report of several, each of some of the folders of one archive, in their order: as one run over all of
  /// them would have told it.
  ///
  /// Halves that lie in folders of different reports and carry one identifier are joined, and judged now.
  /// - Parameters:
  ///   - folderCount: How many folders the reports are to be of, if that is known.
  ///   - told: Gets each finding of a report, with its line, and an identifier that was met before.
  ///   - judged: Gets the findings about halves that were joined.
  ///   - partial: Gets what is missing, in a sentence: the ends of reports, or whole reports.
  /// - Throws: ``LivePhotoError`` for a report that is none; what `told` and `judged` throw; `CancellationError`.
  package func merge(
    _ reports: [String], effort: PictureEffort = .key, jobs: Int = 1, folderCount: Int? = nil,
    told: (ArchiveReport.Finding, RepeatedIdentifier?) throws -> Void, judged: (ArchiveFinding) async throws -> Void,
    partial: (String) -> Void
  ) async throws -> FolderVerdict {
    var survey = ArchiveSurvey(files: source, effort: effort, jobs: jobs)
    var merger = ReportMerger()
    for path in reports { try merger.add(ArchiveReport(at: path, of: source)) { try told($0, survey.note($0.record)) } }
    (survey.verdict.others, survey.verdict.hidden) = (merger.others, merger.hidden)
    survey.verdict.folders = merger.folders
    survey.verdict.pictures = merger.pictures
    let gaps = merger.gaps(of: folderCount)
    survey.verdict.isPartial = !gaps.isEmpty
    for gap in gaps { partial(gap) }
    let (joined, alone) = merger.end()
    if !joined.isEmpty { survey.verdict.pictures = merger.pictures.map { min($0, effort) } }
    try await survey.judge(joined.makeIterator(), mayComeAgain: false, judged)
    var (open, number) = (nil as ArchiveReport?, -1)
    for place in alone {
      if place.report != number {
        (open, number) = (try ArchiveReport(at: reports[place.report], of: source), place.report)
      }
      open?.skip(to: place.start)
      guard case .finding(let finding)? = try open?.next() else {
        throw LivePhotoError(
          .malformed, context: reports[place.report], message: "It was changed while it was read. Try again.")
      }
      try told(finding, survey.note(finding.record))
    }
    return survey.verdict
  }
}
