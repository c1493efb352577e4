import Diagnostics
public import Dispatch
public import MediaCore
import Synchronization

/// Takes stills and Live Photos out of a running session.
///
/// Modelled on `AVCapturePhotoOutput`. A capture is requested by ``capturePhoto(with:delegate:)``; how it goes on
/// is told to its delegate and, in the same order, by ``events``. What the output can do depends on the session's
/// cameras and preset: see ``capabilities``' members; a feature that is no longer supported is switched off, and stays
/// off until it is switched on again.
public final class PhotoOutput: CaptureOutput {
  struct State {
    weak var session: CaptureSession?
    var observers: [Int: AsyncStream<CaptureEvent>.Continuation] = [:]
    var nextObserver = 0
    var timingsObservers: [Int: AsyncStream<CaptureTimings>.Continuation] = [:]
    var features = OutputFeatures()
    var preparation = PhotoPreparation()
    var readiness = ReadinessState()
    var monitoringSettings: PhotoSettings?
  }

  /// Counts the Live Photos that are being recorded.
  public let liveIndicator = LiveIndicator()
  /// Where delegates are called, one call at a time.
  public let delegateQueue: DispatchQueue
  let state = Mutex(State())

  /// An output whose delegates are called on `delegateQueue`, which must be serial; `nil` makes one.
  public init(delegateQueue: DispatchQueue? = nil) {
    self.delegateQueue = delegateQueue ?? DispatchQueue(label: "livecam.photo-output.delegate")
  }

  deinit {
    let (observers, timingsObservers) = state.withLock {
      (Array($0.observers.values), Array($0.timingsObservers.values))
    }
    for observer in observers { observer.finish() }
    for observer in timingsObservers { observer.finish() }
  }

  /// Presses the shutter.
  ///
  /// The still is the frame nearest to the moment of the call (or to `settings.shutterTime`), and may have been
  /// taken before it, unless zero shutter lag is switched off. The call returns at once; everything else is heard by
  /// the delegate, which is held weakly, and on ``events``. Any number of captures may be under way; their movies may
  /// overlap. A session that does not run takes requests too: they end with an error.
  /// - Returns: the settings' identifier, found in every event's resolved settings.
  /// - Throws: ``CaptureError`` naming the `ContractRule` that the request breaks; then nothing has begun and no event
  ///   comes.
  @discardableResult
  public func capturePhoto(
    with settings: PhotoSettings, delegate: (any PhotoCaptureDelegate)? = nil
  ) throws(CaptureError) -> CaptureID {
    guard let session = state.withLock({ $0.session }) else {
      throw CaptureError(
        .invalidConfiguration, message: "this output belongs to no session; add it with addOutput first",
        rule: .videoConnectionIsActive)
    }
    let shutterTime = settings.shutterTime ?? session.environment.clock.now
    return try session.sync { session throws(CaptureError) in
      try PhotoHands.begin(settings, from: self, at: shutterTime, delegate: delegate, in: session)
    }
  }

  /// What happens from now on to all captures of this output, in order. A slow reader misses nothing; it ends
  /// with the output.
  public var events: AsyncStream<CaptureEvent> {
    AsyncStream { continuation in
      let observer = state.withLock { state in
        state.nextObserver += 1
        state.observers[state.nextObserver] = continuation
        return state.nextObserver
      }
      continuation.onTermination = { [weak self] _ in
        _ = self?.state.withLock { $0.observers.removeValue(forKey: observer) }
      }
    }
  }

  /// Where the time of each capture went, from now on; ends with the output.
  ///
  /// One for each capture that ends, once its delegate has heard of the end; none where the session's
  /// ``CaptureEnvironment/stageClock`` is not set. They are no event: the order of those does not depend on them.
  public var timings: AsyncStream<CaptureTimings> {
    AsyncStream { continuation in
      let observer = state.withLock { state in
        state.nextObserver += 1
        state.timingsObservers[state.nextObserver] = continuation
        return state.nextObserver
      }
      continuation.onTermination = { [weak self] _ in
        _ = self?.state.withLock { $0.timingsObservers.removeValue(forKey: observer) }
      }
    }
  }

  func attach(to session: CaptureSession) throws(CaptureError) {
    let isFree = state.withLock { state in
      guard state.session == nil || state.session === session else { return false }
      state.session = session
      return true
    }
    guard isFree else {
      throw CaptureError(
        .invalidConfiguration, message: "this output belongs to another session already", rule: .additionIsPossible)
    }
  }

  /// Whether the output is in no session, or in this one.
  func canAttach(to session: CaptureSession) -> Bool {
    state.withLock { $0.session == nil || $0.session === session }
  }

  func sessionDidStop() { state.withLock { $0.features.sessionDidStop() } }

  func detach() { state.withLock { $0.session = nil } }

  func emit(_ timings: CaptureTimings) {
    state.withLock { state in
      for observer in state.timingsObservers.values { observer.yield(timings) }
    }
  }

  func emit(_ event: CaptureEvent) {
    liveIndicator.update(for: event)
    state.withLock { state in
      for observer in state.observers.values { observer.yield(event) }
    }
  }
}
