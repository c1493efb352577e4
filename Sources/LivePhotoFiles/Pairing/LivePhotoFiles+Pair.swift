extension LivePhotoFiles {
  /// Finds which stills and movies of folders belong together, and writes a folder that holds all there was: Live
  /// Photos as whole pairs of one name and one identifier, everything else as it is.
  ///
  /// Folders may be exports of services that have renamed, cut or torn apart what they hold. Identifiers decide first,
  /// then times, likeness and names together; what they leave open stays as it is. Each finding is told as soon as its
  /// files are written. A pair appears whole or not at all; the given files stay as they are, in place but for names.
  /// - Throws: ``LivePhotoError`` with `.unreadable` for a folder that cannot be looked into, `.invalidSetting`,
  ///   `.unwritable` when there is something in the output already, or the disk refuses; `CancellationError`. What was
  ///   told by then is written.
  public func pair(
    _ request: PairingRequest, progress: ProgressHandler? = nil, tell: @escaping (PairingFinding) -> Void
  ) async throws -> PairingReport {
    try await request.carryOut(by: self, journal: nil, progress: progress, tell: tell)
  }
}
