import Dispatch
import FileStorage
import MediaCore
import CaptureDevices
import Synchronization

/// How a capture goes on: the request's machine decides, this carries out.
extension CaptureSession {
  func perform(_ actions: [PhotoRequest.StateMachine.Action], for request: PhotoRequest) {
    // Here, where every change of a capture comes by, however it ends.
    if !request.machine.isWaiting { endExposures(of: request.id) }
    for action in actions { perform(action, for: request) }
  }

  private func perform(_ action: PhotoRequest.StateMachine.Action, for request: PhotoRequest) {
    let now = environment.clock.now
    let resolved = request.resolved
    switch action {
    case .announceBegin: emit(.willBeginCapture(resolved, at: now), for: request)
    case .announceExposureBegin: emit(.willCapturePhoto(resolved, at: now), for: request)
    case .announceExposureEnd: emit(.didCapturePhoto(resolved, at: now), for: request)
    case .processStill(let exposure): processStills(of: exposure, request)
    case .announcePhoto(let index):
      // What has been told is not kept.
      let photo = request.results.removeValue(forKey: index) ?? failedPhoto(index, request)
      let error = request.machine.error(ofPhoto: index)
      if error == nil { request.timer?.mark(.stillReady, at: now) }
      if request.isDeferred {
        emit(
          .didFinishCapturingProxy(
            error == nil ? DeferredPhotoProxy(photo: photo) : nil, resolved, error: error, at: now),
          for: request)
      } else {
        emit(.didFinishProcessingPhoto(photo, error: error, at: now), for: request)
      }
      updateReadiness(of: request.output)
    case .announceRecordingEnd:
      request.timer?.recordingEnded(at: now)
      emit(.didFinishRecordingMovie(resolved, at: now), for: request)
    case .writeMovie: writeMovie(request)
    case .announceMovie:
      var failure: CaptureError?
      if case .finished(let error) = request.machine.movie { failure = error }
      emit(.didFinishProcessingMovie(request.movie, resolved, error: failure, at: now), for: request)
    case .announceFinish:
      request.timer?.mark(.finished, at: now)
      emit(.didFinishCapture(resolved, error: request.machine.error, at: now), for: request)
      requestDidFinish(request)
    }
  }

  private func failedPhoto(_ index: Int, _ request: PhotoRequest) -> CapturePhoto {
    var photo = CapturePhoto(
      resolvedSettings: request.resolved, timestamp: .invalid, sequence: nil, isCameraOriginal: false, bytes: nil)
    describe(&photo, index, request)
    return photo
  }

  /// Says which photo of its capture a photo is.
  private func describe(_ photo: inout CapturePhoto, _ index: Int, _ request: PhotoRequest) {
    let plan = request.photos[index]
    photo.photoCount = index + 1
    photo.isRawPhoto = plan.isRaw
    photo.sourceDeviceType = request.deviceType
    // A photo that failed shows nothing that could have been exposed.
    photo.metadata = photo.timestamp.isValid ? request.metadata(ofExposure: plan.exposure) : request.settings.metadata
    guard request.settings.isBracket else { return }
    photo.sequenceCount = environment.profile.sequenceCount == .photos ? index + 1 : plan.exposure + 1
    photo.bracketElement = request.settings.bracket[plan.exposure]
  }

  private func requestDidFinish(_ request: PhotoRequest) {
    requests[request.id] = nil
    if let footage = request.videoFootage { request.video?.release(footage, for: request.id) }
    if let footage = request.audioFootage { request.audio?.release(footage, for: request.id) }
    updateReadiness(of: request.output)
    noteClosedCapture()
  }

  /// Ends captures before their time, in the order in which they began.
  func endFootage(of ended: [PhotoRequest], _ movie: PhotoRequest.StateMachine.EarlyEnd, _ error: CaptureError) {
    let now = environment.clock.now
    for request in ended.sorted(by: { $0.id < $1.id }) {
      // A movie that only waits for the last of its sound has its picture; silence takes the place of what is missing.
      let onlyLacksSound =
        request.resolved.isLive && request.machine.isRecording && !request.recording.contains(.video)
        && !request.machine.isWaiting
      if onlyLacksSound {
        perform(request.machine.recordingEnded(), for: request)
      } else {
        if movie == .writes, request.machine.isRecording {
          request.window = TimeRange(
            start: request.window.start, end: min(request.window.end, max(now, request.window.start)))
        }
        perform(request.machine.footageEnded(error, movie: movie), for: request)
      }
    }
  }

  // MARK: Telling

  private func emit(_ event: CaptureEvent, for request: PhotoRequest) {
    let now = environment.clock.now
    let key = ObjectIdentifier(request.output)
    // In its place: a copy of it would be one of all that it holds.
    let later = sequencers[key, default: EventSequencer(delay: environment.eventDelay)].submit(
      event, for: request, at: now)
    guard let later else { return tellWhatIsDue(of: request.output) }
    _ = environment.clock.schedule(at: later) { [weak self, weak output = request.output] in
      guard let output else { return }
      self?.enter { $0.tellWhatIsDue(of: output) }
    }
  }

  private func tellWhatIsDue(of output: PhotoOutput) {
    let key = ObjectIdentifier(output)
    let now = environment.clock.now
    let waitsForPhotos = !output.state.withLock { $0.features.isResponsiveEnabled }
    while let item = sequencers[key]?.next(at: now, waitsForPhotos: waitsForPhotos) {
      tell(item.event.moved(to: now), of: item.request)
    }
    noteClosedCapture()
  }

  func flushEvents(of output: PhotoOutput) {
    sequencers[ObjectIdentifier(output)]?.flush()
    tellWhatIsDue(of: output)
  }

  private func tell(_ event: CaptureEvent, of request: PhotoRequest) {
    let output = request.output
    output.emit(event)
    let timer = request.timer
    var isLast = false
    if case .didFinishCapture = event { isLast = true }
    guard let delegate = request.delegate else {
      if isLast, let timer { output.emit(timer.timings) }
      return
    }
    let queue =
      environment.profile.delivery == .serial
      ? output.delegateQueue : request.queue(label: output.delegateQueue.label)
    // Held weakly on the way too: a delegate that has been let go hears nothing.
    scheduler.run(on: queue) { [weak delegate, isLast] in
      if let delegate { timer.measureDelegate { delegate.receive(event, from: output, timer: timer) } }
      // Last of all, when the delegate has heard everything: its own work is in them.
      if isLast, let timer { output.emit(timer.timings) }
    }
  }

  // MARK: The files

  func processStills(of exposure: Int, _ request: PhotoRequest, keepingDamaged: Bool = false) {
    let frame = request.frames[exposure]
    let id = request.id
    let date = environment.wallClock.date(at: frame.time)
    var settings = request.settings
    settings.metadata = request.metadata(ofExposure: exposure)
    request.processingStarts[exposure] = environment.clock.now
    for (index, photo) in request.photos.enumerated() where photo.exposure == exposure {
      var maker = StillMaker(
        configuration: configuration, settings: settings, resolved: request.resolved, isRaw: photo.isRaw,
        orientation: request.orientation, model: request.video?.source.device.name ?? "", date: date)
      maker.stages = request.timer?.recorder
      maker.keepsDamaged = keepingDamaged || !canSubstitute(request)
      let frames = [frame] + neighbours(of: frame, request)
      let isDeferred = request.isDeferred
      scheduler.run(on: stillQueue) { [weak self, environment, maker] in
        let result = isDeferred ? Self.makeProxy(maker, frames, environment) : maker.make(from: frames)
        self?.enter { $0.photoEnded(result, index, for: id) }
      }
    }
  }

  /// Frames around a still that may make it better.
  private func neighbours(of frame: VideoFrame, _ request: PhotoRequest) -> [VideoFrame] {
    guard request.settings.photoQualityPrioritization == .quality, let video = request.video else { return [] }
    return video.neighbours(
      of: frame, count: SessionConfiguration.stackedFrames - 1, within: SessionConfiguration.stackReach)
  }

  /// Makes a proxy, and keeps what the still is made of.
  private static func makeProxy(
    _ maker: StillMaker, _ frames: [VideoFrame], _ environment: CaptureEnvironment
  ) -> Result<CapturePhoto, CaptureError> {
    let proxy = maker.makeProxy(from: frames)
    guard case .success = proxy else { return proxy }
    do {
      let job = DeferredPhotoJob(maker, frames: frames)
      try maker.stages.measure(.write) { try environment.deferredStorage?.store(job.bytes(), as: job.name) }
    } catch {
      return .failure(
        CaptureError(.writingFailed, message: "what the still is made of could not be kept", underlying: error))
    }
    return proxy
  }

  private func photoEnded(_ result: Result<CapturePhoto, CaptureError>, _ index: Int, for id: CaptureID) {
    guard let request = requests[id] else { return }
    switch result {
    case .success(var photo):
      describe(&photo, index, request)
      request.results[index] = photo
      if let start = request.processingStarts[request.photos[index].exposure] {
        processingTimes.note(environment.clock.now - start, of: request.settings, isDeferred: request.isDeferred)
      }
      perform(request.machine.photoEnded(index, nil), for: request)
    case .failure(let error):
      if substitute(request, after: error) { return }
      perform(request.machine.photoEnded(index, error), for: request)
    }
    if index == request.photos.indices.last { request.videoFootage?.resume(id) }
  }

  private func writeMovie(_ request: PhotoRequest) {
    guard let frame = request.frames.first, let video = request.video, let footage = request.videoFootage else {
      return movieEnded(.failure(CaptureError(.noFrames, message: "the camera delivered no frame")), for: request.id)
    }
    let id = request.id
    let edges = request.edges(frameInterval: video.source.mode.frameInterval)
    // The still is shown even if it lies half a frame outside.
    var start = min(edges.start, frame.time)
    if let earliest = request.earliest { start = max(start, min(earliest, frame.time)) }
    let window = TimeRange(start: start, end: max(edges.end, frame.time + MediaTime(nanoseconds: 1)))
    var maker = MovieMaker(
      configuration: configuration, resolved: request.resolved, orientation: request.orientation,
      window: window, frameInterval: video.source.mode.frameInterval, still: frame.time,
      model: video.source.device.name, wallClock: environment.wallClock, files: environment.files,
      metadata: request.settings.livePhotoMovieMetadata)
    maker.timer = request.timer.map { MovieTimer(timer: $0, camera: video, microphone: request.audio) }
    let audioFootage = request.audioFootage
    let nextFrame = video.first(atOrAfter: window.end).map {
      MovieMaker.NextFrame(time: $0.time, sequence: $0.sequence)
    }
    let still = frame.time
    footage.cut(window, for: id, calmAround: request.isTrimmed ? still : nil) { [weak self, maker] videoCut in
      guard let self else { return }
      self.finishMovie(maker, videoCut, nextFrame: nextFrame, audioFootage, for: id)
    }
  }

  /// Cuts the sound to the picture that has been cut, and writes the file.
  private nonisolated func finishMovie(
    _ maker: MovieMaker, _ videoCut: Result<VideoFootage.Cut, CaptureError>, nextFrame: MovieMaker.NextFrame?,
    _ audioFootage: AudioFootage?, for id: CaptureID
  ) {
    let write: @Sendable (Result<AudioFootage.Cut?, CaptureError>) -> Void = { audioCut in
      if let timer = maker.timer, case .success(let video) = videoCut, case .success(let audio) = audioCut {
        timer.footageEncoded(video, audio, at: self.environment.clock.now)
      }
      self.scheduler.run(.file, on: self.writeQueue) {
        let result = videoCut.flatMap { video in
          audioCut.flatMap { audio in maker.make(video, nextFrame: nextFrame, audio) }
        }
        if let timer = maker.timer, case .success = result {
          timer.timer.mark(.movieComplete, at: self.environment.clock.now)
        }
        self.enter { $0.movieEnded(result, for: id) }
      }
    }
    guard let audioFootage, case .success(let cut) = videoCut else { return write(.success(nil)) }
    audioFootage.cut(maker.visibleRange(of: cut, nextFrame: nextFrame), for: id) { write($0.map { $0 }) }
  }

  private func movieEnded(_ result: Result<CapturedMovie, CaptureError>, for id: CaptureID) {
    guard let request = requests[id] else { return }
    switch result {
    case .success(let movie):
      request.movie = movie
      perform(request.machine.movieEnded(nil), for: request)
    case .failure(let error): perform(request.machine.movieEnded(error), for: request)
    }
  }
}
