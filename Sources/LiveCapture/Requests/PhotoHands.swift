import CaptureDevices
import Diagnostics
import Dispatch
import FileStorage
import MediaCore
import Synchronization

/// Carries out what ``PhotoPipeline`` decides: on lanes, cameras, encoders, outputs and delegates.
enum PhotoHands {
  // MARK: Beginning

  static func order(
    _ settings: PhotoSettings, from output: PhotoOutput,
    delegate: (any PhotoCaptureDelegate)?, in session: isolated CaptureSession
  ) -> PhotoOrder {
    let connection = session.graph.connection(to: output, of: .video)
    let device = connection?.input.device
    let video = connection.flatMap { session.runner.lane(of: $0.input)?.video }
    let audio = session.microphone(of: output)
    let named = settings.frameSequence.flatMap { video?.frame(.numbered($0)) }
    let shutterTime = named?.time ?? settings.shutterTime ?? session.now
    let (path, files) = (settings.livePhotoMoviePath, session.environment.files)
    // A store is asked about no name that cannot be written to anyway.
    let isMovieWritable = path.map { files.canCreate($0) } ?? true
    let isMovieTaken = isMovieWritable && path.map { files.exists($0) } ?? false
    return PhotoOrder(
      settings: settings, output: output, shutterTime: shutterTime, named: named,
      features: output.state.withLock { $0.features }, delegate: delegate,
      queue: session.environment.profile.delivery == .serial
        ? output.delegateQueue : DispatchQueue(label: "\(output.delegateQueue.label).\(settings.uniqueID)"),
      isConnected: connection?.isActive == true,
      camera: video.map { video in
        PhotoOrder.Camera(
          lane: ObjectIdentifier(video), dimensions: CaptureDevice.Format(video.source.mode).dimensions,
          frameInterval: video.source.mode.frameInterval,
          controlDelayFrames: min(max(0, video.source.controlDelayFrames), Self.longestControlDelay),
          oldest: video.oldestTime, nearest: video.frame(.nearest(shutterTime))?.time)
      }, deviceDimensions: device?.activeFormat?.dimensions ?? .none, deviceType: device?.traits.kind ?? .builtIn,
      orientation: settings.orientation ?? connection?.orientation ?? .up, video: video, audio: audio,
      isMovieWritable: isMovieWritable, isMovieTaken: isMovieTaken)
  }

  // A camera that claims more would have a capture wait for good.
  private static let longestControlDelay = 1000

  /// Creates the plan that sets the camera for a capture; returns `nil` for a capture that needs no setting.
  static func makePlan(for request: PhotoRequest, _ environment: CaptureEnvironment) -> ExposurePlan? {
    guard request.isExposed, let video = request.video else { return nil }
    let isFlashEnabled = request.resolved.isFlashEnabled
    return ExposurePlan(
      video.source, bracket: request.settings.bracket, flash: isFlashEnabled ? environment.flash : nil,
      usesCameraFlash: isFlashEnabled && environment.flash == nil)
  }

  /// Tells whether a capture will flash: its flash is on, or automatic and the picture is dark, and the flash is not
  /// too hot.
  static func usesFlash(
    _ settings: PhotoSettings, on video: VideoLane?, in session: isolated CaptureSession
  ) -> Bool {
    guard settings.flashMode != .off, session.environment.flash?.isAvailable ?? true, let video else { return false }
    // What cannot be looked at is not dark, and is told of as a still that cannot be made.
    return settings.flashMode == .on
      || video.newestFrame.flatMap { try? brightness(of: $0, session.environment.media.pictures) }.map {
        $0 < session.configuration.flashThreshold
      } ?? false
  }

  /// The mean of a frame's luma, 0 for black to 1 for white.
  private static func brightness(
    of frame: VideoFrame, _ pictures: any PictureConverting
  ) throws(CodingError) -> Double {
    let side = 64
    let small = try pictures.convert(frame, to: .yu12, size: (side, side))
    let sum = small.storage.withBytes { bytes in bytes[..<(side * side)].reduce(0) { $0 + Int($1) } }
    let mean = Double(sum) / Double(side * side)
    return small.format.range == .full ? mean / 255 : max(0, mean - 16) / 219
  }

  static func updateReadiness(of output: PhotoOutput, in session: isolated CaptureSession) {
    let input = session.graph.connection(to: output, of: .video)?.input
    let video = input.flatMap { session.runner.lane(of: $0)?.video }
    // No more of the session than readiness depends on: a still changes it four times.
    let view = SessionView(
      now: session.now, phase: session.lifecycle.phase,
      features: [ObjectIdentifier(output): output.state.withLock { $0.features.enabled }])
    output.note(session.photos.readiness(of: output, hasFrame: video.map { $0.oldestTime != nil }, view))
  }

  // MARK: Carrying out

  static func perform(_ action: PhotoPipeline.Action, in session: isolated CaptureSession) {
    switch action {
    case .tell(let event, let request): tell(event, of: request, in: session)
    case .wake(let output, let time):
      _ = session.environment.clock.schedule(at: time) { [weak session, weak output] in
        guard let output else { return }
        session?.enter { $0.photograph { $0.eventsAreDue(of: output, $1) } }
      }
    case .watch(let request, let watch, let time):
      let id = request.id
      request.video?.watch(for: time) { [weak session] in
        session?.enter { $0.photograph { $0.reached(watch, of: id, $1) } }
      }
    case .find(let request, let search, let choice):
      let frame = request.video?.frame(choice)
      session.photograph { $0.found(frame, for: search, of: request, $1) }
    case .reserve(let request): reserve(for: request, in: session)
    case .setExposure(let request, let exposure, let plan): set(exposure, plan, for: request, in: session)
    case .endExposure(let plan):
      // Behind whatever is being set for it on that queue.
      session.scheduler.run(on: session.deviceQueue) { [weak session] in
        let errors = plan.end()
        session?.enter { session in
          for error in errors { session.report(error) }
          session.photograph { pipeline, _ in pipeline.exposuresHaveEnded() }
        }
      }
    case .show(let frame, let request): show(frame, in: request)
    case .makeStill(let request, let index, let keepsDamaged):
      make(index, keepingDamaged: keepsDamaged, for: request, in: session)
    case .resumeFootage(let request): request.videoFootage?.resume(request.id)
    case .makeMovie(let request): MovieHands.makeMovie(of: request, in: session)
    case .endSound(let request, let claim, let isShared): endSound(of: request, claim, isShared: isShared, in: session)
    case .release(let request):
      if let footage = request.videoFootage { request.video?.release(footage, for: request.id) }
      if let footage = request.audioFootage { request.audio?.release(footage, for: request.id) }
    case .mark(let request, .gatheringEnded): request.timer?.gatheringEnded(at: session.now)
    case .mark(let request, let mark): request.timer?.mark(mark, at: session.now)
    case .updateReadiness(let output): updateReadiness(of: output, in: session)
    case .allClosed: session.noteClosedCapture()
    }
  }

  private static func tell(_ event: CaptureEvent, of request: PhotoRequest, in session: isolated CaptureSession) {
    let (output, timer) = (request.output, request.timer)
    let witness = session.environment.witness
    output.emit(event)
    // Last of all, when the delegate has heard everything: its own work is in them.
    let finish: @Sendable () -> Void = {
      if case .didFinishCapture = event, let timer { output.timingsFeed.tell(timer.timings) }
    }
    guard request.hasDelegate else {
      witness?(.told(event, nil, output))
      return finish()
    }
    // Held weakly on the way too: a delegate that has been let go hears nothing.
    session.scheduler.run(.delegate, on: request.queue) { [weak delegate = request.delegate] in
      witness?(.told(event, delegate, output))
      if let delegate {
        timer.measureDelegate { delegate.receive(event, from: output, timer: timer) }
      } else {
        witness?(.delegateWasReleased(before: event, output))
      }
      finish()
    }
  }

  // MARK: Cameras and lanes

  private static func set(
    _ exposure: Int, _ plan: ExposurePlan, for request: PhotoRequest, in session: isolated CaptureSession
  ) {
    let (id, video) = (request.id, request.video)
    session.scheduler.run(on: session.deviceQueue) { [weak session] in
      let result = Result { () throws(DeviceError) in try plan.begin(exposure) }
      session?.enter { session in
        session.photograph { $0.exposureIsSet(result, exposure, of: id, newest: video?.newestTime, $1) }
      }
    }
  }

  private static func reserve(for request: PhotoRequest, in session: isolated CaptureSession) {
    guard let video = request.video else { return }
    let first = request.output.state.withLock { $0.features.capabilities.movieCodecs.first }
    let codec = request.settings.livePhotoVideoCodec ?? first ?? .h264
    var plan = session.inputHands.plan(of: video, codec, in: session)
    plan.measuresMotion = request.isTrimmed
    // What was encoded without looking at motion cannot be trimmed.
    let pictures = video.reserve(
      request.pictureClaim,
      sharing: { $0.codec == plan.codec && ($0.measuresMotion || !plan.measuresMotion) }
    ) { VideoFootage(plan, scheduler: session.scheduler, stageClock: session.environment.stageClock) }
    let sound = request.audio.map { audio in audio.reserve(request.soundClaim) { footage(of: audio, in: session) } }
    session.photos.reserved(pictures, sound, for: request)
    reportEnd(of: .video, for: request, by: video, at: request.window.pictureEnd, in: session)
    guard let audio = request.audio else { return }
    reportEnd(of: .audio, for: request, by: audio, at: request.window.soundEnd, in: session)
  }

  /// Requests a report once all samples of a medium that a movie is to have are there.
  private static func reportEnd<Intake>(
    of medium: LaneMedium, for request: PhotoRequest, by lane: Lane<Intake>, at end: MediaTime,
    in session: isolated CaptureSession
  ) {
    lane.watch(for: end) { [weak session, weak lane, id = request.id, timer = request.timer] in
      if let timer, let lane { timer.mark(.gatheringEnded, at: lane.lastArrival) }
      session?.enter { $0.photograph { $0.gathered(medium, of: id, $1) } }
    }
  }

  private static func show(_ frame: VideoFrame, in request: PhotoRequest) {
    if let timer = request.timer { note(frame, of: request, timer) }
    guard let footage = request.videoFootage, let video = request.video else { return }
    // It may have come later than anybody reckoned with; the movie goes on to its end all the same.
    let end = frame.time + request.frameInterval
    video.widen(footage, to: end, for: request.id)
    if let footage = request.audioFootage { request.audio?.widen(footage, to: end, for: request.id) }
    footage.choose(frame.time, for: request.id)
  }

  private static func note(_ frame: VideoFrame, of request: PhotoRequest, _ timer: CaptureTimer) {
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

  private static func endSound(
    of request: PhotoRequest, _ claim: FootageClaim, isShared: Bool, in session: isolated CaptureSession
  ) {
    guard let audio = request.audio, let footage = request.audioFootage else { return }
    guard isShared else { return audio.end(footage) }
    let own = audio.split(footage, claim) { Self.footage(of: audio, in: session) }
    session.photos.reserved(request.videoFootage, own, for: request)
  }

  private static func footage(of audio: AudioLane, in session: isolated CaptureSession) -> AudioFootage {
    AudioFootage(
      format: session.configuration.movieFormat(of: audio.source.format), configuration: session.configuration,
      sound: session.environment.media.sound,
      scheduler: session.scheduler, stageClock: session.environment.stageClock)
  }

  // MARK: Stills

  private static func make(
    _ index: Int, keepingDamaged: Bool, for request: PhotoRequest, in session: isolated CaptureSession
  ) {
    let photo = request.photos[index]
    let (frame, id, environment) = (request.frames[photo.exposure], request.id, session.environment)
    var settings = request.settings
    settings.metadata = request.metadata(ofExposure: photo.exposure)
    var maker = StillMaker(
      media: environment.media, configuration: session.configuration, settings: settings, resolved: request.resolved,
      isRaw: photo.isRaw, orientation: request.orientation,
      model: request.video?.source.device.name ?? "", date: environment.wallClock.date(at: frame.time))
    maker.stages = request.timer?.recorder
    maker.keepsDamaged = keepingDamaged
    var frames = [frame]
    if request.settings.photoQualityPrioritization == .quality, let video = request.video {
      frames += video.neighbours(
        of: frame, count: SessionConfiguration.stackedFrames - 1, within: SessionConfiguration.stackReach)
    }
    let isDeferred = request.isDeferred
    session.scheduler.run(on: session.stillQueue) { [weak session, environment, maker, frames] in
      let result = isDeferred ? makeProxy(maker, frames, environment) : maker.make(from: frames)
      session?.enter { $0.photograph { $0.photoEnded(result, index, of: id, $1) } }
    }
  }

  private static func makeProxy(
    _ maker: StillMaker, _ frames: [VideoFrame], _ environment: CaptureEnvironment
  ) -> Result<CapturePhoto, CaptureError> {
    let proxy = maker.makeProxy(from: frames)
    guard case .success = proxy else { return proxy }
    do {
      let job = DeferredPhotoJob(maker, frames: frames)
      try maker.stages.measure(.write) {
        try environment.deferredStorage?.store(job.bytes(), of: maker.resolved.uniqueID, as: job.name)
      }
    } catch {
      return .failure(
        CaptureError(
          .writingFailed,
          message: "the deferred still's frames could not be saved; check the deferred storage, then take it again",
          underlying: error))
    }
    return proxy
  }
}
