import ByteCoding
import FileStorage
import MediaCore
import StillCoding

/// Brings together what lies in folders, and writes all of it anew, or gives pairs their names where they lie.
struct PairingJob {
  private let library: LivePhotoFiles
  private let request: PairingRequest
  private let disk: any FileTree
  private let meter: ProgressMeter
  private let journal: PairingJournal?
  private let isKnown: (([FileVersion]) -> Bool)?
  /// Tells whether files need not be written, as they are where they would go.
  var isStored: (@Sendable ([String]) throws -> Bool)?
  private let tell: (PairingFinding) -> Void
  private let jobs: OrderedJobs
  private var targets: PairingTargets
  private var report = PairingReport()

  init(
    _ library: LivePhotoFiles, _ request: PairingRequest, on disk: any FileTree, _ journal: PairingJournal?,
    _ isKnown: (([FileVersion]) -> Bool)?, _ meter: ProgressMeter, tell: @escaping (PairingFinding) -> Void
  ) throws(LivePhotoError) {
    (self.library, self.request, self.disk) = (library, request, disk)
    (self.journal, self.isKnown, self.meter, self.tell) = (journal, isKnown, meter, tell)
    jobs = OrderedJobs(request.jobs)
    targets = try PairingTargets(request)
    try checkFolders()
  }

  /// Makes sure that there is something to read, and nothing where the result goes that an earlier run has not written.
  private func checkFolders() throws(LivePhotoError) {
    for folder in request.folders {
      let names = try LivePhotoError.naming(folder, "It cannot be looked into.", .unreadable) {
        () throws(FileStoreError) in try library.source.names(in: folder)
      }
      if folder == request.folders.first, names.isEmpty, request.folders.count == 1 {
        throw LivePhotoError(.unreadable, context: folder, message: "There is nothing in this folder.")
      }
    }
    guard let output = request.output, journal?.hasBegun != true, library.source.exists(output) else { return }
    // What is no folder, or cannot be looked into, is not empty either.
    guard let names = try? library.source.names(in: output), names.isEmpty else {
      throw LivePhotoError(
        .unwritable, context: output,
        message:
          "There is something in it already, and it was left as it is. Name a new or an empty folder by --output.")
    }
  }

  mutating func run() async throws -> PairingReport {
    let facts = try await gather()
    try journal?.begin(facts.map { (targets.unit(of: $0.path), $0.size) })
    let decisions = try await PairMatcher.decisions(for: facts, witness: FileWitness(library.source), jobs: jobs) {
      try meter.report(0.2 + 0.3 * $0)
    }
    let named = targets.tasks(for: decisions)
    let tasks = request.isForLibrary ? EditedForms.ordered(named) : named
    let known = knownTasks(among: tasks)
    var numbers = tasks.indices.makeIterator()
    let hand = PairingHand(
      library: library, writes: request.output != nil, isInPlace: request.isInPlace,
      mendsIdentifiedPairs: request.mendsIdentifiedPairs, isForLibrary: request.isForLibrary, meter: meter)
    try await jobs.run {
      while let number = numbers.next() {
        let task = tasks[number]
        guard
          known.contains(number)
            || journal?.isDone(targets.unit(of: task.paths[0]), task.names.map(targets.written)) == true
        else { return number }
        report.doneBefore += 1
      }
      return nil
    } work: { [isStored] number in
      let task = tasks[number]
      // Edited forms go along with their originals.
      let hasForms = task.editOf != nil || number + 1 < tasks.count && tasks[number + 1].editOf != nil
      if !hasForms, try isStored?(task.paths) == true { return (number, hand.leaveStored(task)) }
      return (number, try await hand.carryOut(task))
    } deliver: { number, deed in
      try meter.report(0.5 + 0.5 * Double(number) / Double(tasks.count))
      try finish(tasks[number], deed, hand)
    }
    meter.finish()
    return report
  }

  /// The tasks of which nothing need be read again: an original's with those of its edited forms, or none of them.
  private func knownTasks(among tasks: [PairingTask]) -> Set<Int> {
    guard let isKnown else { return [] }
    var known: Set<Int> = []
    var begin = tasks.startIndex
    while begin < tasks.endIndex {
      let end = tasks[(begin + 1)...].firstIndex { $0.editOf == nil } ?? tasks.endIndex
      let files = tasks[begin..<end].flatMap(\.decision.files)
      let versions = files.compactMap(\.version)
      if versions.count == files.count, isKnown(versions) { known.formUnion(begin..<end) }
      begin = end
    }
    return known
  }

  private mutating func count(_ finding: PairingFinding) {
    report.counts[finding.outcome, default: 0] += 1
    tell(finding)
  }

  private mutating func note(
    _ outcome: PairingFinding.Outcome, _ path: String, _ reason: String, isSkipped: Bool = false
  ) {
    var finding = PairingFinding(outcome: outcome, files: [path], written: [], reason: reason, changes: [])
    finding.isSkipped = isSkipped
    count(finding)
  }

  // MARK: Reading

  /// Returns the facts about every file; reports files that cannot be looked at.
  private mutating func gather() async throws -> [FileFacts] {
    let (source, keepsVersions) = (library.source, isKnown != nil || request.isForLibrary)
    let output = request.output.map { source.place(of: $0)?.path ?? $0 }
    // What an earlier run has written is no original. A name alone, as links are told by, is no place.
    var walk = FolderWalk(of: source, followsLinks: !request.isForLibrary) {
      output != nil && $0.utf8.contains(UInt8(ascii: "/")) && (source.place(of: $0)?.path ?? $0) == output
    }
    walk.enter(request.folders)
    var entries: [FolderWalk.Entry] = []
    var facts: [FileFacts] = []
    try await jobs.run {
      while entries.isEmpty {
        guard let folder = walk.next() else { return FolderWalk.Entry?.none }
        if let error = folder.error { note(.broken, folder.path, "this folder cannot be read: \(error.message)") }
        let placeholders = CloudPlaceholder.all(in: folder, of: source)
        for placeholder in placeholders { note(.broken, placeholder.path, placeholder.problem) }
        report.hiddenCount += folder.hiddenCount - placeholders.count
        entries = folder.entries.reversed()
      }
      return entries.popLast()
    } work: { entry -> (entry: FolderWalk.Entry, facts: FileFacts?) in
      guard case .file = entry.kind else { return (entry, nil) }
      // Before it is read: what changes meanwhile is another version.
      let version = keepsVersions ? FileVersion(of: entry.path, in: source) : nil
      var facts = FileFacts(of: entry.path, in: source)
      facts.version = version
      return (entry, facts)
    } deliver: { entry, known in
      try meter.report(0)
      if let known { facts.append(known) } else if request.isInPlace { targets.keep(entry.path) }
      switch entry.kind {
      case .file, .leaf: break
      case .known: note(.kept, entry.path, "a folder that was looked into by another path", isSkipped: true)
      case .link(let path): note(.kept, entry.path, "a link to \(path), which is kept there", isSkipped: true)
      case .unfollowed(let path):
        let goal = path.map { "to \($0), which is not followed; name that by itself" } ?? "that leads nowhere"
        note(.kept, entry.path, "a link " + goal, isSkipped: true)
      case .special: note(.broken, entry.path, "a pipe or a device, which cannot be copied", isSkipped: true)
      case .lost(let error): note(.broken, entry.path, error.message)
      }
    }
    Self.addSidecars(to: &facts)
    return facts
  }

  private static func addSidecars(to facts: inout [FileFacts]) {
    var sidecars: [String: Int] = [:]
    for (index, file) in facts.enumerated() where file.role == .sidecar {
      if let key = TakeoutNames.key(ofSidecar: file.path) { sidecars[key] = index }
    }
    guard !sidecars.isEmpty else { return }
    for index in facts.indices where facts[index].role != .sidecar {
      let keys = TakeoutNames.keys(ofMedia: facts[index].path).lazy
      guard let sidecar = keys.compactMap({ sidecars[$0] }).first else { continue }
      facts[index].sidecar = facts[sidecar].sidecar
      facts[sidecar].isBesideMedia = true
    }
  }

  // MARK: Writing

  /// Does what one decision after another leaves to do, and tells of it.
  private mutating func finish(_ task: PairingTask, _ deed: PairingDeed, _ hand: PairingHand) throws {
    var findings = deed.findings
    if let refusal = deed.refusal {
      findings = try leave(task, refusal, hand)
    } else if let pair = findings.first, pair.outcome == .pair {
      if request.isInPlace, request.renames { try disk.rename(all: task.paths, to: task.names) }
      if deed.hasChanges || task.paths.map(targets.place) != task.names { report.changedPairs += 1 }
    }
    let versions = task.decision.files.compactMap(\.version)
    for var finding in findings {
      finding.editOf = task.editOf
      finding.versions = versions.filter { finding.files.contains($0.path) }
      finding.sidecar = task.decision.files.lazy.compactMap(\.sidecar).first
      finding.isSidecar = task.decision.files[0].isBesideMedia
      count(finding)
    }
    let open = findings.first { $0.outcome == .doubt || $0.outcome == .broken }
    try journal?.append(
      targets.unit(of: task.paths[0]),
      open.map { .failed(code: 1, message: $0.reason) }
        ?? .done(files: findings.flatMap(\.written).map(targets.written)))
  }

  /// Copies two files as they are that belong together and do not become a Live Photo.
  private mutating func leave(
    _ task: PairingTask, _ refusal: PairMender.Refusal, _ hand: PairingHand
  ) throws -> [PairingFinding] {
    targets.release(task)
    let (still, movie) = (task.paths[0], task.paths[1])
    let places = (targets.free(still), targets.free(movie))
    if refusal.isMovieBroken {
      let name = FileNames.name(of: movie)
      var finding = try hand.keep(still, .kept, "a still, because its movie \(name) is broken", at: places.0)
      finding.brokenMovie = name
      return [finding, try hand.keep(movie, .broken, refusal.reason, at: places.1)]
    }
    return try [(still, movie, places.0), (movie, still, places.1)].map { file, other, place in
      let reason =
        "belongs to \(FileNames.name(of: other)) (\(task.decision.reason)), but no Live Photo can be made of them: "
        + refusal.reason
      return try hand.keep(file, .doubt, reason, at: place)
    }
  }
}
