import Diagnostics
import LiveCapture
import MediaCore
import Synchronization

/// Hears how one capture of a shoot goes on: stores what comes of it, and tells of it.
final class ShootDelegate: CaptureEventDelegate {
  /// What has come of the capture so far.
  ///
  ///     nothing ──the still is stored──► still
  ///        └──── something fails ────────┴───► failed, with the still or without
  private enum Yield {
    case nothing
    case still
    case failed(hasStill: Bool)

    var hasStill: Bool {
      switch self {
      case .nothing: false
      case .still: true
      case .failed(let hasStill): hasStill
      }
    }

    var isFailed: Bool { if case .failed = self { true } else { false } }

    mutating func addStill() { self = isFailed ? .failed(hasStill: true) : .still }

    mutating func fail() { self = .failed(hasStill: hasStill) }
  }

  private let pair: any PendingPair
  private let session: CaptureSession
  private let clock: any MediaClock
  private let tally: ShootTally
  private let yield = Mutex(Yield.nothing)

  init(_ pair: any PendingPair, of session: CaptureSession, clock: any MediaClock, tally: ShootTally) {
    self.pair = pair
    self.session = session
    self.clock = clock
    self.tally = tally
  }

  func photoOutput(_ output: PhotoOutput, didEmit event: CaptureEvent, timer: CaptureTimer?) {
    tally.tell(event.withoutFileData(keepingPath: pair.keepsMovieInPlace), name: pair.name)
    if event.error != nil { yield.withLock { $0.fail() } }
    let settings = event.resolvedSettings
    switch event {
    case .willBeginCapture: warnOfShortPreRoll(settings)
    case .didFinishProcessingPhoto(let photo, _, _): store(settings, timer) { [pair.add(photo, isProxy: false)] }
    case .didFinishCapturingProxy(let proxy?, _, _, _):
      store(settings, timer) { [pair.add(proxy.photo, isProxy: true)] }
    case .didFinishProcessingMovie(let movie?, _, _, _):
      pair.add(movie)
      warnOfLoss(movie)
    case .didFinishProcessingMovie(nil, _, let error?, _): pair.noteMovieFailure(error)
    case .didFinishCapture(_, let error, _): end(settings, error, timer)
    default: break
    }
  }

  /// Stores files of the pair by `body`, measures the time as writing if any are stored, and tells of each file.
  private func store(_ settings: ResolvedPhotoSettings, _ timer: CaptureTimer?, _ body: () -> [StoredFile?]) {
    let start = timer?.delegateRecorder.clock.now
    let files = body().compactMap { $0 }
    guard !files.isEmpty else { return }
    if let recorder = timer?.delegateRecorder, let start {
      recorder.add(StageSpan(from: start, to: recorder.clock.now), to: .write)
    }
    for file in files { tell(file, settings, timer) }
  }

  private func tell(_ file: StoredFile, _ settings: ResolvedPhotoSettings, _ timer: CaptureTimer?) {
    let (name, path) = (pair.name, file.path)
    switch (file.content, file.result) {
    case (.still(let photo), .success(let count)):
      yield.withLock { $0.addStill() }
      timer?.mark(.stillSaved, at: clock.now)
      tally.tell(.photoSaved(photo.withoutFileData(), name: name, path: path, byteCount: count))
    case (.proxy(let photo), .success(let count)):
      timer?.mark(.stillSaved, at: clock.now)
      tally.tell(.proxySaved(photo.withoutFileData(), name: name, path: path, byteCount: count))
    case (.motionPhoto, .success(let count)):
      if !yield.withLock(\.hasStill) {
        // There is no other file: with this one both halves are there.
        timer?.mark(.stillSaved, at: clock.now)
        timer?.mark(.movieComplete, at: clock.now)
      }
      tally.tell(.motionPhotoSaved(name: name, path: path, byteCount: count, resolvedSettings: settings))
    case (.movie, .success): break
    case (.still, .failure(let error)), (.proxy, .failure(let error)):
      let failure = note("the still could not be written", path, error)
      tally.tell(.photoNotSaved(name: name, error: failure, resolvedSettings: settings))
    case (.motionPhoto, .failure(let error)):
      let failure = note("the Motion Photo could not be made", path, error)
      tally.tell(.motionPhotoNotSaved(name: name, error: failure, resolvedSettings: settings))
    case (.movie, .failure(let error)): _ = note("the movie could not be written", path, error)
    }
  }

  private func note(_ message: String, _ path: String, _ error: any Error) -> CaptureError {
    let failure = CaptureError(.writingFailed, context: path, message: message, underlying: error)
    yield.withLock { $0.fail() }
    tally.note(failure)
    return failure
  }

  private func end(_ settings: ResolvedPhotoSettings, _ error: CaptureError?, _ timer: CaptureTimer?) {
    store(settings, timer) { pair.end() }
    for asset in pair.assets {
      tally.tell(.assetSaved(identifier: asset, name: pair.name, resolvedSettings: settings))
    }
    if let error { tally.note(error) }
    tally.end(settings.uniqueID, name: pair.name, isComplete: !yield.withLock(\.isFailed))
  }

  private func warnOfLoss(_ movie: CapturedMovie) {
    guard movie.droppedFrameCount * 10 > movie.frameCount else { return }
    tally.tell(
      .notice(
        "\(pair.name): \(movie.droppedFrameCount) frames are missing among \(movie.frameCount); the camera or this "
          + "machine does not keep up: choose a smaller size or rate."))
  }

  private func warnOfShortPreRoll(_ settings: ResolvedPhotoSettings) {
    let wanted = session.configuration.preRoll
    guard settings.isLive, wanted - settings.availablePreRoll > session.shortPreRollTolerance else { return }
    let held = (settings.availablePreRoll.seconds * 1000).rounded() / 1000
    tally.tell(
      .notice(
        "\(pair.name): the movie begins only \(held) s before the shutter instead of \(wanted.seconds) s, "
          + "because the camera has not run for longer, or its ring may not hold more megabytes."))
  }
}

extension CaptureEvent {
  /// The same happening without the bytes of its files, and without the path of a movie that goes elsewhere: they must
  /// not stay in memory, however slowly somebody reads.
  fileprivate func withoutFileData(keepingPath: Bool) -> CaptureEvent {
    switch self {
    case .didFinishProcessingPhoto(let photo, let error, let time):
      .didFinishProcessingPhoto(photo.withoutFileData(), error: error, at: time)
    case .didFinishCapturingProxy(let proxy, let settings, let error, let time):
      .didFinishCapturingProxy(
        proxy.map { DeferredPhotoProxy(photo: $0.photo.withoutFileData()) }, settings, error: error, at: time)
    case .didFinishProcessingMovie(let movie, let settings, let error, let time):
      .didFinishProcessingMovie(movie?.withoutFileData(keepingPath: keepingPath), settings, error: error, at: time)
    default: self
    }
  }
}
