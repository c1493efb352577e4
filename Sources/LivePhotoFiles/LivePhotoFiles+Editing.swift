extension LivePhotoFiles {
  /// Writes an edited Live Photo beside the original, which stays as it is.
  ///
  /// What needs no new pixels is done without any: trimming, turning, muting and leaving out the place change only what
  /// is said about pictures and sound. Only what is to leave the file may need others compressed anew. The new pair has
  /// an identifier of its own, which depends on the old one and the edit alone: the same edit twice gives the same
  /// bytes. A still that is neither JPEG nor HEIC becomes a JPEG. A long exposure opens `libPictureTracking.so`, this
  /// package's product PictureTracking, which must lie beside the program.
  /// - Throws: ``LivePhotoError``, with `.noLivePhoto` when that is not what would come of it; `CancellationError` when
  ///   the task was cancelled. Then nothing is left.
  public func edit(_ request: EditRequest, progress: ProgressHandler? = nil) async throws -> PairReport {
    try EditJob(request, files: self, meter: ProgressMeter(progress)).run()
  }

  /// Writes an edited still, or movie, that is no half of a Live Photo: `request.pair` names it. It can be turned, and
  /// what tells its place be removed; a movie can be trimmed and muted, too. Nothing is encoded.
  /// - Throws: ``LivePhotoError``, with `.invalidSetting` for other changes.
  package func editAlone(_ request: EditRequest) async throws -> (file: WrittenFile, notes: [String]) {
    try LoneEditJob(request, files: self).run()
  }

  /// Writes a file for sharing out of a Live Photo's movie: as it is, as a loop, or forth and back.
  ///
  /// Pictures are stored as they are seen, so that nothing has to turn them. An MP4 has the movie's sound as AAC unless
  /// an effect is asked for; the others are silent. None of them is a Live Photo, and none says where it was taken.
  /// Memory: a few pictures of the file's size (loops hold their fade of 0.4 s, bounces up to 64 MiB) and the file.
  /// - Throws: ``LivePhotoError``; `CancellationError` when the task was cancelled, and then nothing is left.
  public func export(_ request: ExportRequest, progress: ProgressHandler? = nil) async throws -> ExportReport {
    try ExportJob(files: self, request: request, meter: ProgressMeter(progress)).run()
  }
}
