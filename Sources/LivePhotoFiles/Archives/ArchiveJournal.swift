import MediaCore
import SystemCalls

/// A record of what earlier runs over an archive have told, so that a later one goes on behind it.
///
/// It is the report that they wrote, a line for each finding, with a line before them that says of what it is. A
/// process that is killed leaves at most one line without its end.
public struct ArchiveJournal: Sendable {
  /// The settings that a journal belongs to, such as the paths and how many pictures are decoded; `nil` while nothing
  /// is written.
  package private(set) var subject: [String]?
  /// The length of the journal's complete lines, in bytes.
  package private(set) var length = 0
  /// The number of units that the journal reports.
  package private(set) var count = 0
  /// The number of files in the reported units.
  package var fileCount: Int { files.count }
  /// The verdict on all reported units together.
  private(set) var verdict = FolderVerdict()
  private(set) var carriers = IdentifierCarriers()
  /// The lines that a list of checksums gets for the reported units.
  package private(set) var additions = ChecksumAdditions()
  /// The files that are gone, and whose bytes others have that were told: as the list of checksums names them.
  private(set) var gone: [String] = []
  /// The files that were told, as numbers: an archive has very many.
  private var files: Set<Int> = []

  /// A journal in which nothing is written.
  public init() {}

  /// Reads a journal.
  /// - Throws: ``LivePhotoError`` with `.malformed` for what is none, and with `.unreadable`.
  package init(_ report: ArchiveReport) throws(LivePhotoError) {
    var report = report
    while let entry = try report.next() {
      length = report.position
      switch entry {
      case .begin(let begin): subject = begin.subject
      case .finding(let finding):
        guard subject != nil else { throw report.malformed("is no journal: it does not say of what") }
        count += 1
        verdict.add(finding.record)
        additions.add(finding.record.checksums ?? [])
        if carriers.note(finding.record) != nil { verdict.repeated += 1 }
        for path in finding.record.paths { files.insert(ToldFiles.number(of: path)) }
        gone += (finding.record.checksums ?? []).filter(\.isMoved).compactMap(\.other)
      case .repeated, .sum: break
      }
    }
    // The process may have been killed while it wrote the very first line.
    guard subject != nil || length == 0 && report.endsInBegin else {
      throw report.malformed("is no journal, and was left as it is")
    }
  }

  /// Returns the part of a step that is not reported yet; `nil` if there is none.
  func rest(of step: ArchiveSteps.Step) -> ArchiveSteps.Step? {
    guard !files.isEmpty else { return step }
    switch step {
    case .folderEnd: return step
    case .unit(let unit): return isTold(unit.path) ? nil : step
    case .misnamedFolder(let path): return isTold(path) ? nil : step
    case .group(let group): return group.removing(isTold).map { .group($0) }
    }
  }

  /// Tells whether a file was told of, by the path that it was told of by.
  func isTold(_ path: String) -> Bool { files.contains(ToldFiles.number(of: path)) }
}
