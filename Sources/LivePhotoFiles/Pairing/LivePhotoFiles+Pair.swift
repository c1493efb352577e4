package import FileStorage

extension LivePhotoFiles {
  /// Finds which stills and movies of folders belong together, and writes a folder that holds all there was: Live
  /// Photos as whole pairs of one name and one identifier, everything else as it is.
  ///
  /// Folders may be exports of services that have renamed, cut or torn apart what they hold. Identifiers decide first,
  /// then times, likeness and names together; what they leave open stays as it is. Each finding is told as soon as its
  /// files are written. A pair appears whole or not at all; the given files stay as they are, but for the names of pairs
  /// if the request is to give those in place.
  /// - Throws: ``LivePhotoError`` with `.unreadable` for a folder that cannot be looked into, `.invalidSetting`,
  ///   `.unwritable` when there is something in the output already, or the disk refuses; `CancellationError`. What was
  ///   told by then is written.
  public func pair(
    _ request: PairingRequest, progress: ProgressHandler? = nil, tell: @escaping (PairingFinding) -> Void
  ) async throws -> PairingReport {
    try await pair(request, journal: nil, progress: progress, tell: tell)
  }

  /// Does the same, on a disk that renames, and goes on where the runs of a journal have ended. With one, the store takes a
  /// file for written that is there and has the same bytes.
  package func pair(
    _ request: PairingRequest, on disk: any FileTree = DiskFiles(), journal: PairingJournal?,
    progress: ProgressHandler? = nil, tell: @escaping (PairingFinding) -> Void
  ) async throws -> PairingReport {
    var job = try PairingJob(self, request, on: disk, journal, ProgressMeter(progress), tell: tell)
    return try await job.run()
  }
}
