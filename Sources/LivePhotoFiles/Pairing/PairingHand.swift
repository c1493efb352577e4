import ByteCoding
import FileStorage
import MediaCore

/// A decision, and the names of the files that it gives.
struct PairingTask: Sendable {
  var decision: PairDecision
  let names: [String]
  /// The first file of what this is an edited form of; `nil` for what stands for itself.
  var editOf: String?

  /// The files that were given.
  var paths: [String] { decision.files.map(\.path) }
}

/// The result of carrying out a decision about files.
struct PairingDeed: Sendable {
  var findings: [PairingFinding] = []
  /// Indicates whether a pair had to be changed.
  var hasChanges = false
  /// The reason why two files that belong together do not become a Live Photo. Nothing is written of them yet.
  var refusal: PairMender.Refusal?
}

/// Carries decisions out, one or several at once.
struct PairingHand: Sendable {
  let library: LivePhotoFiles
  /// Indicates whether files are written.
  let writes: Bool
  /// Indicates whether only the pairs that need no change are wanted, and nothing is said to be written of others.
  let isInPlace: Bool
  /// Indicates whether pairs of one identifier are looked at.
  let mendsIdentifiedPairs: Bool
  let isForLibrary: Bool
  let meter: ProgressMeter

  /// Writes what a decision gives.
  /// - Throws: ``LivePhotoError`` with `.unwritable`; `CancellationError`.
  func carryOut(_ task: PairingTask) async throws -> PairingDeed {
    let decision = task.decision
    switch decision.kind {
    case .copy where task.names.isEmpty:
      let reason = decision.original.map { "the same bytes as \($0) and its movie, which are written once" }
      return deed(.copy, task, reason, written: [])
    case .kept:
      // A library keeps the still.
      let damage = isForLibrary ? nil : try motionPhotoDamage(decision.files[0])
      var finding = try keep(
        task.paths[0], damage == nil ? .kept : .broken, damage ?? decision.reason, at: task.names[0])
      finding.brokenMovie = decision.brokenMovie
      return PairingDeed(findings: [finding])
    case .doubt: return PairingDeed(findings: [try keep(task.paths[0], .doubt, decision.reason, at: task.names[0])])
    case .broken: return PairingDeed(findings: [try keep(task.paths[0], .broken, decision.reason, at: task.names[0])])
    case .motionPhoto where isInPlace:
      return stays(task, "pair --output would put them together to the phone's own file again")
    case .motionPhoto, .pair, .copy:
      do {
        return try await decision.kind == .motionPhoto ? makeWhole(task) : makePair(task)
      } catch let error as LivePhotoError where error.code == .unreadable {
        return PairingDeed(refusal: PairMender.Refusal(reason: "\(error)", isMovieBroken: false))
      } catch let refusal as PairMender.Refusal {
        return PairingDeed(refusal: refusal)
      }
    }
  }

  /// Returns what `verify` finds broken in a Motion Photo, which is kept as it is; `nil` for a good one, and for other
  /// files.
  private func motionPhotoDamage(_ file: FileFacts) throws -> String? {
    guard file.innerVideo != nil else { return nil }
    let finding = try ArchiveJudge(files: library.source, effort: .key).finding(.motionPhoto(file.path))
    guard finding.status == .broken else { return nil }
    let failures = finding.results.filter { $0.status == .failure }.map { "\($0.rule.rawValue): \($0.found)" }
    return (["a Motion Photo that is broken"] + (finding.message.map { [$0] } ?? []) + failures)
      .joined(separator: "; ")
  }

  private func deed(
    _ outcome: PairingFinding.Outcome, _ task: PairingTask, _ reason: String? = nil, written: [String],
    changes: [String] = []
  ) -> PairingDeed {
    PairingDeed(
      findings: [
        PairingFinding(
          outcome: outcome, files: task.paths, written: written, reason: reason ?? task.decision.reason,
          changes: changes)
      ], hasChanges: !changes.isEmpty)
  }

  private func stays(_ task: PairingTask, _ why: String, changes: [String] = []) -> PairingDeed {
    PairingDeed(findings: [
      PairingFinding(
        outcome: .kept, files: task.paths, written: [],
        reason: "they belong together (\(task.decision.reason)), and stay as they are: \(why)", changes: changes)
    ])
  }

  /// Leaves out what is stored already.
  func leaveStored(_ task: PairingTask) -> PairingDeed {
    var finding = PairingFinding(
      outcome: .copy, files: task.paths, written: [], reason: task.decision.reason, changes: [])
    finding.isStored = true
    return PairingDeed(findings: [finding])
  }

  /// Copies a file as it is; one that cannot be read is told.
  func keep(
    _ path: String, _ outcome: PairingFinding.Outcome, _ reason: String, at place: String
  ) throws -> PairingFinding {
    guard !isInPlace else {
      return PairingFinding(outcome: outcome, files: [path], written: [], reason: reason, changes: [])
    }
    do {
      let bytes = try LivePhotoError.naming(path, "It cannot be read.", .unreadable) {
        () throws(FileStoreError) in try library.source.open(path)
      }
      let part = PairOutput.Part(
        role: .still, path: place, rope: ByteRope(bytes), modified: bytes.modificationNanoseconds)
      try write([part])
      return PairingFinding(outcome: outcome, files: [path], written: [place], reason: reason, changes: [])
    } catch let error as LivePhotoError where error.code == .unreadable {
      return PairingFinding(
        outcome: .broken, files: [path], written: [], reason: "it cannot be copied: \(error.text(behind: path))",
        changes: [])
    }
  }

  private func makePair(_ task: PairingTask) async throws -> PairingDeed {
    // An edited form that stays with its original may have the original's identifier.
    let needsIdentifier = task.decision.needsOwnIdentifier && task.editOf == nil
    if !mendsIdentifiedPairs, !needsIdentifier, task.decision.hasOneIdentifier { return try copyPair(task) }
    let result = try await PairMender(task.decision, names: (task.names[0], task.names[1]), source: library.source)
      .result(withOwnIdentifier: needsIdentifier)
    let changes =
      (needsIdentifier ? ["an identifier of its own, as another pair has the one that it had"] : []) + result.changes
    if isInPlace {
      if !changes.isEmpty { return stays(task, "pair --output would change them", changes: changes) }
      if task.decision.areApart { return stays(task, "pair --output would put them into one folder") }
    } else {
      try write(result.parts)
    }
    return deed(.pair, task, written: task.names, changes: changes)
  }

  /// Writes a pair as it is.
  private func copyPair(_ task: PairingTask) throws -> PairingDeed {
    let parts = try zip(task.paths, task.names).map { path, name throws(LivePhotoError) in
      let input = try InputFile(path, of: library.source)
      return PairOutput.Part(
        role: path == task.paths[0] ? .still : .movie, path: name, rope: ByteRope(input.bytes), modified: input.modified
      )
    }
    try write(parts)
    return deed(.pair, task, written: task.names)
  }

  /// Puts a video behind the still that it was torn out of: the phone's own file again, byte for byte.
  private func makeWhole(_ task: PairingTask) throws -> PairingDeed {
    let halves = try task.paths.map { path throws(LivePhotoError) in try InputFile(path, of: library.source) }
    let rope = ByteRope.joining(halves[0], halves[1])
    try write([.init(role: .motionPhoto, path: task.names[0], rope: rope, modified: halves[0].modified)])
    return deed(.motionPhoto, task, written: task.names)
  }

  private func write(_ parts: [PairOutput.Part]) throws {
    guard writes else { return }
    _ = try PairOutput(library.store).write(parts, meter: meter, from: 0, to: 0)
  }
}
