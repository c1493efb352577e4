import Diagnostics
import Dispatch
import KioskWeb
import LibraryCapture
import LiveCapture
import MediaCore
import Shooting
import Synchronization

/// Takes the shots of a booth: counts down, requests their captures, and follows them until their pictures are stored.
final class BoothShutter: Sendable {
  private let desk: BoothDesk
  private let output: PhotoOutput
  /// The outputs of the cameras beside it that deliver now.
  private let sideOutputs: @Sendable () -> [PhotoOutput]
  /// The destination of captures now.
  private let pairs: @Sendable () -> LibraryPairs
  private let stills: ShownStills
  private let movieCodec: VideoCodec
  private let pressTime: MediaTime
  /// Returns the description of a picture in the library that pages receive.
  private let describe: @Sendable (_ asset: String) async -> KioskAsset?
  /// Makes the strip, boomerang or other result of a mode from a shot's pictures; returns its asset and its kind.
  private let make: @Sendable (_ mode: KioskMode, _ assets: [String]) async throws -> (asset: String, kind: String)?
  /// Presses that a countdown asks for; the clock must not wait for them.
  private let queue = DispatchQueue(label: "livecam.booth.shutter")
  /// Stores captures, one after the other: a library's server may have to be waited for.
  private let storing = DispatchQueue(label: "livecam.booth.storing")
  /// Nobody else holds them.
  private let delegates = Mutex<[CaptureID: ShotDelegate]>([:])
  /// Wait until no shot is open.
  private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

  init(
    _ desk: BoothDesk, _ output: PhotoOutput, besides sideOutputs: @escaping @Sendable () -> [PhotoOutput],
    into pairs: @escaping @Sendable () -> LibraryPairs, keeping stills: ShownStills,
    movieCodec: VideoCodec, pressTime: MediaTime,
    describing describe: @escaping @Sendable (String) async -> KioskAsset?,
    making make: @escaping @Sendable (KioskMode, [String]) async throws -> (asset: String, kind: String)?
  ) {
    (self.desk, self.output, self.pairs, self.pressTime) = (desk, output, pairs, pressTime)
    (self.stills, self.movieCodec, self.sideOutputs) = (stills, movieCodec, sideOutputs)
    (self.describe, self.make) = (describe, make)
  }

  // MARK: Orders

  /// Begins a shot; returns its number.
  func shoot(_ order: KioskOrder) throws(WebFailure) -> Int {
    let (number, isCounting): (Int, Bool) = try desk.update { state, teller throws(WebFailure) in
      try Self.checkReadiness(state)
      let mode = order.mode ?? state.settings.mode
      guard state.modes.contains(mode) else {
        throw .invalid("mode: this booth does not take \(mode.rawValue).")
      }
      let countdown = order.countdown ?? state.settings.countdown
      state.lastShot += 1
      let number = state.lastShot
      let told = KioskShot(shot: number, mode: mode, part: 1, parts: state.partCount(of: mode), step: .waiting)
      // The parts of a strip follow each other after a countdown in any case.
      state.shots[number] = BoothShot(told: told, countdown: countdown)
      state.current = number
      guard countdown > 0 else { return (number, false) }
      teller.tell("shot", told)
      handle(.countdownBegan(seconds: countdown), number, &state, teller)
      return (number, true)
    }
    guard !isCounting else { return number }
    do throws(WebFailure) { try press(number, part: 1, frame: order.frame, at: nil) } catch {
      desk.update { state, _ in
        state.shots[number] = nil
        if state.current == number { state.current = nil }
      }
      throw error
    }
    return number
  }

  private static func checkReadiness(_ state: BoothState) throws(WebFailure) {
    try state.operation.checkReadiness()
    guard state.storage.state != .full else {
      throw WebFailure(503, "unavailable", "The disk is full: no picture can be taken. Tell the operator.")
    }
    guard state.phase == .ready else {
      throw WebFailure(409, "busy", "Another picture is being taken.", retryAfterSeconds: 1)
    }
  }

  /// Presses the shutter of a shot whose countdown is over, for the frame that a screen showed.
  /// - Parameters:
  ///   - number: The shot.
  ///   - frame: The frame's number; `nil` for the present one.
  /// - Throws: ``/KioskWeb/WebFailure``; after `frameGone` the screen may name another frame.
  func press(_ number: Int, frame: UInt64?) throws(WebFailure) {
    let part: Int = try desk.update { state, teller throws(WebFailure) in
      try grant(.frameNamed, number, taken: "The picture has been taken.", &state, teller)
      return state.shots[number]?.told.part ?? 1
    }
    do throws(WebFailure) { try press(number, part: part, frame: frame, at: nil) } catch {
      guard error.code == "frameGone" else {
        fail(number, error)
        throw error
      }
      desk.update { state, teller in handle(.frameWasGone, number, &state, teller) }
      throw error
    }
  }

  /// Ends the countdown of a shot. Of one that has several parts the rest is left out; those that were taken are kept.
  /// - Throws: ``/KioskWeb/WebFailure`` when the last picture is being taken already.
  func cancel(_ number: Int) throws(WebFailure) {
    try desk.update { state, teller throws(WebFailure) in
      let shot = state.shots[number]
      let request: BoothShot.StateMachine.Request = shot?.hasRest == true ? .restCancelled : .cancelled
      try grant(request, number, taken: "The picture is being taken.", &state, teller)
      teller.tell("countdown", CountdownEnd(shot: number))
      state.shots[number]?.isCut = true
      // A part that is being taken ends the shot once it is stored.
      if shot?.phase == .countdown, shot?.open == 0 { end(number, &state, teller, cancelled: false) }
    }
  }

  /// Ends a countdown in progress, because the booth cannot take pictures; `message` says why.
  func giveUp(_ message: String) {
    desk.update { state, teller in
      guard let number = state.current, state.currentShot?.phase == .countdown else { return }
      state.shots[number]?.told.error = .init(code: "unavailable", message: message)
      tell(.failed, number, &state, teller)
      end(number, &state, teller, cancelled: true)
    }
  }

  /// Brings pictures that were shown into the library where it could not take them then, such as on a full disk.
  func storeLate() {
    guard stills.hasRefused else { return }
    storing.async { [self] in
      let count = stills.recover()
      if !stills.hasRefused { desk.mend(.storing) }
      if count > 0 { desk.notify("warning", "Pictures that could not be stored when they were taken are: \(count).") }
    }
  }

  /// Returns once no shot is open.
  func whenIdle() async {
    await withCheckedContinuation { continuation in
      let isIdle = desk.read { state in
        if !state.shots.isEmpty { waiting.withLock { $0.append(continuation) } }
        return state.shots.isEmpty
      }
      if isIdle { continuation.resume() }
    }
  }

  // MARK: The machine

  private struct CountdownEnd: Encodable {
    let shot: Int
    let cancelled = true
  }

  private static let second = MediaTime(value: 1, timescale: 1)

  /// Applies an event to a shot that is not over, and does what its machine asks for.
  private func handle(
    _ event: BoothShot.StateMachine.Event, _ number: Int, _ state: inout BoothState, _ teller: BoothDesk.Teller
  ) {
    perform(state.shots[number]?.machine.handle(event) ?? [], number, &state, teller)
  }

  /// Grants the request of a page; `taken` is the message for a request that comes after the picture was taken.
  private func grant(
    _ request: BoothShot.StateMachine.Request, _ number: Int, taken: String, _ state: inout BoothState,
    _ teller: BoothDesk.Teller
  ) throws(WebFailure) {
    guard var machine = state.shots[number]?.machine else { throw .notFound("There is no such shot.") }
    do throws(BoothShot.StateMachine.Refusal) {
      let actions = try machine.handle(request)
      state.shots[number]?.machine = machine
      perform(actions, number, &state, teller)
    } catch {
      switch error {
      case .isCounting: throw WebFailure(409, "notReady", "The countdown is not over.")
      case .isTaken: throw WebFailure(409, "busy", taken)
      case .hasEnded: throw .notFound("There is no such shot.")
      }
    }
  }

  private func perform(
    _ actions: [BoothShot.StateMachine.Action], _ number: Int, _ state: inout BoothState, _ teller: BoothDesk.Teller
  ) {
    for action in actions {
      switch action {
      case .show:
        guard let countdown = state.shots[number]?.shownCountdown else { continue }
        teller.tell("countdown", countdown)
      case .countSecond: startTimer(Self.second, number, &state)
      case .awaitScreen: startTimer(pressTime, number, &state)
      case .cancelTimer: state.shots[number]?.timer.take()?.cancel()
      case .press(let time): pressLater(number, part: state.shots[number]?.told.part ?? 1, at: time)
      }
    }
    // A shot that takes no more frames leaves the booth to the next one.
    if state.current == number, state.currentShot?.phase == .ready { state.current = nil }
  }

  private func startTimer(_ time: MediaTime, _ number: Int, _ state: inout BoothState) {
    state.shots[number]?.timer = desk.clock.schedule(at: desk.clock.now + time) { [weak self] in
      self?.desk.update { state, teller in
        guard let self else { return }
        self.handle(.timerFired(at: self.desk.clock.now), number, &state, teller)
      }
    }
  }

  /// Presses the shutter on a thread of its own: the clock must not wait for it.
  private func pressLater(_ number: Int, part: Int, at time: MediaTime) {
    desk.scheduler.run(.general, on: queue) { [weak self] in
      do throws(WebFailure) { try self?.press(number, part: part, frame: nil, at: time) } catch {
        self?.fail(number, error)
      }
    }
  }

  // MARK: The shutter

  private func press(_ number: Int, part: Int, frame: UInt64?, at time: MediaTime?) throws(WebFailure) {
    try press(output, number, part: part, frame: frame, at: time)
  }

  /// Takes the other parts of a wigglegram: each camera's still of the instant of the first.
  private func pressSides(_ number: Int, at time: MediaTime) {
    let parts = desk.read { $0.shots[number]?.told.parts ?? 1 }
    var outputs = sideOutputs().makeIterator()
    for part in 1..<parts {
      do throws(WebFailure) {
        guard let output = outputs.next() else {
          throw WebFailure(503, "unavailable", "A camera beside the first has gone.")
        }
        try press(output, number, part: part + 1, frame: try frame(of: time, output), at: time)
      } catch {
        desk.notify("error", "Shot \(number): \(error.message)")
        // The others may do.
        desk.update { state, _ in state.shots[number]?.assets[part + 1] = [] }
      }
    }
  }

  /// A camera's frame of an instant that no picture can be asked for any more: it has to be named. `nil` for one that
  /// has just passed, whose frame may be still to come.
  private func frame(of time: MediaTime, _ output: PhotoOutput) throws(WebFailure) -> UInt64? {
    guard time < desk.clock.now - Self.recently else { return nil }
    if let frame = output.frameSequence(near: time, within: Self.sameInstant) { return frame }
    throw WebFailure(
      503, "frameGone",
      "A camera beside the first has no picture of that instant any more: the wigglegram does without.")
  }

  private static let recently = MediaTime(value: 1, timescale: 2)
  /// The time between two frames that are of one instant: cameras of ten pictures a second may stand side by side.
  private static let sameInstant = MediaTime(value: 1, timescale: 10)

  private func press(
    _ output: PhotoOutput, _ number: Int, part: Int, frame: UInt64?, at time: MediaTime?
  ) throws(WebFailure) {
    guard let mode = desk.read({ $0.shots[number]?.told.mode }) else { throw .notFound("There is no such shot.") }
    var plan = ShootPlan(isLive: mode.isLive, count: 1)
    // Every browser shows JPEG, and a camera's own needs no work.
    (plan.photoCodec, plan.movieCodec) = (.jpeg, movieCodec)
    let id = CaptureID.next()
    do {
      let pair = try pairs().begin(id, of: plan)
      let delegate = ShotDelegate(pair, isLive: mode.isLive, keeping: stills, storingOn: storing) {
        [weak self] event, outcome in
        self?.hear(event, outcome, shot: number, part: part)
      }
      delegates.withLock { $0[id] = delegate }
      do {
        var settings = try plan.settings(id, movie: pair.movieDestination, at: frame == nil ? time : nil, of: output)
        settings.frameSequence = frame
        desk.update { state, _ in
          state.shots[number]?.open += 1
          if output === self.output { state.shots[number]?.told.frame = frame }
        }
        try output.capturePhoto(with: settings, delegate: delegate)
      } catch {
        desk.update { state, _ in state.shots[number]?.open -= 1 }
        delegates.withLock { $0[id] = nil }
        _ = pair.end()
        throw error
      }
    } catch let error as CaptureError where error.rule == .frameIsHeld {
      throw WebFailure(
        409, "frameGone", "The frame is no longer there. Take the one of now.", underlying: error)
    } catch {
      throw WebFailure(503, "unavailable", "\(error)", underlying: error)
    }
  }

  private func hear(_ event: CaptureEvent, _ outcome: CaptureOutcome?, shot number: Int, part: Int) {
    desk.update { state, teller in
      let isSide = part > 1 && state.shots[number]?.told.mode == .wigglegram
      switch event {
      case .willBeginCapture(let settings, _):
        if settings.isLive { state.live += 1 }
        if !isSide { tell(.begun, number, &state, teller) }
      // It is one picture for who stands before the cameras.
      case .didCapturePhoto: if !isSide { tell(.exposed, number, &state, teller) }
      case .didFinishProcessingPhoto(let photo, let error, _):
        show(photo, error, number, part, &state, teller)
      case .didFinishRecordingMovie:
        state.live -= 1
        tell(.gathered, number, &state, teller)
        handle(.filmed, number, &state, teller)
      default: break
      }
    }
    if case .didFinishProcessingMovie(let movie?, _, _, _) = event { lookForFrames(in: movie, number) }
    if case .willBeginCapture(let settings, _) = event, part == 1,
      desk.read({ $0.shots[number]?.told.mode == .wigglegram })
    {
      pressSides(number, at: settings.shutterTime)
    }
    guard case .didFinishCapture(let settings, let error, _) = event else { return }
    delegates.withLock { $0[settings.uniqueID] = nil }
    Task { await finish(outcome, error, number, part) }
  }

  private func show(
    _ photo: CapturePhoto, _ error: CaptureError?, _ number: Int, _ part: Int, _ state: inout BoothState,
    _ teller: BoothDesk.Teller
  ) {
    let mode = state.shots[number]?.told.mode
    guard error == nil, let jpeg = photo.fileDataRepresentation() else {
      if mode != .wigglegram || part == 1 { state.shots[number]?.hasFailed = true }
      return
    }
    state.reviews = state.reviews.suffix(BoothState.mostReviews - 1) + [.init(shot: number, part: part, jpeg: jpeg)]
    state.shots[number]?.told.part = part
    state.shots[number]?.told.frame = photo.sequence
    state.shots[number]?.told.still = "/api/shots/\(number)/\(part)/still"
    tell(.still, number, &state, teller)
    guard let shot = state.shots[number], !shot.told.mode.isLive else { return }
    if mode != .wigglegram, part < shot.told.parts, !shot.isCut, state.operation != .stopping {
      state.shots[number]?.told.part = part + 1
      state.shots[number]?.told.still = nil
      state.shots[number]?.told.frame = nil
      tell(.waiting, number, &state, teller)
      handle(.countdownBegan(seconds: max(shot.countdown, 2)), number, &state, teller)
    } else {
      handle(.filmed, number, &state, teller)
    }
  }

  /// Tells the operator of a movie in which most frames are missing; the guest's photo is as good as any.
  private func lookForFrames(in movie: CapturedMovie, _ number: Int) {
    let rate = desk.read { $0.camera?.rate ?? 0 }
    let whole = max(Int((movie.duration.seconds * rate).rounded()), movie.frameCount + movie.droppedFrameCount)
    guard movie.frameCount * 2 < whole else { return }
    desk.update { state, _ in state.counts.sparseMovies += 1 }
    desk.notify(
      "warning",
      "Shot \(number): its movie has \(movie.frameCount) of \(whole) frames, and moves in jerks. See whether the camera's "
        + "cable is sound, the light is enough, and the machine has time; the photo is whole.")
  }

  // MARK: The end

  private func finish(_ outcome: CaptureOutcome?, _ error: CaptureError?, _ number: Int, _ part: Int) async {
    var asset: KioskAsset?
    for identifier in outcome?.assets ?? [] where asset == nil { asset = await describe(identifier) }
    let failure: (any Error)? = outcome?.failure ?? error
    if let failure {
      desk.notify("error", "Shot \(number): \(failure)", about: outcome?.failure == nil ? nil : .storing)
    }
    let isOver: Bool = desk.update { state, teller in
      guard var shot = state.shots[number] else { return false }
      shot.open -= 1
      shot.assets[part] = outcome?.assets ?? []
      // Of several cameras the others may do.
      let isNeeded = shot.told.mode != .wigglegram || part == 1
      if asset == nil, isNeeded { shot.hasFailed = true }
      state.shots[number] = shot
      if asset == nil { state.counts.failed += 1 } else { state.counts.taken += 1 }
      var told = shot.told
      (told.part, told.asset) = (part, asset)
      if asset == nil {
        let message = failure.map { "\($0)" } ?? "The picture was not stored."
        told.error = .init(code: "unavailable", message: message)
      }
      told.step = asset == nil ? .failed : .saved
      if asset != nil || isNeeded { teller.tell("shot", told) }
      // A part that has failed ends the shot: the others were taken for nothing.
      if shot.hasFailed { handle(.partFailed, number, &state, teller) }
      return shot.open == 0 && (shot.assets.count == shot.told.parts || shot.hasFailed || shot.isCut)
    }
    guard isOver else { return }
    await finishShot(number)
  }

  private func finishShot(_ number: Int) async {
    let shot = desk.read { $0.shots[number] }
    if let shot, !shot.hasFailed, !shot.isCut {
      do {
        let assets = shot.assets.sorted { $0.key < $1.key }.flatMap(\.value)
        if let made = try await make(shot.told.mode, assets), let asset = await describe(made.asset) {
          desk.update { state, teller in
            state.shots[number]?.told.asset = asset
            state.shots[number]?.told.kind = made.kind
            tell(.made, number, &state, teller)
          }
        }
      } catch {
        desk.notify("error", "Shot \(number): nothing could be made of its pictures, which are kept: \(error)")
      }
    }
    desk.update { state, teller in end(number, &state, teller, cancelled: false) }
  }

  /// A shot that could not be taken.
  private func fail(_ number: Int, _ failure: WebFailure) {
    desk.notify("error", "Shot \(number): \(failure.message)")
    desk.update { state, teller in
      state.counts.failed += 1
      state.shots[number]?.told.error = .init(code: failure.code, message: failure.message)
      tell(.failed, number, &state, teller)
      end(number, &state, teller, cancelled: false)
    }
  }

  private func tell(
    _ step: KioskShot.Step, _ number: Int, _ state: inout BoothState, _ teller: BoothDesk.Teller
  ) {
    state.shots[number]?.told.step = step
    if let told = state.shots[number]?.told { teller.tell("shot", told) }
  }

  private func end(_ number: Int, _ state: inout BoothState, _ teller: BoothDesk.Teller, cancelled: Bool) {
    if cancelled { teller.tell("countdown", CountdownEnd(shot: number)) }
    handle(.ended, number, &state, teller)
    tell(.done, number, &state, teller)
    state.shots[number] = nil
    guard state.shots.isEmpty else { return }
    let idle = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for waiter in idle { waiter.resume() }
  }
}
