import Diagnostics
import Dispatch
import KioskWeb
import LibraryCapture
import LiveCapture
import MediaCore
import Shooting
import Synchronization

/// Counts down, presses the shutter, and follows each shot to its end.
final class BoothShutter: Sendable {
  private let desk: BoothDesk
  private let output: PhotoOutput
  /// The outputs of the cameras beside it that deliver now.
  private let sideOutputs: @Sendable () -> [PhotoOutput]
  private let pairs: LibraryPairs
  private let stills: ShownStills
  private let movieCodec: VideoCodec
  private let pressTime: MediaTime
  /// Finds what pages are told of a picture in the library.
  private let describe: @Sendable (_ asset: String) async -> KioskAsset?
  /// Makes something of a shot's pictures; returns what was made, and how it is called.
  private let make: @Sendable (_ mode: KioskMode, _ assets: [String]) async throws -> (asset: String, kind: String)?
  /// Presses that a countdown asks for; the clock must not wait for them.
  private let queue = DispatchQueue(label: "livecam.booth.shutter")
  /// Nobody else holds them.
  private let delegates = Mutex<[CaptureID: ShotDelegate]>([:])
  /// Wait until no shot is open.
  private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

  init(
    _ desk: BoothDesk, _ output: PhotoOutput, besides sideOutputs: @escaping @Sendable () -> [PhotoOutput],
    into pairs: LibraryPairs, keeping stills: ShownStills,
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
      state.shots[number] = BoothState.Shot(told: told, countdown: countdown)
      state.current = number
      guard countdown > 0 else { return (number, false) }
      teller.tell("shot", told)
      count(countdown, countdown, number, &state, teller)
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
    guard !state.isStopping else { throw WebFailure(503, "unavailable", "The booth is being stopped.") }
    if let reason = state.reason { throw WebFailure(503, "unavailable", reason.message) }
    guard state.isStarted else { throw WebFailure(503, "unavailable", "The camera is being started.", retryAfter: 1) }
    guard state.storage.state != .full else {
      throw WebFailure(503, "unavailable", "The disk is full: no picture can be taken. Tell the operator.")
    }
    guard state.phase == .ready else { throw WebFailure(409, "busy", "Another picture is being taken.", retryAfter: 1) }
  }

  /// The countdown of a shot is over, and a screen names the frame that it showed.
  func press(_ number: Int, frame: UInt64?) throws(WebFailure) {
    let (part, zero): (Int, MediaTime) = try desk.update { state, _ throws(WebFailure) in
      guard let shot = state.shots[number] else { throw .notFound("There is no such shot.") }
      switch shot.stage {
      case .counting: throw WebFailure(409, "notReady", "The countdown is not over.")
      case .capturing, .storing: throw WebFailure(409, "busy", "The picture has been taken.")
      case .awaitingPress(let zero, let otherwise):
        otherwise.cancel()
        state.shots[number]?.stage = .capturing
        return (shot.told.part, zero)
      }
    }
    do throws(WebFailure) { try press(number, part: part, frame: frame, at: nil) } catch {
      guard error.code == "frameGone" else {
        fail(number, error)
        throw error
      }
      // Somebody may still name another.
      desk.update { state, _ in awaitPress(number, zero, &state) }
      throw error
    }
  }

  /// Ends the countdown of a shot.
  func cancel(_ number: Int) throws(WebFailure) {
    try desk.update { state, teller throws(WebFailure) in
      guard let shot = state.shots[number] else { throw .notFound("There is no such shot.") }
      guard Self.stopCounting(shot.stage) else {
        throw WebFailure(409, "busy", "The picture is being taken.")
      }
      end(number, &state, teller, cancelled: true)
    }
  }

  /// Something keeps the booth from taking pictures: a countdown is given up.
  func giveUp(_ message: String) {
    desk.update { state, teller in
      guard let number = state.current, let shot = state.shots[number], Self.stopCounting(shot.stage) else { return }
      state.shots[number]?.told.error = .init(code: "unavailable", message: message)
      tell(.failed, number, &state, teller)
      end(number, &state, teller, cancelled: true)
    }
  }

  /// Cancels what a countdown has set up; returns whether there was one.
  private static func stopCounting(_ stage: BoothState.Shot.Stage) -> Bool {
    switch stage {
    case .counting(_, let next):
      next.cancel()
      return true
    case .awaitingPress(_, let otherwise):
      otherwise.cancel()
      return true
    case .capturing, .storing: return false
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

  // MARK: Countdowns

  private struct CountdownEnd: Encodable {
    let shot: Int
    let cancelled = true
  }

  private static let second = MediaTime(value: 1, timescale: 1)

  /// Shows a number, and the next one after a second.
  private func count(
    _ step: Int, _ length: Int, _ number: Int, _ state: inout BoothState, _ teller: BoothDesk.Teller
  ) {
    teller.tell(
      "countdown", KioskState.Countdown(shot: number, length: length, remaining: Double(step), step: step))
    let now = desk.clock.now
    guard step > 0 else { return awaitPress(number, now, &state) }
    let next = desk.clock.schedule(at: now + Self.second) { [weak self] in
      self?.desk.update { state, teller in
        guard case .counting(step, _) = state.shots[number]?.stage else { return }
        self?.count(step - 1, length, number, &state, teller)
      }
    }
    state.shots[number]?.stage = .counting(step: step, next: next)
  }

  /// Waits for a screen to name the frame that it shows; if none does, takes the one of `zero`.
  private func awaitPress(_ number: Int, _ zero: MediaTime, _ state: inout BoothState) {
    let otherwise = desk.clock.schedule(at: desk.clock.now + pressTime) { [weak self] in
      guard let self else { return }
      let part: Int? = desk.update { state, _ in
        guard case .awaitingPress = state.shots[number]?.stage else { return nil }
        state.shots[number]?.stage = .capturing
        return state.shots[number]?.told.part
      }
      guard let part else { return }
      desk.scheduler.run(.general, on: queue) {
        do throws(WebFailure) { try self.press(number, part: part, frame: nil, at: zero) } catch {
          self.fail(number, error)
        }
      }
    }
    state.shots[number]?.stage = .awaitingPress(zero: zero, otherwise: otherwise)
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
        try press(output, number, part: part + 1, frame: nil, at: time)
      } catch {
        desk.notify("error", "Shot \(number): \(error.message)")
        // The others may do.
        desk.update { state, _ in state.shots[number]?.assets[part + 1] = [] }
      }
    }
  }

  private func press(
    _ output: PhotoOutput, _ number: Int, part: Int, frame: UInt64?, at time: MediaTime?
  ) throws(WebFailure) {
    guard let mode = desk.read({ $0.shots[number]?.told.mode }) else { throw .notFound("There is no such shot.") }
    var plan = ShootPlan(isLive: mode.isLive, count: 1)
    // Every browser shows JPEG, and a camera's own needs no work.
    (plan.photoCodec, plan.movieCodec) = (.jpeg, movieCodec)
    let id = CaptureID.next()
    do {
      let pair = try pairs.begin(id, of: plan)
      let delegate = ShotDelegate(pair, isLive: mode.isLive, keeping: stills) { [weak self] event, outcome in
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
      throw WebFailure(409, "frameGone", "The frame is no longer there. Take the one of now.")
    } catch {
      throw WebFailure(503, "unavailable", "\(error)")
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
        state.shots[number]?.stage = .storing
        if state.current == number { state.current = nil }
      default: break
      }
    }
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
    if mode != .wigglegram, part < shot.told.parts, !state.isStopping {
      state.shots[number]?.told.part = part + 1
      state.shots[number]?.told.still = nil
      state.shots[number]?.told.frame = nil
      tell(.waiting, number, &state, teller)
      let length = max(shot.countdown, 2)
      count(length, length, number, &state, teller)
    } else {
      state.shots[number]?.stage = .storing
      if state.current == number { state.current = nil }
    }
  }

  // MARK: The end

  private func finish(_ outcome: CaptureOutcome?, _ error: CaptureError?, _ number: Int, _ part: Int) async {
    var asset: KioskAsset?
    for identifier in outcome?.assets ?? [] where asset == nil { asset = await describe(identifier) }
    let failure: (any Error)? = outcome?.failure ?? error
    if let failure { desk.notify("error", "Shot \(number): \(failure)") }
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
      if shot.hasFailed { _ = Self.stopCounting(shot.stage) }
      return shot.open == 0 && (shot.assets.count == shot.told.parts || shot.hasFailed)
    }
    guard isOver else { return }
    await finishShot(number)
  }

  private func finishShot(_ number: Int) async {
    let shot = desk.read { $0.shots[number] }
    if let shot, !shot.hasFailed {
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
    tell(.done, number, &state, teller)
    state.shots[number] = nil
    if state.current == number { state.current = nil }
    guard state.shots.isEmpty else { return }
    let idle = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for waiter in idle { waiter.resume() }
  }
}
