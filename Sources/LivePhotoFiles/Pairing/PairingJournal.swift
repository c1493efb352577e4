import ByteCoding
package import FileStorage
import MediaCore

/// A record that lets pairing continue where an earlier run was ended: a unit is a decision, named by the place of its
/// first file below the folder of the result, so that it is the same wherever the command is run.
package struct PairingJournal {
  /// No file has this place: what stands under it is which files there are.
  private static let allFiles = "/"

  private let before: BatchJournal
  private let write: (_ unit: String, BatchJournal.Outcome) throws -> Void

  /// A journal that holds what earlier runs have written; `write` adds what comes of a unit.
  package init(_ before: BatchJournal, write: @escaping (_ unit: String, BatchJournal.Outcome) throws -> Void) {
    (self.before, self.write) = (before, write)
  }

  /// Indicates whether an earlier run may have written files.
  var hasBegun: Bool { before.isDone(Self.allFiles) }

  /// Makes sure that the files are those of earlier runs: of others something else would become.
  /// - Throws: ``LivePhotoError`` with `.invalidSetting`; what writing throws.
  func begin(_ files: [(place: String, size: Int)]) throws {
    let identity = try ContentIdentity.identifier(
      of: files.map { ArrayBytes(Array("\($0.place)\0\($0.size)".utf8), name: $0.place) }
    ).uuidString
    guard hasBegun else { return try write(Self.allFiles, .done(files: [identity])) }
    guard before.isWritten(identity) else {
      throw LivePhotoError(
        .invalidSetting, context: files.first?.place ?? "",
        message: "The folders hold other files than when this journal was begun. Begin anew: name another journal and "
          + "another --output.")
    }
  }

  /// Tells whether the files of a decision have been written.
  func isDone(_ unit: String, _ names: [String]) -> Bool {
    before.isDone(unit) && names.allSatisfy(before.isWritten)
  }

  /// Writes down what came of a decision.
  func append(_ unit: String, _ outcome: BatchJournal.Outcome) throws { try write(unit, outcome) }
}

extension PairingRequest {
  /// Does what ``LivePhotoFiles/pair(_:progress:tell:)`` does, on a disk that renames, and goes on where the runs of a
  /// journal have ended. With one, the store takes a file for written that is there and has the same bytes.
  ///
  /// `isKnown` tells whether files, in these versions, need not be read again; what belongs together is asked for at
  /// once. `isStored` tells whether files need not be written, as they are where they would go.
  package func carryOut(
    by library: LivePhotoFiles, on disk: any FileTree = DiskFiles(), journal: PairingJournal? = nil,
    isKnown: (([FileVersion]) -> Bool)? = nil, isStored: (@Sendable ([String]) throws -> Bool)? = nil,
    progress: ProgressHandler? = nil,
    tell: @escaping (PairingFinding) -> Void
  ) async throws -> PairingReport {
    var job = try PairingJob(library, self, on: disk, journal, isKnown, ProgressMeter(progress), tell: tell)
    job.isStored = isStored
    return try await job.run()
  }
}
