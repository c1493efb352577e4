import ArgumentParser
import FileStorage
import LivePhotoFiles
import MediaCore
import SystemCalls

/// A command's work on all that folders and lists hold: several at once, told one by one in the order in which they
/// were found, and written down in a journal if there is one.
struct BatchRun: Sendable {
  /// The work of a command on one unit. It gets the folder for the files that it writes.
  typealias Work = @Sendable (LivePhotoFiles, ArchiveUnit, _ output: String) async throws -> BatchOutcome

  private let files: [String]
  private let list: String?
  private let isNullTerminated: Bool
  private let jobs: Int
  private let journal: String?
  private let output: String?
  private let asJSON: Bool
  private let subject: BatchJournal.Subject

  /// Creates the work of a command on what `files` and `options` name. What is not written to `output` goes beside its
  /// original, or nothing is written.
  init<Command: ParsableCommand>(
    _ command: Command, _ files: [String], _ options: BatchOptions, output: String? = nil, asJSON: Bool
  ) {
    (self.files, self.output, self.asJSON) = (files, output, asJSON)
    (list, isNullTerminated, journal) = (options.filesFrom, options.null, options.resume)
    jobs = options.jobCount
    // What is worked on, and how many at once, makes no difference to what is made of each.
    let others: Set = ["_files", "_batch", "_json", "_output"]
    let settings = Mirror(reflecting: command).children.compactMap { child -> (Substring, String)? in
      guard let label = child.label, !others.contains(label) else { return nil }
      let text = "\(child.value)"
      return (label.dropFirst(), text.hasPrefix("Optional(") ? String(text.dropFirst(9).dropLast()) : text)
    }
    subject = BatchJournal.Subject(
      command: Command.configuration.commandName ?? "",
      options: settings.filter { $0.1 != "nil" && $0.1 != "false" }.map { "\($0.0)=\($0.1)" }
        + (output.map { ["output=" + Self.absolute($0)] } ?? []))
  }

  /// Works on each unit.
  /// - Throws: `ExitCode`, unless all was done.
  func run(on kind: BatchUnits.Kind = .photos, _ work: @escaping Work) async throws {
    let journal = try journal.map { path throws(ExitCode) in try BatchJournalFile(path, of: subject) }
    let folders = files.filter(BatchOptions.isFolder)
    // Of files of one folder nobody expects that folder, and those above it, below the output.
    let places = Set(files.map(Folder.containing))
    let roots = list == nil && folders.isEmpty && places.count == 1 ? Array(places) : folders
    let desk = BatchDesk(
      LivePhotoFiles(store: journal == nil ? DiskFiles() : RepeatedFiles()), journal,
      output: output.map { MirroredFolders(below: $0, of: roots) }, innerOutput: innerOutput, work)
    let bar = BatchBar(subject.command, counting: list == nil ? folders : [])
    let sum = await FileOperation.untilInterrupted {
      var sum = BatchSum()
      do {
        try await workOn(kind, desk, journal, &sum, bar)
      } catch {
        sum.failure = error
      }
      return sum
    }
    bar.end()
    try sum.end(subject.command, asJSON: asJSON)
  }

  private func workOn(
    _ kind: BatchUnits.Kind, _ desk: BatchDesk, _ journal: BatchJournalFile?, _ sum: inout BatchSum, _ bar: BatchBar
  ) async throws {
    let paths = try BatchPaths(files, list: list, nullTerminated: isNullTerminated)
    var units = BatchUnits(kind, of: paths)
    var isCut = false
    try await OrderedJobs(jobs).run {
      try journal?.check()
      isCut = Task.isCancelled
      // Who only tells has nothing to do any more once nobody reads.
      return isCut || kind == .files && Terminal.outputError != nil ? nil : units.next()
    } work: { unit in
      (unit, await desk.outcome(of: unit))
    } deliver: { unit, outcome in
      bar.clear()
      sum.tell(unit, outcome, desk, asJSON: asJSON)
      bar.show(sum.fileCount, failed: sum.failed)
    }
    sum.otherCount = units.otherCount
    if isCut { sum.isEnded = true }
    try journal?.check()
    if let failure = paths.failure { throw failure }
  }

  /// The real path of the output, whether it exists yet or not; `nil` without an output or named files, and when one of
  /// these lies there, since the folder holds originals then.
  private var innerOutput: String? {
    guard !files.isEmpty, let output = output.map(Self.place) else { return nil }
    return files.contains { Self.isInside(Self.place($0), output) } ? nil : output
  }

  /// Tells whether a place is a folder, or lies in it at any depth.
  static func isInside(_ place: String, _ folder: String) -> Bool {
    (place + "/").utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
  }

  /// Returns the place that a path leads to, links followed, whether anything exists there yet or not.
  static func place(_ path: String) -> String {
    let path = absolute(path)
    if path.isEmpty { return "/" }
    if let place = Folder.resolved(path) { return place }
    let folder = place(Folder.containing(path))
    return (folder == "/" ? "" : folder) + "/" + Folder.name(of: path)
  }

  /// A path from the root on, which tells files apart wherever the command is run.
  static func absolute(_ path: String) -> String {
    let isWhole = path.utf8.first == UInt8(ascii: "/")
    let names = path.unicodeScalars.split(separator: "/").map { String($0) }.filter { $0 != "." }
    return ([isWhole || currentFolder == "/" ? "" : currentFolder] + names).joined(separator: "/")
  }

  private static let currentFolder = Folder.resolved(".") ?? "."
}
