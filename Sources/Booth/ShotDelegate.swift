import LibraryCapture
import LiveCapture
import Shooting
import Synchronization

/// Receives the events of one capture of a booth: has its files stored, and passes the events on.
final class ShotDelegate: CaptureEventDelegate {
  private let pair: any PendingPair
  private let stills: ShownStills
  private let isLive: Bool
  /// The stills that were shown and are not in the library yet.
  private let shown = Mutex<[String]>([])
  private let hear: @Sendable (CaptureEvent, CaptureOutcome?) -> Void

  /// `hear` is called with every event, and with the outcome of the capture at the last one.
  init(
    _ pair: any PendingPair, isLive: Bool, keeping stills: ShownStills,
    hearing hear: @escaping @Sendable (CaptureEvent, CaptureOutcome?) -> Void
  ) {
    (self.pair, self.isLive, self.stills, self.hear) = (pair, isLive, stills, hear)
  }

  func photoOutput(_ output: PhotoOutput, didEmit event: CaptureEvent, timer: CaptureTimer?) {
    var outcome: CaptureOutcome?
    switch event {
    case .didFinishProcessingPhoto(let photo, let error, _):
      // What somebody has seen is kept, whatever happens from now on.
      if error == nil, let jpeg = photo.fileDataRepresentation(),
        let place = stills.keep(jpeg, named: pair.name, isLive: isLive)
      {
        shown.withLock { $0.append(place) }
      }
      // Told before it is stored: it is looked at while it is.
      hear(event, nil)
      _ = pair.add(photo, isProxy: false)
      return
    case .didFinishProcessingMovie(let movie?, _, _, _): pair.add(movie)
    case .didFinishProcessingMovie(nil, _, let error?, _): pair.noteMovieFailure(error)
    case .didFinishCapture:
      let files = pair.end()
      let stored = CaptureOutcome(files, assets: (pair as? LibraryPair)?.assets.map(LibraryPictures.id) ?? [])
      // What the library has not taken is brought in at the next start.
      if stored.failure == nil, !stored.assets.isEmpty { for place in shown.withLock({ $0 }) { stills.forget(place) } }
      outcome = stored
    default: break
    }
    hear(event, outcome)
  }
}
