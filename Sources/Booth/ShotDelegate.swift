import Dispatch
import LibraryCapture
import LiveCapture
import Shooting
import Synchronization

/// Receives the events of one capture of a booth: has its files stored, and passes the events on.
final class ShotDelegate: CaptureEventDelegate {
  private let pair: any PendingPair
  private let stills: ShownStills
  private let isLive: Bool
  private let queue: DispatchQueue
  /// The stills that were shown and are not in the library yet.
  private let shown = Mutex<[String]>([])
  private let hear: @Sendable (CaptureEvent, CaptureOutcome?) -> Void

  /// `hear` is called with every event, and with the outcome of the capture at the last one. The library is given the
  /// capture on `queue`: its server may have to be waited for, which the next picture must not.
  init(
    _ pair: any PendingPair, isLive: Bool, keeping stills: ShownStills, storingOn queue: DispatchQueue,
    hearing hear: @escaping @Sendable (CaptureEvent, CaptureOutcome?) -> Void
  ) {
    (self.pair, self.isLive, self.stills, self.queue, self.hear) = (pair, isLive, stills, queue, hear)
  }

  func photoOutput(_ output: PhotoOutput, didEmit event: CaptureEvent, timer: CaptureTimer?) {
    switch event {
    case .didFinishProcessingPhoto(let photo, let error, _):
      // What somebody has seen is kept, whatever happens from now on.
      if error == nil, let jpeg = photo.fileDataRepresentation(),
        let place = stills.keep(jpeg, named: (pair as? LibraryPair)?.nameAtOnce, isLive: isLive)
      {
        shown.withLock { $0.append(place) }
      }
      // Told before it is stored: it is looked at while it is.
      hear(event, nil)
      _ = pair.add(photo, isProxy: false)
      return
    case .didFinishProcessingMovie(let movie?, _, _, _): pair.add(movie)
    case .didFinishProcessingMovie(nil, _, let error?, _): pair.noteMovieFailure(error)
    case .didFinishCapture: return queue.async { [self] in hear(event, store()) }
    default: break
    }
    hear(event, nil)
  }

  /// Gives the library what has come of the capture.
  private func store() -> CaptureOutcome {
    let files = pair.end()
    let outcome = CaptureOutcome(files, assets: (pair as? LibraryPair)?.assets.map(LibraryPictures.id) ?? [])
    // What the library has not taken is brought in when it can, or at the next start.
    let isStored = outcome.failure == nil && !outcome.assets.isEmpty
    for place in shown.withLock({ $0 }) { if isStored { stills.forget(place) } else { stills.release(place) } }
    return outcome
  }
}
