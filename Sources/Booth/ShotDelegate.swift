import LibraryCapture
import LiveCapture
import Shooting

/// Hears how one capture of a booth goes on: has its files stored, and the booth know.
final class ShotDelegate: CaptureEventDelegate {
  private let pair: any PendingPair
  private let hear: @Sendable (CaptureEvent, CaptureOutcome?) -> Void

  /// `hear` is told every event, and with the last one what has come of the capture.
  init(_ pair: any PendingPair, hearing hear: @escaping @Sendable (CaptureEvent, CaptureOutcome?) -> Void) {
    (self.pair, self.hear) = (pair, hear)
  }

  func photoOutput(_ output: PhotoOutput, didEmit event: CaptureEvent, timer: CaptureTimer?) {
    var outcome: CaptureOutcome?
    switch event {
    case .didFinishProcessingPhoto(let photo, _, _):
      // Told before it is stored: it is looked at while it is.
      hear(event, nil)
      _ = pair.add(photo, isProxy: false)
      return
    case .didFinishProcessingMovie(let movie?, _, _, _): pair.add(movie)
    case .didFinishProcessingMovie(nil, _, let error?, _): pair.noteMovieFailure(error)
    case .didFinishCapture:
      outcome = CaptureOutcome(pair.end(), assets: (pair as? LibraryPair)?.assets.map(LibraryPictures.id) ?? [])
    default: break
    }
    hear(event, outcome)
  }
}

/// What has come of a capture.
struct CaptureOutcome: Sendable {
  /// The pictures in the library.
  let assets: [String]
  /// Why something was not stored.
  let failure: (any Error)?

  init(_ files: [StoredFile], assets: [String]) {
    self.assets = assets
    failure = files.lazy.compactMap { if case .failure(let error) = $0.result { error } else { nil } }.first
  }
}
