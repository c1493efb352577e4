import CaptureDevices
public import LiveCapture
import MediaCore

/// Takes a series of photos with a session, each with a delegate of its own, and stores them at a destination.
///
/// The captures are requested at times of the session's clock. ``finish()`` requests no more of them and completes
/// those in progress; ``abandon()`` ends these as well. Either way, every file is complete or absent.
public final class Shoot: Sendable {
  private let session: CaptureSession
  private let output: PhotoOutput
  private let environment: CaptureEnvironment
  private let plan: ShootPlan
  private let destination: any PairDestination
  private let tally: ShootTally
  private let shutter: Shutter

  /// The events of the shoot, in order; ends when the shoot has ended. For one reader.
  public var events: AsyncStream<ShootEvent> { tally.events }

  /// Creates a shoot with a session that has its devices and `output`, and is not running yet. `hear` is called with
  /// each event when it happens, on any thread, before ``events`` delivers it; it must return soon.
  public init(
    _ plan: ShootPlan, into destination: any PairDestination, session: CaptureSession, output: PhotoOutput,
    environment: CaptureEnvironment, hearing hear: @escaping @Sendable (ShootEvent) -> Void = { _ in }
  ) {
    self.session = session
    self.output = output
    self.environment = environment
    self.plan = plan
    self.destination = destination
    let tally = ShootTally(requested: plan.count, isMeasured: environment.stageClock != nil, hearing: hear)
    self.tally = tally
    shutter = Shutter(clock: environment.clock, count: plan.count, interval: plan.interval) { shutterTime in
      let id = CaptureID.next()
      do {
        let pair = try destination.begin(id, of: plan)
        let delegate = ShootDelegate(pair, of: session, clock: environment.clock, tally: tally)
        tally.begin(id, delegate)
        do throws(CaptureError) {
          let settings = try plan.settings(id, movie: pair.movieDestination, at: shutterTime, of: output)
          try output.capturePhoto(with: settings, delegate: delegate)
        } catch {
          _ = pair.end()
          tally.refuse(id, name: pair.name, error)
        }
      } catch {
        tally.leaveOut(
          name: destination.name,
          CaptureError(
            .writingFailed, context: destination.name, message: "the folder cannot take another photo",
            underlying: error))
      }
    }
  }

  /// Runs the shoot from start to end. Call it once.
  /// - Throws: `CaptureError` when the session does not start, `DeviceError` for a camera too slow for Live Photos.
  public func run() async throws -> ShootResult {
    defer { tally.close() }
    if plan.isLive { try await enableLive() }
    output.maxPhotoQualityPrioritization = plan.quality
    if plan.isDeferred { try output.setAutoDeferredPhotoDeliveryEnabled(true) }
    let (happenings, timings) = (session.events, output.timings)
    // Asked for before the start: whoever hears that the session runs knows that the shutter is set.
    let delay = plan.delay ?? session.configuration.preRoll
    await session.whenFrame { [self] firstFrame in
      shutter.start(at: firstFrame + delay) { [weak self] in self?.prepare() }
    }
    try await session.startRunning()
    let listening = Task { for await event in happenings { if hear(event) { break } } }
    let timing = Task { for await timings in timings { tally.hear(timings) } }
    defer { timing.cancel() }
    for await _ in tally.ended {}
    try await session.stopRunning()
    // What the session says last, such as why the camera failed, comes by another way than its captures' ends.
    await listening.value
    return tally.result
  }

  /// Stops taking further photos; those under way are completed.
  public func finish() { tally.interrupt(leavingOut: shutter.cancel(), isAbandoned: false) }

  /// Ends at once; what is not complete is given up.
  public func abandon() {
    tally.interrupt(leavingOut: shutter.cancel(), isAbandoned: true)
    // The captures end with errors, which are heard like any other. Only inside a configuration is it refused.
    Task { [session] in try? await session.stopRunning() }
  }

  private func enableLive() async throws {
    for device in await session.connections.map(\.input.device) {
      guard let slow = device.activeFormat, !slow.isHighestPhotoQualitySupported,
        let interval = slow.frameDurations.first
      else { continue }
      throw DeviceError(
        .unsupportedMode, context: device.uniqueID,
        message:
          "\(slow) comes \((1 / interval.seconds * 10).rounded() / 10) times a second, and a Live Photo takes 10 frames "
          + "a second or more. Ask for another size, rate or pixel format, or take stills alone.")
    }
    // Where they are not supported for another reason, each press is refused and says why.
    if output.isLivePhotoCaptureSupported { try output.setLivePhotoCaptureEnabled(true) }
  }

  /// Asks the output to load what the first press needs.
  private func prepare() {
    // Not the next identifier: captures are counted without gaps. What cannot be loaded is told by the captures that
    // fail.
    guard let settings = try? plan.settings(CaptureID(rawValue: 0), movie: .handedOver, at: nil, of: output) else {
      return
    }
    output.setPreparedPhotoSettingsArray([settings])
  }

  /// Follows the session; returns whether it has stopped.
  private func hear(_ event: SessionEvent) -> Bool {
    tally.tell(.session(event))
    switch event {
    case .videoDidFail(let error, _):
      tally.fail(
        leavingOut: shutter.cancel(),
        CaptureError(.deviceFailed, context: error.context, message: error.description))
    case .audioDidFail(let error, _):
      tally.tell(.notice("The microphone has failed, movies are silent from here on: \(error)"))
    case .cameraClockDidJump(let step, _):
      tally.tell(
        .notice("The camera's clock has jumped by \(step.seconds) s; the shoot goes on by the session's clock."))
    case .audioSamplesAreInvalid:
      tally.tell(.notice("The microphone delivers samples that are no numbers; there is silence in their place."))
    case .didChooseEncoding(let choice, _): tally.tell(.notice(choice.description))
    case .runtimeError(let error, _): tally.tell(.notice("The session is in trouble: \(error)"))
    // Lost cameras end a shoot; nothing else interrupts its session.
    case .didStartRunning, .wasInterrupted, .interruptionEnded: break
    case .didStopRunning: return true
    }
    return false
  }
}
