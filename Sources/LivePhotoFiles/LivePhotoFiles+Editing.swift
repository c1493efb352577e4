extension LivePhotoFiles {
  /// Writes an edited Live Photo beside the original, which stays as it is.
  ///
  /// What needs no new pixels is done without any: trimming, turning, muting and leaving out the place change only
  /// what is said about pictures and sound. The new pair has an identifier of its own, which depends on the old one and
  /// the edit alone: the same edit twice gives the same bytes.
  /// - Throws: ``LivePhotoError``; `CancellationError` when the task was cancelled, and then nothing is left.
  public func edit(_ request: EditRequest, progress: ProgressHandler? = nil) async throws -> EditReport {
    try EditJob(files: self, request: request, meter: ProgressMeter(progress)).run()
  }
}
