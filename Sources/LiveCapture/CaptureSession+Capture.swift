import CaptureDevices
import Dispatch
import MediaCore

/// How a capture goes through the session: the request's machine decides, this carries out.
extension CaptureSession {
  /// Presses the shutter; called from any thread, returns once the capture has begun.
  nonisolated func capture(
    _ settings: PhotoSettings, delegate: (any PhotoCaptureDelegate)?
  ) throws(CaptureError) -> CaptureID {
    let shutterTime = settings.shutterTime ?? environment.clock.now
    let begin: @Sendable (isolated CaptureSession) -> Result<CaptureID, CaptureError> = { session in
      do throws(CaptureError) {
        return .success(try session.begin(settings, at: shutterTime, delegate: delegate))
      } catch {
        return .failure(error)
      }
    }
    let result = executor.isCurrent ? assumeIsolated(begin) : executor.queue.sync { assumeIsolated(begin) }
    return try result.get()
  }

  private func begin(
    _ settings: PhotoSettings, at shutterTime: MediaTime, delegate: (any PhotoCaptureDelegate)?
  ) throws(CaptureError) -> CaptureID {
    let video = try requireRunningCamera()
    // Older frames may have fallen out of the ring, and a frame of the future may never come.
    let now = environment.clock.now
    guard shutterTime.isNumeric, shutterTime <= now, shutterTime >= now - SessionConfiguration.ringMargin else {
      throw CaptureError(
        .invalidSettings, context: "shutterTime", message: "must be an instant of the second that has just passed")
    }
    let shortest = video.source.mode.frameInterval * 2
    guard settings.livePhotoMoviePath == nil || configuration.preRoll + configuration.postRoll >= shortest else {
      throw CaptureError(
        .invalidSettings, context: "preRoll and postRoll",
        message: "a movie needs two frames, which are \(shortest.seconds) s at this rate; make one of them longer")
    }
    if let path = settings.livePhotoMoviePath, path.isEmpty || path.hasSuffix("/") {
      throw CaptureError(.invalidSettings, context: "livePhotoMoviePath", message: "\"\(path)\" names no file")
    }
    let request = PhotoRequest(
      settings: settings, resolved: resolve(settings, at: shutterTime, of: video),
      window: TimeRange(
        start: shutterTime - configuration.preRoll, end: shutterTime + configuration.postRoll),
      delegate: delegate)
    requests[request.id] = request
    perform(request.machine.begin(), for: request)
    let id = request.id
    // Before the watch for the end of the recording: with no time after the shutter one frame answers both.
    video.watch(for: shutterTime) { [weak self] in self?.enter { $0.chooseFrame(for: id) } }
    if request.resolved.isLive { startRecording(request, from: video) }
    return id
  }

  private func requireRunningCamera() throws(CaptureError) -> VideoPort {
    switch state {
    case .running: break
    case .failed(let error): throw CaptureError(device: error)
    case .idle, .stopping:
      throw CaptureError(.sessionNotRunning, message: "the session is not running; call startRunning first")
    }
    guard let video else { throw CaptureError(.invalidConfiguration, message: "the session has no camera") }
    return video
  }

  private func resolve(_ settings: PhotoSettings, at shutterTime: MediaTime, of video: VideoPort)
    -> ResolvedPhotoSettings
  {
    let format = video.source.mode.format
    let isLive = settings.livePhotoMoviePath != nil
    let held = video.oldestTime.map { max(.zero, shutterTime - $0) } ?? .zero
    return ResolvedPhotoSettings(
      uniqueID: nextCaptureID(), shutterTime: shutterTime,
      photoDimensions: .init(width: format.width, height: format.height),
      livePhotoMovieDimensions: isLive ? .init(width: format.width & ~1, height: format.height & ~1) : .none,
      expectedPhotoCount: 1, contentIdentifier: isLive ? environment.makePairIdentifier() : nil,
      livePhotoMoviePath: settings.livePhotoMoviePath, availablePreRoll: min(held, configuration.preRoll))
  }

  private func startRecording(_ request: PhotoRequest, from video: VideoPort) {
    let id = request.id
    let interval = video.source.mode.frameInterval
    let shutterTime = request.resolved.shutterTime
    // The still is shown even if it lies outside the window: half a frame as a rule, more where frames are missing.
    // It will not be older than the frame that is nearest now.
    let nearest = video.nearest(to: shutterTime)?.time ?? .positiveInfinity
    let reserved = TimeRange(
      start: min(request.window.start - interval, nearest), end: request.window.end + interval)
    let codec = request.settings.livePhotoVideoCodec
    request.videoFootage = video.reserve(reserved, as: codec, holdingFrom: shutterTime - interval, for: id) {
      VideoFootage(
        mode: video.source.mode, codec: codec, configuration: configuration, tracker: tracker, counter: counter)
    }
    request.recording = [.video]
    video.watch(for: request.window.end) { [weak self] in self?.enter { $0.recorded(.video, for: id) } }
    guard let audio else { return }
    request.recording.insert(.audio)
    request.audioFootage = audio.reserve(reserved, for: id) {
      AudioFootage(format: audio.source.format, configuration: configuration, tracker: tracker)
    }
    audio.watch(for: request.window.end) { [weak self] in self?.enter { $0.recorded(.audio, for: id) } }
  }

  /// A frame at or after the shutter is in the ring, so the nearest one is known.
  private func chooseFrame(for id: CaptureID) {
    guard let request = requests[id], let video, let frame = video.nearest(to: request.resolved.shutterTime) else {
      return
    }
    request.frame = frame
    if let footage = request.videoFootage {
      // It may have come later than anybody reckoned with; the movie goes on to its end all the same.
      let end = frame.time + video.source.mode.frameInterval
      video.widen(footage, to: end, for: id)
      if let footage = request.audioFootage { audio?.widen(footage, to: end, for: id) }
      footage.choose(frame.time, for: id)
    }
    perform(request.machine.frameChosen(), for: request)
  }

  private func recorded(_ medium: PhotoRequest.Medium, for id: CaptureID) {
    guard let request = requests[id] else { return }
    request.recording.remove(medium)
    if request.recording.isEmpty { perform(request.machine.recordingEnded(), for: request) }
  }

  func perform(_ actions: [PhotoRequest.StateMachine.Action], for request: PhotoRequest) {
    for action in actions { perform(action, for: request) }
  }

  private func perform(_ action: PhotoRequest.StateMachine.Action, for request: PhotoRequest) {
    let now = environment.clock.now
    switch action {
    case .announceBegin: emit(.willBeginCapture(request.resolved, at: now), for: request)
    case .announceExposure:
      emit(.willCapturePhoto(request.resolved, at: now), for: request)
      emit(.didCapturePhoto(request.resolved, at: now), for: request)
    case .processStill: processStill(request)
    case .announcePhoto:
      var failure: CaptureError?
      if case .finished(let error) = request.machine.still { failure = error }
      emit(.didFinishProcessingPhoto(request.photo ?? noPhoto(request), error: failure, at: now), for: request)
    case .announceRecordingEnd: emit(.didFinishRecordingMovie(request.resolved, at: now), for: request)
    case .writeMovie: writeMovie(request)
    case .announceMovie:
      var failure: CaptureError?
      if case .finished(let error) = request.machine.movie { failure = error }
      emit(.didFinishProcessingMovie(request.movie, request.resolved, error: failure, at: now), for: request)
    case .announceFinish:
      emit(.didFinishCapture(request.resolved, error: request.machine.error, at: now), for: request)
      requestDidFinish(request)
    }
  }

  private func noPhoto(_ request: PhotoRequest) -> CapturePhoto {
    CapturePhoto(
      resolvedSettings: request.resolved, timestamp: .invalid, sequence: nil, isCameraOriginal: false, bytes: nil)
  }

  private func emit(_ event: CaptureEvent, for request: PhotoRequest) {
    guard let output else { return }
    output.emit(event)
    guard let delegate = request.delegate else { return }
    // Held weakly on the way too: a delegate that has been let go hears nothing.
    tracker.async(on: output.delegateQueue) { [weak delegate] in delegate?.receive(event, from: output) }
  }

  // MARK: The two files

  private func processStill(_ request: PhotoRequest) {
    guard let frame = request.frame else { return }
    let id = request.id
    let maker = StillMaker(
      configuration: configuration, codec: request.settings.photoCodec, resolved: request.resolved,
      orientation: request.settings.orientation, model: video?.source.device.name ?? "",
      date: environment.wallClock.date(at: frame.time))
    tracker.async(on: stillQueue) { [weak self] in
      let result = maker.make(from: frame)
      self?.enter { $0.stillEnded(result, for: id) }
    }
  }

  private func stillEnded(_ result: Result<CapturePhoto, CaptureError>, for id: CaptureID) {
    guard let request = requests[id] else { return }
    switch result {
    case .success(let photo):
      request.photo = photo
      perform(request.machine.stillEnded(nil), for: request)
    case .failure(let error): perform(request.machine.stillEnded(error), for: request)
    }
  }

  private func writeMovie(_ request: PhotoRequest) {
    guard let frame = request.frame, let video, let footage = request.videoFootage else {
      return movieEnded(.failure(CaptureError(.noFrames, message: "the camera delivered no frame")), for: request.id)
    }
    let id = request.id
    // Edges go to the nearest frame, and the still is shown even if it lies half a frame outside.
    let half = video.source.mode.frameInterval.multiplied(by: 1, over: 2)
    let window = TimeRange(
      start: min(request.window.start - half, frame.time),
      end: max(request.window.end - half, frame.time + MediaTime(nanoseconds: 1)))
    let maker = MovieMaker(
      configuration: configuration, resolved: request.resolved, orientation: request.settings.orientation,
      window: window, frameInterval: video.source.mode.frameInterval, still: frame.time,
      model: video.source.device.name, wallClock: environment.wallClock, files: environment.files)
    let audioFootage = request.audioFootage
    let nextFrame = video.firstTime(atOrAfter: window.end)
    footage.cut(window, for: id) { [weak self] videoCut in
      guard let self else { return }
      self.finishMovie(maker, videoCut, nextFrame: nextFrame, audioFootage, for: id)
    }
  }

  /// Cuts the sound to the picture that has been cut, and writes the file.
  private nonisolated func finishMovie(
    _ maker: MovieMaker, _ videoCut: Result<VideoFootage.Cut, CaptureError>, nextFrame: MediaTime?,
    _ audioFootage: AudioFootage?, for id: CaptureID
  ) {
    let write: @Sendable (Result<AudioFootage.Cut?, CaptureError>) -> Void = { audioCut in
      self.tracker.async(on: self.writeQueue) {
        let result = videoCut.flatMap { video in
          audioCut.flatMap { audio in maker.make(video, nextFrame: nextFrame, audio) }
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
