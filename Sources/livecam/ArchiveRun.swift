import ArgumentParser
import FileStorage
import LivePhotoFiles
import MediaCore

/// The look at whole archives: each finding is told when it comes, and all are summed up in the end.
struct ArchiveRun: Sendable {
  let effort: PictureEffort
  let jobs: Int
  let asJSON: Bool
  private let terminal = Terminal()

  init(effort: PictureEffort, jobs: Int, asJSON: Bool) {
    (self.effort, self.jobs, self.asJSON) = (effort, jobs, asJSON)
  }

  /// Judges what lies in folders and lists, or in those folders of a `lot` alone.
  /// - Throws: `ExitCode`.
  func judge(_ files: [String], _ options: BatchOptions, lot: String?, checksums path: String?) async throws -> Bool {
    // Before there is a journal, so that a lot that cannot be read leaves none behind.
    let scope = try ExitReason.reporting {
      try lot.map { .folders(try Self.folders(of: $0, below: files, nullTerminated: options.null)) } ?? ArchiveScope.all
    }
    let checksums = try ExitReason.reporting { try path.map { try ChecksumFile($0) } }
    let journal = try journal(of: files, options, scope, checksums: path)
    if let additions = journal?.before.additions { try ExitReason.reporting { try checksums?.add(additions) } }
    if let count = journal?.before.count, count > 0 {
      Terminal.complain("livecam: \(count) photos are passed over that the journal tells of")
    }
    // How much a list or a lot holds is not known.
    let isCounted = lot == nil && options.filesFrom == nil
    let bar = BatchBar("verify", counting: isCounted ? files.filter(BatchOptions.isFolder) : [])
    defer { bar.end() }
    let verdict = try await FileOperation.run("verify", files, writes: false) { [self] library, files, _ in
      let paths = try BatchPaths(files, list: options.filesFrom, nullTerminated: options.null)
      var (fileCount, failed) = (journal?.before.fileCount ?? 0, 0)
      let verdict = try await library.verify(
        all: paths, effort: effort, jobs: jobs, scope: scope, after: journal?.before ?? ArchiveJournal(),
        checksums: checksums?.list
      ) { finding in
        bar.clear()
        tell(finding)
        checksums?.add(finding.checksums)
        journal?.append(finding)
        try journal?.check()
        fileCount += finding.unit.paths.count
        if finding.status != .good && finding.status != .passedOver { failed += 1 }
        bar.show(fileCount, failed: failed)
      }
      // A list that broke off is not all that was to be looked at.
      if let failure = paths.failure, !verdict.isPartial { throw failure }
      try checksums?.save()
      journal?.append(verdict)
      try journal?.check()
      return verdict
    }
    bar.end()
    let isGood = end(verdict)
    if let path, let counts = verdict.checksums, counts.elsewhere > 0, counts.compared + counts.missing == 0 {
      Terminal.complain(
        "livecam: \(path) has checksums of \(counts.elsewhere) files, none of them in what was named. Names in it are "
          + "seen from the folder where the command runs: run it where the list was begun, or name whole paths.")
    }
    if verdict.isPartial { throw ExitReason.interrupted.exitCode }
    return isGood
  }

  /// The journal of a run that has one.
  /// - Throws: `ExitCode`.
  private func journal(
    of files: [String], _ options: BatchOptions, _ scope: ArchiveScope, checksums: String?
  ) throws(ExitCode) -> ArchiveJournalFile? {
    guard let path = options.resume else { return nil }
    let list = checksums.map { ["checksums=\(BatchRun.absolute($0))"] } ?? []
    return try ArchiveJournalFile(
      path, of: ["verify", "pictures=\(effort.rawValue)"] + list + files.map(Self.named) + scope.subject)
  }

  /// Makes one report of several, which together are of all folders of a list, if there is one.
  /// - Throws: `ExitCode`.
  func merge(_ reports: [String], _ options: BatchOptions, folders list: String?) async throws -> Bool {
    let verdict = try await FileOperation.run("verify", reports, writes: false) { [self] library, reports, _ in
      let folderCount = try list.map { try Self.count(of: $0, nullTerminated: options.null) }
      return try await library.merge(reports, effort: effort, jobs: jobs, folderCount: folderCount) {
        finding, repeated in
        terminal.line(asJSON ? finding.line : finding.record.line)
        tell(repeated)
      } judged: {
        tell($0)
      } partial: {
        Terminal.complain("livecam: \($0)")
      }
    }
    return end(verdict)
  }

  private func tell(_ finding: ArchiveFinding) {
    terminal.show(finding, [finding.line], asJSON: asJSON)
    tell(finding.repeated)
  }

  private func tell(_ repeated: RepeatedIdentifier?) {
    if let repeated { terminal.show(repeated, [repeated.line], asJSON: asJSON) }
  }

  /// A path as it was given, which findings begin with, and from the root on.
  private static func named(_ path: String) -> String {
    let whole = BatchRun.absolute(path)
    return whole == path ? path : "\(path) (\(whole))"
  }

  private func end(_ verdict: FolderVerdict) -> Bool {
    terminal.show(verdict, verdict.lines, asJSON: asJSON)
    if verdict.hasNothing, verdict.broken == 0 {
      Terminal.complain("livecam: there is no Live Photo in what was named")
    }
    return verdict.isGood
  }

  /// Prints the folders that there are below some.
  /// - Throws: `ExitCode`.
  static func list(_ folders: [String], nullTerminated: Bool) throws {
    let terminal = Terminal()
    try ExitReason.reporting {
      try LivePhotoFiles().folders(below: folders) { path in
        guard !nullTerminated else { return terminal.line(path, end: "\0", isExact: true) }
        guard !path.utf8.contains(UInt8(ascii: "\n")) else {
          throw LivePhotoError(
            .unsupported, context: path, message: "There is a line end in the name of this folder. Say --null, too.")
        }
        terminal.line(path, isExact: true)
      }
    }
  }

  private static func count(of list: String, nullTerminated: Bool) throws -> Int {
    let paths = try BatchPaths([], list: list, nullTerminated: nullTerminated)
    let count = paths.reduce(0) { count, _ in count + 1 }
    if let failure = paths.failure { throw failure }
    return count
  }

  private static func folders(of list: String, below roots: [String], nullTerminated: Bool) throws -> [String] {
    let paths = try BatchPaths([], list: list, nullTerminated: nullTerminated)
    let folders = Array(paths)
    if let failure = paths.failure { throw failure }
    for folder in folders {
      let isBelow = roots.contains { root in
        let next = folder.utf8.dropFirst(root.utf8.count).first
        return folder.utf8.starts(with: root.utf8) && (root.hasSuffix("/") || [nil, UInt8(ascii: "/")].contains(next))
      }
      guard isBelow else {
        throw LivePhotoError(
          .invalidSetting, context: list,
          message: "'\(folder)' is none of the folders below \(roots.joined(separator: " and ")), as --list-folders "
            + "prints them. Name folders by the same paths.")
      }
    }
    return folders
  }
}

/// The journal of a look at an archive: the report so far.
private final class ArchiveJournalFile: Sendable {
  let before: ArchiveJournal
  private let file: JournalFile

  init(_ path: String, of subject: [String]) throws(ExitCode) {
    var before = ArchiveJournal()
    file = try JournalFile(path) { bytes in
      before = try ArchiveJournal(ArchiveReport(bytes))
      try JournalFile.compare(before.subject?.joined(separator: " "), subject.joined(separator: " "), path)
      return (before.length, before.subject == nil ? Self.line(ArchiveReport.Begin(subject: subject)) : nil)
    }
    self.before = before
  }

  private static func line(_ value: some Encodable) -> [UInt8] { Array((JSONText.text(value) + "\n").utf8) }

  /// Writes a line. Many come in a second: a machine that fails may lose the last ones, and they are found again.
  func append(_ value: some Encodable) { file.append(Self.line(value), lasts: false) }

  func check() throws { try file.check() }
}
