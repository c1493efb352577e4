import CaptureDevices
import Diagnostics
import MediaCore

/// The captures of a session: what becomes of each request, from the shutter to the last call to its delegate.
struct PhotoPipeline {
  enum Search {
    /// The still of a capture: the nearest to the shutter, or the first one after it.
    case still
    /// The frame that shows what the camera was set to.
    case exposure
    /// Another frame in place of a damaged one.
    case substitute
  }

  /// The purpose of waiting for a frame of some instant or later in the camera's ring.
  enum Watch {
    case shutter
    case exposure(Int, due: MediaTime)
    /// The still of a movie that ends early.
    case lastFrame
  }

  enum Action {
    case tell(CaptureEvent, PhotoRequest)
    /// Report ``PhotoPipeline/eventsAreDue(of:_:)`` at that instant.
    case wake(PhotoOutput, at: MediaTime)
    case watch(PhotoRequest, Watch, MediaTime)
    /// Answer with ``PhotoPipeline/found(_:for:of:_:)``.
    case find(PhotoRequest, Search, FrameChoice)
    case reserve(PhotoRequest)
    case setExposure(PhotoRequest, Int, ExposurePlan)
    case endExposure(ExposurePlan)
    /// Let a capture's movie have its still in this frame.
    case show(VideoFrame, PhotoRequest)
    /// Make a photo; the camera's own JPEG is one even if it is damaged, where that is to be kept.
    case makeStill(PhotoRequest, index: Int, keepsDamaged: Bool)
    /// Encoders that wait for the still go on.
    case resumeFootage(PhotoRequest)
    case makeMovie(PhotoRequest)
    /// Make the sound that is still to come silence; in a footage that others use, for this capture alone.
    case endSound(PhotoRequest, FootageClaim, isShared: Bool)
    case release(PhotoRequest)
    case mark(PhotoRequest, CaptureMark)
    case updateReadiness(PhotoOutput)
    case allClosed
  }

  private let configuration: SessionConfiguration
  private let profile: CaptureProfile
  private let eventOrder: (any EventOrdering)?
  private(set) var requests: [CaptureID: PhotoRequest] = [:]
  /// The numbers of identifiers that were used: they come in rising order, so ranges of them are few.
  private var usedNumbers = RangeSet<Int128>()
  private var line = ExposureLine()
  private(set) var sequencers: [ObjectIdentifier: EventSequencer] = [:]
  private var processingTimes = ProcessingTimes()

  /// No captures. `eventOrder` says in which order events are told; `nil` tells all at once.
  init(
    _ configuration: SessionConfiguration, _ profile: CaptureProfile,
    eventOrder: (any EventOrdering)? = nil
  ) {
    (self.configuration, self.profile, self.eventOrder) = (configuration, profile, eventOrder)
  }

  // MARK: What others may see

  var isEmpty: Bool { requests.isEmpty }

  /// Indicates whether a capture is under way, its end has not been told yet, or a camera has not been set back yet.
  var hasOpenCaptures: Bool {
    !requests.isEmpty || !line.isEmpty || sequencers.values.contains { $0.hasOpenCaptures }
  }

  // Not by a key path, which the runtime would make anew with every event.
  var outputs: [PhotoOutput] { requests.values.map { $0.output } }

  /// Returns the readiness of an output for the next shot. `hasFrame` is `nil` when its camera does not deliver.
  func readiness(of output: PhotoOutput, hasFrame: Bool?, _ view: SessionView) -> CaptureReadiness {
    guard view.isRunning else { return .sessionNotRunning }
    guard hasFrame == true else { return .notReadyMomentarily }
    let own = requests.values.filter { $0.output === output }
    if own.contains(where: { $0.machine.isWaiting }) { return .notReadyWaitingForCapture }
    let limit = view.isEnabled(.responsive, of: output) ? configuration.maximumUnfinishedStills : 1
    return own.count { $0.machine.isProcessing } >= limit ? .notReadyWaitingForProcessing : .ready
  }

  // MARK: Beginning

  /// Looks at an order; its identifier is used up when it is taken.
  /// - Throws: ``CaptureError`` naming the rule that it breaks.
  mutating func check(_ order: PhotoOrder, _ view: SessionView) throws(CaptureError) {
    guard order.isConnected else { throw CaptureError.notConnected }
    let validation = RequestValidation(settings: order.settings, features: order.features)
    try validation.checkSettings()
    try validation.check(order.delegate)
    if order.settings.frameSequence == nil {
      try validation.checkShutterTime(order.shutterTime, at: view.now)
    } else {
      try validation.checkFrame(order.named)
    }
    try validation.checkMovie(order, configuration, profile)
    // Last: an identifier is used up only by a request that is taken.
    let number = Int128(order.settings.uniqueID.rawValue)
    guard !usedNumbers.contains(number) else {
      throw CaptureError(
        breaking: .identifierIsFresh, context: "uniqueID",
        "settings are for one capture: make new ones with init(from:)")
    }
    usedNumbers.insert(contentsOf: number..<number + 1)
  }

  private func givesWay(_ order: PhotoOrder) -> Bool {
    order.features[.fastCapture] && order.settings.photoQualityPrioritization == .quality
      && requests.values.contains {
        $0.output === order.output && ($0.machine.isWaiting || $0.machine.isProcessing)
      }
  }

  func makeRequest(
    _ order: PhotoOrder, identifier: PairIdentifier?, isFlashEnabled: Bool, stageClock: (any StageClock)? = nil
  ) -> PhotoRequest {
    var order = order
    if order.settings.isLive, order.settings.livePhotoVideoCodec == nil {
      order.settings.livePhotoVideoCodec = order.features.capabilities.movieCodecs.first
    }
    let givesWay = givesWay(order)
    if givesWay { order.settings.photoQualityPrioritization = .balanced }
    var resolved = order.resolve(configuration, identifier: identifier)
    resolved.photoProcessingTimeRange = processingTimes.range(for: order.settings, isDeferred: resolved.isDeferred)
    resolved.isFlashEnabled = isFlashEnabled
    resolved.isFastCapturePrioritizationEnabled = givesWay
    return PhotoRequest(
      order, resolved, window: MovieWindow(order, configuration), profile: profile, stageClock: stageClock)
  }

  /// Sets a request on its way. `plan` is what sets the camera for it, where that is needed.
  mutating func begin(_ request: PhotoRequest, _ plan: ExposurePlan?, _ view: SessionView) -> [Action] {
    requests[request.id] = request
    let actions = advance(request, request.machine.begin(), view)
    var refusal: CaptureError?
    if !view.isRunning || request.camera == nil {
      refusal = .notRunning
    } else if requests.count > configuration.maximumUnfinishedCaptures {
      refusal = CaptureError(
        .tooManyCaptures,
        message: "\(configuration.maximumUnfinishedCaptures) captures are under way already; wait for some to finish")
    }
    if let refusal { return actions + advance(request, request.machine.footageEnded(refusal), view) }
    let reservation: [Action] = request.resolved.isLive ? [.reserve(request)] : []
    // A frame that is there already is shown in a footage that is there, too.
    if let frame = request.named { return actions + reservation + take(frame, for: request, view) }
    return actions + expose(request, plan, view) + reservation + [.updateReadiness(request.output)]
  }

  /// Notes the footages that a movie is cut from: they have been reserved, or the sound is no longer shared.
  func reserved(_ pictures: VideoFootage?, _ sound: AudioFootage?, for request: PhotoRequest) {
    (request.videoFootage, request.audioFootage) = (pictures, sound)
  }

  // MARK: The still's frame

  private mutating func expose(_ request: PhotoRequest, _ plan: ExposurePlan?, _ view: SessionView) -> [Action] {
    let shutterTime = request.resolved.shutterTime
    guard let plan else {
      // Before the watch for the movie's end: with no time after the shutter one frame answers both. A frame less
      // than half an interval before the shutter is nearest; nobody has to wait for the next.
      let hasLag = !view.isEnabled(.zeroShutterLag, of: request.output)
      return [
        .watch(
          request, .shutter, hasLag ? shutterTime : shutterTime - request.frameInterval.multiplied(by: 1, over: 2))
      ]
    }
    line.join(request.id, plan)
    return line.first == request.id ? beginExposure(0, of: request.id) : []
  }

  private func beginExposure(_ exposure: Int, of id: CaptureID) -> [Action] {
    guard let plan = line.plan(of: id), let request = requests[id] else { return [] }
    return [.setExposure(request, exposure, plan)]
  }

  /// Notes that the camera is set for a frame, or could not be. `newest` is the time of the newest frame then.
  mutating func exposureIsSet(
    _ result: Result<StillExposure, DeviceError>, _ exposure: Int, of id: CaptureID, newest: MediaTime?,
    _ view: SessionView
  ) -> [Action] {
    guard let request = requests[id], request.machine.isWaiting, let camera = request.camera else { return [] }
    switch result {
    case .success(let known): request.exposures[exposure] = known
    case .failure(let error): return end(CaptureError(device: error, profile: profile), view) { $0 === request }
    }
    // The frame that is under way, and as many as the camera needs, still show what was set before.
    let due =
      max(newest ?? view.now, request.resolved.shutterTime) + camera.frameInterval * Int32(camera.controlDelayFrames)
      + camera.frameInterval.multiplied(by: 1, over: 2)
    return [.watch(request, .exposure(exposure, due: due), due)]
  }

  mutating func reached(_ watch: Watch, of id: CaptureID, _ view: SessionView) -> [Action] {
    guard let request = requests[id] else { return [] }
    let shutterTime = request.resolved.shutterTime
    switch watch {
    case .lastFrame: return advance(request, request.machine.gatheringEnded(), view)
    case .shutter:
      let hasLag = !view.isEnabled(.zeroShutterLag, of: request.output)
      guard request.machine.isWaiting else { return [] }
      return [.find(request, .still, hasLag ? .firstAtOrAfter(shutterTime) : .nearest(shutterTime))]
    case .exposure(_, let due):
      guard request.machine.isWaiting else { return [] }
      return [.find(request, .exposure, .firstAtOrAfter(due))]
    }
  }

  mutating func found(
    _ frame: VideoFrame?, for search: Search, of request: PhotoRequest, _ view: SessionView
  ) -> [Action] {
    switch search {
    case .still: return frame.map { take($0, for: request, view) } ?? []
    case .exposure:
      guard let frame else {
        let error = CaptureError(.noFrames, message: "the camera delivered no frame that shows what was set")
        return end(error, view) { $0 === request }
      }
      let actions = take(frame, for: request, view)
      return actions + (request.machine.isWaiting ? beginExposure(request.frames.count, of: request.id) : [])
    case .substitute:
      guard let damaged = request.damaged else { return [] }
      guard let still = frame ?? request.lastResort else {
        return advance(request, request.machine.photoEnded(0, damaged.error), view) + [.resumeFootage(request)]
      }
      request.frames[0] = still
      return [.show(request.frames[0], request)] + makeStills(of: 0, request, keepingDamaged: frame == nil, view)
    }
  }

  private mutating func take(_ frame: VideoFrame, for request: PhotoRequest, _ view: SessionView) -> [Action] {
    request.frames.append(frame)
    return [.show(frame, request)] + advance(request, request.machine.frameChosen(), view)
      + [.updateReadiness(request.output)]
  }

  /// Ends a capture's frames: the camera is set back, and the next in line has it. Nothing if it is not in line.
  private mutating func endExposures(of id: CaptureID) -> [Action] { line.leave(id).map { [.endExposure($0)] } ?? [] }

  mutating func exposuresHaveEnded() -> [Action] {
    line.firstHasEnded()
    return (line.first.map { beginExposure(0, of: $0) } ?? []) + closedActions
  }

  // MARK: The course of a capture

  private mutating func advance(
    _ request: PhotoRequest, _ steps: [PhotoRequest.StateMachine.Action], _ view: SessionView
  ) -> [Action] {
    // Here, where every change of a capture comes by, however it ends.
    var actions = request.machine.isWaiting ? [] : endExposures(of: request.id)
    for step in steps { actions += advance(request, step, view) }
    return actions
  }

  private mutating func advance(
    _ request: PhotoRequest, _ step: PhotoRequest.StateMachine.Action, _ view: SessionView
  ) -> [Action] {
    let resolved = request.resolved
    switch step {
    case .announceBegin: return submit(.begin, of: request, view) { .willBeginCapture(resolved, at: $0) }
    case .announceExposureBegin:
      return submit(.exposureBegin, of: request, view) { .willCapturePhoto(resolved, at: $0) }
    case .announceExposureEnd: return submit(.exposureEnd, of: request, view) { .didCapturePhoto(resolved, at: $0) }
    case .processStill(let exposure): return makeStills(of: exposure, request, keepingDamaged: false, view)
    case .announcePhoto(let index):
      // What has been told is not kept.
      let photo = request.results.removeValue(forKey: index) ?? request.failedPhoto(index, profile.sequenceCount)
      let error = request.machine.error(ofPhoto: index)
      let proxy = error == nil && request.isDeferred ? DeferredPhotoProxy(photo: photo) : nil
      return (error == nil ? [.mark(request, .stillReady)] : [])
        + submit(.photo, of: request, view) {
          resolved.isDeferred
            ? .didFinishCapturingProxy(proxy, resolved, error: error, at: $0)
            : .didFinishProcessingPhoto(photo, error: error, at: $0)
        } + [.updateReadiness(request.output)]
    case .announceGatheringEnd:
      return [.mark(request, .gatheringEnded)]
        + submit(.gatheringEnd, of: request, view) { .didFinishRecordingMovie(resolved, at: $0) }
    case .writeMovie: return [.makeMovie(request)]
    case .announceMovie:
      var failure: CaptureError?
      if case .finished(let error) = request.machine.movie { failure = error }
      let movie = request.movie
      return submit(.movie, of: request, view) {
        .didFinishProcessingMovie(movie, resolved, error: failure, at: $0)
      }
    case .announceFinish:
      let error = request.machine.error
      let told = submit(.finish, of: request, view) { .didFinishCapture(resolved, error: error, at: $0) }
      requests[request.id] = nil
      return [.mark(request, .finished)] + told + [.release(request), .updateReadiness(request.output)] + closedActions
    }
  }

  private var closedActions: [Action] { hasOpenCaptures ? [] : [.allClosed] }

  // MARK: Making photos

  private func makeStills(
    of exposure: Int, _ request: PhotoRequest, keepingDamaged: Bool, _ view: SessionView
  ) -> [Action] {
    request.processingStarts[exposure] = view.now
    return request.photos.indices.filter { request.photos[$0].exposure == exposure }.map { index in
      .makeStill(request, index: index, keepsDamaged: keepingDamaged || !request.canSubstitute)
    }
  }

  mutating func photoEnded(
    _ result: Result<CapturePhoto, CaptureError>, _ index: Int, of id: CaptureID, _ view: SessionView
  ) -> [Action] {
    guard let request = requests[id] else { return [] }
    var actions: [Action]
    switch result {
    case .success(var photo):
      request.describe(&photo, index, profile.sequenceCount)
      request.results[index] = photo
      if let start = request.processingStarts[request.photos[index].exposure] {
        processingTimes.note(view.now - start, of: request.settings, isDeferred: request.isDeferred)
      }
      actions = advance(request, request.machine.photoEnded(index, nil), view)
    case .failure(let error):
      if view.isRunning, let stretch = request.substitution(after: error) {
        return [.find(request, .substitute, stretch)]
      }
      actions = advance(request, request.machine.photoEnded(index, error), view)
    }
    if index == request.photos.indices.last { actions.append(.resumeFootage(request)) }
    return actions
  }

  // MARK: Making movies

  /// Notes that all of a medium is there that a movie is to have.
  mutating func gathered(_ medium: LaneMedium, of id: CaptureID, _ view: SessionView) -> [Action] {
    guard let request = requests[id], request.machine.isGathering else { return [] }
    request.gathering.remove(medium)
    return request.gathering.isEmpty ? advance(request, request.machine.gatheringEnded(), view) : []
  }

  mutating func movieEnded(
    _ result: Result<CapturedMovie, CaptureError>, of id: CaptureID, _ view: SessionView
  ) -> [Action] {
    guard let request = requests[id] else { return [] }
    var failure: CaptureError?
    do throws(CaptureError) { request.movie = try result.get() } catch { failure = error }
    return advance(request, request.machine.movieEnded(failure), view)
  }

  // MARK: Ending before the time

  mutating func stopped(_ error: CaptureError, _ view: SessionView) -> [Action] { end(error, view) }

  /// Ends or keeps movies when the session is interrupted; they are kept or dropped as the profile says.
  mutating func interrupted(_ error: CaptureError, _ view: SessionView) -> [Action] {
    end(error, movie: profile.movieEndedByInterruption, view)
  }

  /// Ends the captures of a camera that has failed: no footage comes for the captures that use its lane.
  mutating func cameraFailed(_ lane: ObjectIdentifier, _ error: CaptureError, _ view: SessionView) -> [Action] {
    end(error, view) { $0.camera?.lane == lane }
  }

  /// Follows a new arrangement of the session for some captures; their movies are kept or dropped as the profile says.
  mutating func reconfigured(_ view: SessionView, where isMeant: (PhotoRequest) -> Bool) -> [Action] {
    let error = CaptureError(
      .configurationChanged, message: "the session was put together anew before the capture was complete")
    return end(error, movie: profile.movieEndedByReconfiguration, view, where: isMeant)
  }

  /// Ends captures before their time, in the order in which they began.
  private mutating func end(
    _ error: CaptureError, movie: CaptureProfile.EndedMovie = .isDropped, _ view: SessionView,
    where isMeant: (PhotoRequest) -> Bool = { _ in true }
  ) -> [Action] {
    requests.values.filter(isMeant).sorted { $0.id < $1.id }.flatMap { request in
      // A movie that only waits for the last of its sound has its picture; silence takes the place of what is missing.
      if request.resolved.isLive, request.machine.isGathering, !request.gathering.contains(.video),
        !request.machine.isWaiting
      {
        return advance(request, request.machine.gatheringEnded(), view)
      }
      if movie == .isKept, request.machine.isGathering { request.window.end(at: view.now) }
      return advance(request, request.machine.footageEnded(error, movie: movie), view)
    }
  }

  /// Ends the movies of an output, where Live Photos rest or no picture passes any more. One whose still has not been
  /// taken yet goes on to its still, which will be there in a moment and is the movie's last frame.
  mutating func pictureEnded(of output: ObjectIdentifier, _ view: SessionView) -> [Action] {
    gathering(of: output).flatMap { request -> [Action] in
      guard request.machine.isGathering else { return [] }
      request.window.end(at: view.now)
      guard request.machine.isWaiting else { return advance(request, request.machine.gatheringEnded(), view) }
      return request.camera == nil ? [] : [.watch(request, .lastFrame, request.resolved.shutterTime)]
    }
  }

  /// Ends the sound of an output's movies: the rest of them is silent.
  mutating func soundEnded(of output: ObjectIdentifier, _ view: SessionView) -> [Action] {
    gathering(of: output).flatMap { request -> [Action] in
      guard let footage = request.audioFootage else { return [] }
      let isShared = requests.values.contains { other in
        other.output !== request.output && other.audioFootage === footage && other.machine.isGathering
      }
      return [.endSound(request, request.soundClaim, isShared: isShared)]
        + gathered(.audio, of: request.id, view)
    }
  }

  private func gathering(of output: ObjectIdentifier) -> [PhotoRequest] {
    requests.values.filter { ObjectIdentifier($0.output) == output && $0.machine.isGathering }
      .sorted { $0.id < $1.id }
  }

  // MARK: Telling

  private mutating func submit(
    _ step: EventSequencer.Step, of request: PhotoRequest, _ view: SessionView,
    _ event: @escaping (MediaTime) -> CaptureEvent
  ) -> [Action] {
    let eventOrder = eventOrder
    // In its place: a copy of it would be one of all that it holds.
    sequencers[ObjectIdentifier(request.output), default: EventSequencer(eventOrder)].submit(
      step, for: request, at: view.now, waitsForPhotos: !view.isEnabled(.responsive, of: request.output), event)
    return eventsAreDue(of: request.output, view)
  }

  mutating func eventsAreDue(of output: PhotoOutput, _ view: SessionView) -> [Action] {
    var actions: [Action] = []
    let waitsForPhotos = !view.isEnabled(.responsive, of: output)
    while let item = sequencers[ObjectIdentifier(output)]?.next(at: view.now, waitsForPhotos: waitsForPhotos) {
      actions.append(.tell(item.event(view.now), item.request))
    }
    if let time = sequencers[ObjectIdentifier(output)]?.wakeTime(after: view.now, waitsForPhotos: waitsForPhotos) {
      actions.append(.wake(output, at: time))
    }
    return actions + closedActions
  }

  /// Tells everything as soon as its causes allow, for the session stops.
  mutating func flush(_ outputs: [PhotoOutput], _ view: SessionView) -> [Action] {
    outputs.flatMap { output -> [Action] in
      sequencers[ObjectIdentifier(output)]?.isFlushing = true
      return eventsAreDue(of: output, view)
    }
  }

  /// Restores the order of events, once the session has stopped.
  mutating func resume(_ outputs: [PhotoOutput]) {
    for output in outputs { sequencers[ObjectIdentifier(output)]?.isFlushing = false }
  }
}
