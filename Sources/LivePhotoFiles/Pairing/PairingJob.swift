import ByteCoding
import FileStorage
import MediaCore
import StillCoding

/// Brings together what lies in folders, and writes all of it anew.
struct PairingJob {
  private let library: LivePhotoFiles
  private let request: PairingRequest
  private let meter: ProgressMeter
  private let tell: (PairingFinding) -> Void
  private var targets: PairingTargets
  private var report = PairingReport()

  init(
    _ library: LivePhotoFiles, _ request: PairingRequest, _ meter: ProgressMeter,
    tell: @escaping (PairingFinding) -> Void
  ) throws(LivePhotoError) {
    (self.library, self.request, self.meter, self.tell) = (library, request, meter, tell)
    targets = try PairingTargets(request)
    try checkFolders()
  }

  /// Makes sure that there is something to read, and nothing where the result goes.
  private func checkFolders() throws(LivePhotoError) {
    for folder in request.folders {
      let names = try LivePhotoError.naming(folder, "It cannot be looked into.", .unreadable) {
        () throws(FileStoreError) in try library.source.names(in: folder)
      }
      if folder == request.folders.first, names.isEmpty, request.folders.count == 1 {
        throw LivePhotoError(.unreadable, context: folder, message: "There is nothing in this folder.")
      }
    }
    guard let output = request.output, library.store.exists(output) else { return }
    // What is no folder, or cannot be looked into, is not empty either.
    guard let names = try? library.source.names(in: output), names.isEmpty else {
      throw LivePhotoError(
        .unwritable, context: output,
        message:
          "There is something in it already, and it was left as it is. Name a new or an empty folder by --output.")
    }
  }

  mutating func run() async throws -> PairingReport {
    let facts = try gather()
    let decisions = try PairMatcher.decisions(for: facts, witness: FileWitness(library.source)) {
      try meter.report(0.2 + 0.3 * $0)
    }
    for decision in decisions where ![.pair, .motionPhoto, .copy].contains(decision.kind) {
      targets.keep(decision.files[0].path)
    }
    for (index, decision) in decisions.enumerated() {
      try meter.report(0.5 + 0.5 * Double(index) / Double(decisions.count))
      try await carryOut(decision)
    }
    meter.finish()
    return report
  }

  private mutating func note(
    _ outcome: PairingFinding.Outcome, _ files: [String], _ reason: String, written: [String] = [],
    changes: [String] = []
  ) {
    report.counts[outcome, default: 0] += 1
    tell(PairingFinding(outcome: outcome, files: files, written: written, reason: reason, changes: changes))
  }

  // MARK: Reading

  /// What is known of every file; what cannot be looked at is told.
  private mutating func gather() throws -> [FileFacts] {
    var walk = FolderWalk(of: library.source, isLeaf: { _ in false })
    walk.enter(request.folders)
    var facts: [FileFacts] = []
    while let folder = walk.next() {
      if let error = folder.error { note(.broken, [folder.path], "this folder cannot be read: \(error.message)") }
      report.hiddenCount += folder.hiddenCount
      for entry in folder.entries {
        try meter.report(0)
        switch entry.kind {
        case .file: facts.append(FileFacts(of: entry.path, in: library.source))
        case .leaf, .known: note(.kept, [entry.path], "a folder that was looked into by another path")
        case .link(let path): note(.kept, [entry.path], "a link to \(path), which is kept there")
        case .special: note(.broken, [entry.path], "a pipe or a device, which cannot be copied")
        case .lost(let error): note(.broken, [entry.path], error.message)
        }
      }
    }
    Self.addSidecars(to: &facts)
    return facts
  }

  private static func addSidecars(to facts: inout [FileFacts]) {
    var seconds: [String: Int64] = [:]
    for file in facts {
      guard case .sidecar(let time) = file.role, let key = TakeoutNames.key(ofSidecar: file.path) else { continue }
      seconds[key] = time
    }
    guard !seconds.isEmpty else { return }
    for index in facts.indices where facts[index].role == .still {
      facts[index].takenBySidecar = TakeoutNames.keys(ofMedia: facts[index].path).lazy.compactMap { seconds[$0] }.first
    }
  }

  // MARK: Writing

  private mutating func carryOut(_ decision: PairDecision) async throws {
    let paths = decision.files.map(\.path)
    switch decision.kind {
    case .copy: note(.copy, paths, decision.reason)
    case .kept: try keep(decision.files[0], .kept, decision.reason, at: targets.place(of: paths[0]))
    case .doubt: try keep(decision.files[0], .doubt, decision.reason, at: targets.place(of: paths[0]))
    case .broken: try keep(decision.files[0], .broken, decision.reason, at: targets.place(of: paths[0]))
    case .motionPhoto:
      if try !makeWhole(decision) { try await makePair(decision) }
    case .pair: try await makePair(decision)
    }
  }

  /// Copies a file as it is; one that cannot be read is told, and the others go on.
  private mutating func keep(
    _ file: FileFacts, _ outcome: PairingFinding.Outcome, _ reason: String, at place: String
  ) throws {
    do {
      let bytes = try LivePhotoError.naming(file.path, "It cannot be read.", .unreadable) {
        () throws(FileStoreError) in try library.source.open(file.path)
      }
      let part = PairOutput.Part(
        role: .still, path: place, rope: ByteRope(bytes), modified: bytes.modificationNanoseconds)
      try write([part])
      note(outcome, [file.path], reason, written: [place])
    } catch let error as LivePhotoError where error.code == .unreadable {
      note(.broken, [file.path], "it cannot be copied: \(error.text(behind: file.path))")
    }
  }

  private mutating func makePair(_ decision: PairDecision) async throws {
    let paths = decision.files.map(\.path)
    let names = targets.free(pair: decision.files[0])
    do {
      let result = try await PairMender(decision, names: names, source: library.source)
        .result(withOwnIdentifier: decision.needsOwnIdentifier)
      try write(result.parts)
      var changes = result.changes
      if decision.needsOwnIdentifier {
        changes.insert("an identifier of its own, as another pair has the one that it had", at: 0)
      }
      let isRenamed = paths.map(targets.place) != [names.still, names.movie]
      if !changes.isEmpty || isRenamed { report.changedPairs += 1 }
      note(.pair, paths, decision.reason, written: [names.still, names.movie], changes: changes)
    } catch let error as LivePhotoError where error.code == .unreadable {
      targets.release([names.still, names.movie])
      try leave(decision, PairMender.Refusal(reason: "\(error)", isMovieBroken: false))
    } catch let refusal as PairMender.Refusal {
      targets.release([names.still, names.movie])
      try leave(decision, refusal)
    }
  }

  /// Copies two files as they are that belong together and do not become a Live Photo.
  private mutating func leave(_ decision: PairDecision, _ refusal: PairMender.Refusal) throws {
    let (still, movie) = (decision.files[0], decision.files[1])
    let places = (targets.free(still.path), targets.free(movie.path))
    if refusal.isMovieBroken {
      let reason = "a still, because its movie \(FileNames.name(of: movie.path)) is broken"
      try keep(still, .kept, reason, at: places.0)
      try keep(movie, .broken, refusal.reason, at: places.1)
      return
    }
    for (file, other, place) in [(still, movie, places.0), (movie, still, places.1)] {
      let reason =
        "belongs to \(FileNames.name(of: other.path)) (\(decision.reason)), but no Live Photo can be made of them: "
        + refusal.reason
      try keep(file, .doubt, reason, at: place)
    }
  }

  /// Puts a video behind the still that it was torn out of: the phone's own file again, byte for byte. `false` if that
  /// is no Motion Photo.
  private mutating func makeWhole(_ decision: PairDecision) throws -> Bool {
    let paths = decision.files.map(\.path)
    // What can no longer be read is told when it is tried as a pair.
    guard let still = try? InputFile(paths[0], of: library.source),
      let movie = try? InputFile(paths[1], of: library.source)
    else { return false }
    var rope = ByteRope(still.bytes)
    rope.append(ByteRope(movie.bytes))
    // What is found is no Motion Photo says why by itself: the two become a Live Photo.
    let motion = try? LivePhotoFiles.still(RopeBytes(rope, name: paths[0])).motionPhoto
    guard motion?.videoRange == still.bytes.count..<rope.count else { return false }
    let place = targets.free(paths[0])
    try write([.init(role: .motionPhoto, path: place, rope: rope, modified: still.modified)])
    note(.motionPhoto, paths, decision.reason, written: [place])
    return true
  }

  private func write(_ parts: [PairOutput.Part]) throws {
    guard request.output != nil else { return }
    _ = try PairOutput(library.store).write(parts, meter: meter, from: 0, to: 0)
  }
}
