import CaptureDevices
import Dispatch
import MediaCore
import FileStorage
import Synchronization

/// How a capture begins: the request is looked at, resolved, and set on its way.
extension CaptureSession {
  /// What a capture is taken with.
  private struct Source {
    let connection: CaptureConnection
    let video: VideoPort?
    let audio: AudioPort?
    let features: OutputFeatures
  }

  /// Presses the shutter; called from any thread, returns once the capture has begun.
  nonisolated func capture(
    _ settings: PhotoSettings, from output: PhotoOutput, delegate: (any PhotoCaptureDelegate)?
  ) throws(CaptureError) -> CaptureID {
    let shutterTime = settings.shutterTime ?? environment.clock.now
    let result: Result<CaptureID, CaptureError> = sync { session in
      do throws(CaptureError) {
        return .success(try session.begin(settings, from: output, at: shutterTime, delegate: delegate))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func begin(
    _ settings: PhotoSettings, from output: PhotoOutput, at shutterTime: MediaTime,
    delegate: (any PhotoCaptureDelegate)?
  ) throws(CaptureError) -> CaptureID {
    let source = try check(settings, from: output, at: shutterTime, delegate: delegate)
    output.noteRequest(settings.uniqueID)
    let request = makeRequest(settings, from: output, at: shutterTime, source: source, delegate: delegate)
    requests[request.id] = request
    perform(request.machine.begin(), for: request)
    guard let video = source.video, case .running = state else {
      let error = CaptureError(.sessionNotRunning, message: "the session does not run; call startRunning first")
      perform(request.machine.footageEnded(error), for: request)
      return request.id
    }
    guard requests.count <= configuration.maximumUnfinishedCaptures else {
      let error = CaptureError(
        .tooManyCaptures,
        message: "\(configuration.maximumUnfinishedCaptures) captures are under way already; wait for some to finish")
      perform(request.machine.footageEnded(error), for: request)
      return request.id
    }
    expose(request, from: video)
    if request.resolved.isLive { startRecording(request, from: video) }
    updateReadiness(of: output)
    return request.id
  }

  // MARK: Looking at the request

  private func check(
    _ settings: PhotoSettings, from output: PhotoOutput, at shutterTime: MediaTime,
    delegate: (any PhotoCaptureDelegate)?
  ) throws(CaptureError) -> Source {
    guard let connection = graph.connection(to: output, of: .video), connection.isActive else {
      throw CaptureError(
        .invalidConfiguration, message: "the output has no active and enabled video connection: add a camera",
        rule: .videoConnectionIsActive)
    }
    let features = output.state.withLock { $0.features }
    let validation = RequestValidation(settings, features)
    try validation.checkSettings()
    try validation.check(delegate)
    try checkShutterTime(shutterTime)
    let video = ports[ObjectIdentifier(connection.input)]?.video
    if let path = settings.livePhotoMoviePath { try checkMovieFile(path) }
    if settings.isLive { try checkMovieLength(of: video) }
    // Last: an identifier is used up only by a request that is taken.
    guard usedIdentifiers.use(settings.uniqueID) else {
      throw CaptureError(
        breaking: .identifierIsFresh, context: "uniqueID",
        "settings are for one capture: make new ones with init(from:)")
    }
    let microphone = graph.connection(to: output, of: .audio).flatMap { connection in
      connection.isActive ? ports[ObjectIdentifier(connection.input)]?.audio : nil
    }
    return Source(connection: connection, video: video, audio: microphone, features: features)
  }

  private func checkShutterTime(_ shutterTime: MediaTime) throws(CaptureError) {
    // Older frames may have fallen out of the ring, and a frame of the future may never come.
    let now = environment.clock.now
    guard shutterTime.isNumeric, shutterTime <= now, shutterTime >= now - SessionConfiguration.ringMargin else {
      throw CaptureError(
        breaking: .shutterTimeIsRecent, context: "shutterTime", "must be an instant of the second that has just passed")
    }
  }

  private func checkMovieFile(_ path: String) throws(CaptureError) {
    guard environment.files.canCreate(path) else {
      throw CaptureError(
        breaking: .moviePathIsReachable, context: "livePhotoMoviePath",
        "\(path): there is no such folder, or it cannot be written to")
    }
    if environment.profile.existingFile == .isRefused, environment.files.exists(path) {
      throw CaptureError(
        .fileExists, context: path, message: "a file of this name exists already", rule: .moviePathIsReachable)
    }
  }

  private func checkMovieLength(of video: VideoPort?) throws(CaptureError) {
    guard let video else { return }
    let shortest = video.source.mode.frameInterval * 2
    guard configuration.preRoll + configuration.postRoll >= shortest else {
      throw CaptureError(
        .invalidSettings, context: "preRoll and postRoll",
        message: "a movie needs two frames, which are \(shortest.seconds) s at this rate; make one of them longer")
    }
  }

  // MARK: Resolving

  private func makeRequest(
    _ settings: PhotoSettings, from output: PhotoOutput, at shutterTime: MediaTime, source: Source,
    delegate: (any PhotoCaptureDelegate)?
  ) -> PhotoRequest {
    var settings = settings
    if settings.isLive, settings.livePhotoVideoCodec == nil {
      settings.livePhotoVideoCodec = source.features.capabilities.movieCodecs.first
    }
    let givesWay =
      source.features.isFastCaptureEnabled && settings.photoQualityPrioritization == .quality
      && requests.values.contains { $0.output === output && ($0.machine.isWaiting || $0.machine.isProcessing) }
    if givesWay { settings.photoQualityPrioritization = .balanced }
    var resolved = resolve(settings, at: shutterTime, source)
    resolved.isFastCapturePrioritizationEnabled = givesWay
    let earliest = source.features.liveEarliest
    let start = shutterTime - configuration.preRoll
    let request = PhotoRequest(
      settings: settings, resolved: resolved, output: output, video: source.video,
      audio: source.audio, orientation: settings.orientation ?? source.connection.orientation,
      deviceType: source.connection.input.device.traits.kind,
      window: TimeRange(
        start: min(shutterTime, earliest.map { max(start, $0) } ?? start), end: shutterTime + configuration.postRoll),
      earliest: earliest, isTrimmed: source.features.isLiveAutoTrimmingEnabled, profile: environment.profile,
      delegate: delegate)
    request.timer = environment.stageClock.map { CaptureTimer(clock: $0, resolved: resolved) }
    return request
  }

  private func resolve(_ settings: PhotoSettings, at shutterTime: MediaTime, _ source: Source) -> ResolvedPhotoSettings
  {
    let format =
      source.video.map { CaptureDevice.Format($0.source.mode).dimensions }
      ?? source.connection.input.device.activeFormat?.dimensions ?? .none
    let photo = settings.maxPhotoDimensions ?? format
    var oldest = source.video?.oldestTime ?? shutterTime
    if let earliest = source.features.liveEarliest { oldest = max(oldest, earliest) }
    var resolved = ResolvedPhotoSettings(
      uniqueID: settings.uniqueID, shutterTime: shutterTime, photoDimensions: settings.format == nil ? .none : photo,
      livePhotoMovieDimensions: settings.isLive ? configuration.movieDimensions(of: format) : .none,
      expectedPhotoCount: settings.photoCount,
      contentIdentifier: settings.isLive ? environment.makePairIdentifier() : nil,
      livePhotoMoviePath: settings.livePhotoMoviePath,
      availablePreRoll: min(max(.zero, shutterTime - oldest), configuration.preRoll))
    if isDeferred(settings, source.features) {
      resolved.deferredPhotoProxyDimensions = PhotoPreviewFormat().dimensions(
        of: photo, otherwise: StillMaker.proxySide)
    }
    resolved.photoProcessingTimeRange = processingTimes.range(for: settings, isDeferred: resolved.isDeferred)
    resolved.isFlashEnabled = usesFlash(settings, on: source.video)
    if settings.rawPixelFormat != nil { resolved.rawPhotoDimensions = format }
    if let preview = settings.previewPhotoFormat {
      resolved.previewDimensions = preview.dimensions(of: photo, otherwise: 320)
    }
    if settings.format?.codec != nil, let thumbnail = settings.embeddedThumbnailPhotoFormat {
      resolved.embeddedThumbnailDimensions = thumbnail.dimensions(of: photo, otherwise: 160)
    }
    if settings.rawPixelFormat != nil, let thumbnail = settings.rawEmbeddedThumbnailPhotoFormat {
      resolved.rawEmbeddedThumbnailDimensions = thumbnail.dimensions(of: format, otherwise: 160)
    }
    return resolved
  }

  /// Whether a still costs so much that it is finished later: several frames in one, or HEVC.
  func isDeferred(_ settings: PhotoSettings, _ features: OutputFeatures) -> Bool {
    guard features.isDeferredEnabled, !settings.isBracket, settings.rawPixelFormat == nil,
      let codec = settings.format?.codec
    else { return false }
    return codec == .heic || settings.photoQualityPrioritization == .quality
  }

  // MARK: Setting on its way

  /// How many frames a movie's encoder waits at most for the still: one until it is chosen, and two in which it is made.
  private static let framesForStill: Int32 = 3

  private func startRecording(_ request: PhotoRequest, from video: VideoPort) {
    let id = request.id
    let interval = video.source.mode.frameInterval
    let shutterTime = request.resolved.shutterTime
    // The still is shown even if it lies outside the window: half a frame as a rule, more where frames are missing.
    // It will not be older than the frame that is nearest now.
    let nearest = video.nearest(to: shutterTime)?.time ?? .positiveInfinity
    let edges = request.edges(frameInterval: interval)
    let shown = TimeRange(start: min(edges.start, nearest), end: edges.end)
    let codec = request.settings.livePhotoVideoCodec ?? .h264
    let pace = reckonedPace
    request.videoFootage = video.reserve(
      shown, as: codec, holdingFrom: shutterTime - interval,
      pausingUntil: shutterTime + interval.multiplied(by: Self.framesForStill, over: 1), for: id
    ) {
      VideoFootage(
        mode: video.source.mode, codec: codec, configuration: configuration, scheduler: scheduler, counter: counter,
        encoders: environment.encoders, pace: pace, stageClock: environment.stageClock)
    }
    request.recording = [.video]
    let timer = request.timer
    video.watch(for: max(shutterTime, request.lastFrame(frameInterval: interval))) { [weak self, weak video] in
      if let timer, let video { timer.mark(.recordingEnded, at: video.lastArrival) }
      self?.enter { $0.recorded(.video, for: id) }
    }
    guard let audio = request.audio else { return }
    request.recording.insert(.audio)
    // The last frame is shown until the next one was taken, and heard as long.
    let heard = TimeRange(start: shown.start, end: request.window.end + interval)
    request.audioFootage = audio.reserve(heard, for: id) {
      AudioFootage(
        format: audio.source.format, configuration: configuration, scheduler: scheduler,
        stageClock: environment.stageClock)
    }
    audio.watch(for: request.window.end) { [weak self, weak audio] in
      if let timer, let audio { timer.mark(.recordingEnded, at: audio.lastArrival) }
      self?.enter { $0.recorded(.audio, for: id) }
    }
  }

  /// A frame at or after the shutter is in the ring, so the nearest one is known.
  func chooseFrame(for id: CaptureID) {
    guard let request = requests[id], request.machine.isWaiting, let video = request.video else { return }
    let shutterTime = request.resolved.shutterTime
    let hasLag = !request.output.state.withLock { $0.features.isZeroShutterLagEnabled }
    guard let frame = hasLag ? video.first(atOrAfter: shutterTime) : video.nearest(to: shutterTime) else { return }
    take(frame, for: request)
  }

  /// A frame is one of the capture's stills.
  func take(_ frame: VideoFrame, for request: PhotoRequest) {
    request.frames.append(frame)
    show(frame, in: request)
    perform(request.machine.frameChosen(), for: request)
    updateReadiness(of: request.output)
  }

  /// Lets a movie have its still in this frame.
  func show(_ frame: VideoFrame, in request: PhotoRequest) {
    if let timer = request.timer { note(frame, of: request, timer) }
    if let footage = request.videoFootage, let video = request.video {
      // It may have come later than anybody reckoned with; the movie goes on to its end all the same.
      let end = frame.time + video.source.mode.frameInterval
      video.widen(footage, to: end, for: request.id)
      if let footage = request.audioFootage { request.audio?.widen(footage, to: end, for: request.id) }
      footage.choose(frame.time, for: request.id)
    }
  }

  private func note(_ frame: VideoFrame, of request: PhotoRequest, _ timer: CaptureTimer) {
    // Those of a movie are taken together with it.
    if !request.resolved.isLive { timer.add(request.video?.takeWork(from: frame.time, through: frame.time)) }
    guard request.frames.count == 1, let video = request.video else { return }
    let arrival = video.arrival(of: frame)
    timer.update { timings in
      timings.marks[.stillTaken] = frame.time
      timings.marks[.stillArrived] = arrival
      timings.shutterError = frame.time - request.resolved.shutterTime
      timings.timestampInstant = video.source.timestampInstant
    }
  }

  func recorded(_ medium: PhotoRequest.Medium, for id: CaptureID) {
    guard let request = requests[id], request.machine.isRecording else { return }
    request.recording.remove(medium)
    if request.recording.isEmpty { perform(request.machine.recordingEnded(), for: request) }
  }

  // MARK: Suspension

  /// Lets recording rest: movies under way end now. Or lets it go on: from now on.
  nonisolated func setSuspended(_ isSuspended: Bool, of output: PhotoOutput) {
    sync { session in
      let now = session.environment.clock.now
      let isChange = output.state.withLock { state in
        guard state.features.isLiveSuspended != isSuspended else { return false }
        state.features.isLiveSuspended = isSuspended
        if !isSuspended { state.features.liveEarliest = now }
        return true
      }
      guard isChange, isSuspended else { return }
      for request in session.requestsInOrder where request.output === output && request.machine.isRecording {
        session.endRecording(request, at: now)
      }
    }
  }

  var requestsInOrder: [PhotoRequest] { requests.values.sorted { $0.id < $1.id } }

  /// Ends a movie's recording before its time. One whose still has not been taken yet goes on to its still.
  func endRecording(_ request: PhotoRequest, at now: MediaTime) {
    guard request.machine.isRecording else { return }
    request.window = TimeRange(
      start: request.window.start, end: min(request.window.end, max(now, request.window.start)))
    if request.machine.isWaiting {
      let id = request.id
      // The frame that is the still will be there in a moment, and is the movie's last.
      request.video?.watch(for: request.resolved.shutterTime) { [weak self] in
        self?.enter { session in
          guard let request = session.requests[id] else { return }
          session.perform(request.machine.recordingEnded(), for: request)
        }
      }
    } else {
      perform(request.machine.recordingEnded(), for: request)
    }
  }

  /// Switches features of an output, and ends what is under way where the contract has it so.
  nonisolated func changeFeatures(
    of output: PhotoOutput, isDisruptive: Bool, _ change: @Sendable (inout OutputFeatures) -> Void
  ) {
    sync { session in
      let isRunning = session.isRunning
      let now = session.environment.clock.now
      let hasChanged = output.state.withLock { state in
        let before = state.features
        change(&state.features)
        if isRunning, state.features.isLiveEnabled, !before.isLiveEnabled { state.features.liveEarliest = now }
        return state.features.isDifferent(from: before)
      }
      guard isDisruptive, hasChanged, isRunning else { return }
      if session.configurationDepth > 0 {
        session.isRebuildPending = true
      } else {
        session.end(session.requestsInOrder.filter { $0.output === output })
        session.updateReadiness()
      }
    }
  }
}
