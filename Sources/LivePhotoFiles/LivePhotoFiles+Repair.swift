extension LivePhotoFiles {
  /// Mends what keeps two files from being a Live Photo, without encoding anything anew.
  ///
  /// A new pair is written to the request's folder, under the still's name; the given files stay as they are. When
  /// nothing can be mended, nothing is written.
  /// - Throws: ``LivePhotoError`` with `.unreadable`, `.malformed`, `.invalidSetting`, or `.unwritable` when a file of
  ///   that name is there already or the disk refuses; `CancellationError`. Nothing is left then.
  public func repair(_ request: RepairRequest, progress: ProgressHandler? = nil) async throws -> RepairReport {
    try PairRepair(store: store).run(request, progress: progress)
  }
}
