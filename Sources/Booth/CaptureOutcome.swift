import Shooting

/// The outcome of a capture.
struct CaptureOutcome: Sendable {
  /// The pictures in the library.
  let assets: [String]
  /// The first error for which a file was not stored; `nil` if all were.
  let failure: (any Error)?

  init(_ files: [StoredFile], assets: [String]) {
    self.assets = assets
    failure = files.lazy.compactMap { if case .failure(let error) = $0.result { error } else { nil } }.first
  }
}
