import TestSupport

@testable import LivePhotoFiles

/// What comes of an archive: every finding, and the sum.
struct Survey {
  private(set) var findings: [ArchiveFinding] = []
  private(set) var verdict = FolderVerdict()

  init(
    _ paths: [String], _ library: LivePhotoFiles = LivePhotoFiles(), effort: PictureEffort = .key, jobs: Int = 2
  ) async throws {
    var findings: [ArchiveFinding] = []
    verdict = try await library.verify(all: paths, effort: effort, jobs: jobs) { findings.append($0) }
    self.findings = findings
  }

  /// The paths of the units that are good, or of those that are broken or passed over, whatever they were taken for.
  func paths(_ kind: ArchiveUnit.Kind) -> [String] {
    findings.filter { finding in
      switch finding.status {
      case .broken: kind == .broken
      case .passedOver: kind == .passedOver
      case .good, .noLivePhoto, .misnamed: finding.unit.kind == kind
      }
    }.map(\.unit.path)
  }

  /// The lines about a path.
  func lines(about path: String) -> String {
    findings.filter { $0.unit.path == path }.flatMap { [$0.line, $0.repeated?.line ?? ""] }.joined(separator: "\n")
  }
}
